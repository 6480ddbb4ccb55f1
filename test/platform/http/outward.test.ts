import type { LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { assertOutward, outwardAddress } from "../../../src/platform/http/outward.ts";

/** Knows an address inside the network, one outside, and no other name. */
const lookup: LookupFunction = (hostname, _, callback) => {
  const addresses: Record<string, string[]> = {
    "inside.example": ["10.1.1.1"],
    "both.example": ["93.184.215.14", "169.254.169.254"],
    "outside.example": ["93.184.215.14"],
  };
  const found = addresses[hostname];
  if (!found) return callback(new Error("ENOTFOUND"), []);
  callback(
    null,
    found.map((address) => ({ address, family: 4 })),
  );
};

async function outcome(address: string, allowedHosts: string[] = []): Promise<string> {
  const url = outwardAddress(address);
  if (!url) return "no address";
  try {
    await assertOutward(url, { allowedHosts, lookup });
    return "allowed";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

test.each([
  "http://169.254.169.254/latest",
  "https://169.254.169.254/latest",
  "https://10.1.1.1/x",
  "https://[::1]/x",
  "https://[::ffff:10.0.0.1]/x",
  "https://2130706433/x",
  "https://0x7f.1/x",
  "https://inside.example/x",
  "https://both.example/x",
  "http://outside.example/x",
  "webcal://10.0.0.1/x",
])("an address that no request would reach is refused before it is kept: %s", async (address) => {
  expect(await outcome(address)).toMatch(
    /can't be reached: The address (is not on the public|does not begin)/,
  );
});

test.each(["https://outside.example/x", "webcal://outside.example/x", "https://unknown.example/x"])(
  "an address outside, or of a name that isn't known yet, is allowed: %s",
  async (address) => {
    expect(await outcome(address)).toBe("allowed");
  },
);

test("the operator's hosts are allowed, and what isn't an address for requests is refused", async () => {
  expect(await outcome("http://10.1.1.1:8080/x", ["10.1.1.1:8080"])).toBe("allowed");
  for (const text of [
    "ftp://outside.example",
    "file:///etc/passwd",
    "https://u:p@outside.example",
    "https://:p@outside.example",
    "x",
  ])
    expect(await outcome(text)).toBe("no address");
});
