import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedBySlack } from "../../../src/platform/slack/http-requests.ts";

const secret = "8f742231b10e8888abcd99yyyzzz85a5";
const body = Buffer.from("command=%2Fdb&text=help+%F0%9F%92%BE");
const timestamp = "1795000000";

/** Signs like Slack. */
function signatureBy(by: string): string {
  return `v0=${createHmac("sha256", by)
    .update(`v0:${timestamp}:${String(body)}`)
    .digest("hex")}`;
}

const signature = signatureBy(secret);
const signed = { signature, timestamp, body };

test("a request that Slack signed with our secret is accepted", () => {
  expect(isSignedBySlack(signed, secret)).toBe(true);
});

test.each([
  ["of another body", { body: Buffer.from("command=%2Fdb&text=create") }],
  ["of another time", { timestamp: "1795000001" }],
  ["of the same time in another form", { timestamp: "1795000000.0" }],
  ["cut short", { signature: signature.slice(0, -2) }],
  ["with more characters at its end", { signature: `${signature}00` }],
  ["in capitals", { signature: signature.toUpperCase() }],
  [
    "with another last character",
    { signature: signature.slice(0, -1) + (signature.endsWith("0") ? "1" : "0") },
  ],
  ["that is empty", { signature: "v0=" }],
  ["that is a list of two", { signature: `${signature}, ${signature}` }],
])("a signature %s is not Slack's", (_what, changed) => {
  expect(isSignedBySlack({ ...signed, ...changed }, secret)).toBe(false);
});

test("without a secret every request is refused, even one signed with an empty secret", () => {
  expect(isSignedBySlack({ ...signed, signature: signatureBy("") }, "")).toBe(false);
});
