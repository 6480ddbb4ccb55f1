import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, type LookupFunction, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createCloudClient } from "../../../../src/platform/cloud/client.ts";
import { defaultCallLimits } from "../../../../src/platform/cloud/transport/exchange.ts";
import { type Guard, guardedAgent } from "../../../../src/platform/cloud/transport/guarded-agent.ts";
import { listServices } from "../../../../src/platform/cloud/services/service.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { isPublicAddress } from "../../../../src/lib/addresses.ts";
import { wordsIn } from "../../../support/rows.ts";

const limits = { ...defaultCallLimits, connectTimeoutMs: 2_000 };
const wireNames = { engineVersion: "engineVersion", credits: "Credits", observability: "observability" };

/** A socket that counts its connections and hangs up. */
async function listener(host: string, port = 0) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(port, host, resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address of this kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port: taken } = server.address() as AddressInfo;
  return { port: taken, connections: () => connections };
}

const family = (address: string) => (address.includes(":") ? 6 : 4);
/** Treats this one address of the machine as public. */
const isPublic = (address: string) => address === "127.0.0.2" || isPublicAddress(address);

/** Each name's answers in order. The last one is repeated. */
function nameServer(answers: Record<string, string[][]>) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, _, callback) => {
    asked.push(hostname);
    const left = answers[hostname] ?? [];
    const addresses = (left.length > 1 ? left.shift() : left[0]) ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: family(address) })),
    );
  };
  return { lookup, asked };
}

/** The failure of a call to an address. */
async function outcome(baseUrl: string, guard: Partial<Guard> = {}) {
  const dispatcher = guardedAgent(limits, { allowedHosts: [], ...guard });
  onTestFinished(() => dispatcher.destroy());
  const client = createCloudClient({
    connection: { kind: "managed", baseUrl, organizationId: "o", wireNames },
    credentials: async () => ({ keyId: "id", keySecret: "secret" }),
    dispatcher,
    random: () => 0,
  });
  const error: unknown = await client.call(listServices, {}).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error === undefined) return "answered";
  if (!(error instanceof AppError)) throw new Error("Not an AppError.", { cause: error });
  return error.kind === "forbidden" ? error.happened : error.kind;
}

const notPublic = "The address is not on the public Internet, so nothing was sent there.";
const notEncrypted = "The address does not begin with https://, so nothing was sent there.";

test.each(
  wordsIn(`
  127.0.0.1 localhost localhost. 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 127.1 127.0.0.1.
  １２７.0.0.1 %31%32%37.0.0.1 [::1] [::ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::7f00:1]
  user:password@127.0.0.1 api.example.com@127.0.0.1
`),
)("https://%s leads to no socket on this machine", async (host) => {
  const inside = await listener("127.0.0.1");
  const loopback = nameServer({ localhost: [["127.0.0.1", "::1"]], "localhost.": [["127.0.0.1"]] });
  expect(await outcome(`https://${host}:${inside.port}`, { lookup: loopback.lookup })).toBe(notPublic);
  expect(inside.connections()).toBe(0);
});

test.each("169.254.169.254 [fe80::1] [fd00:ec2::254] 168.63.129.16 10.0.0.1 100.100.100.200".split(" "))(
  "https://%s is refused before anything is sent",
  async (host) => {
    expect(await outcome(`https://${host}`)).toBe(notPublic);
  },
);

test("a name with one private address among public ones is refused", async () => {
  const inside = await listener("127.0.0.1");
  const { lookup } = nameServer({ "mixed.example": [["93.184.215.14", "127.0.0.1"]] });
  expect(await outcome(`https://mixed.example:${inside.port}`, { lookup })).toBe(notPublic);
  expect(inside.connections()).toBe(0);
});

test("a name that changes to a private address is refused, and each connection resolves it once", async () => {
  const outside = await listener("127.0.0.2");
  const inside = await listener("127.0.0.1", outside.port);
  const rebinding = nameServer({ "rebind.example": [["127.0.0.2"], ["127.0.0.1"]] });
  const guard = { lookup: rebinding.lookup, isPublic };
  const dispatcher = guardedAgent(limits, { allowedHosts: [], ...guard });
  onTestFinished(() => dispatcher.destroy());
  const call = () =>
    dispatcher.request({ origin: `https://rebind.example:${outside.port}`, path: "/", method: "GET" }).then(
      () => "answered",
      (error: unknown) => (error instanceof AppError ? error.happened : "hung up"),
    );

  expect(await call()).toBe("hung up");
  expect(rebinding.asked).toEqual(["rebind.example"]);
  expect([outside.connections(), inside.connections()]).toEqual([1, 0]);

  expect(await call()).toBe(notPublic);
  expect(await call()).toBe(notPublic);
  expect([outside.connections(), inside.connections()]).toEqual([1, 0]);
});

test("http is refused even at a public address", async () => {
  expect(await outcome("http://93.184.215.14")).toBe(notEncrypted);
});

/** An HTTP server on this machine that sends every request on to another address. */
async function redirecting(location: string) {
  const server = createHttpServer((_, response) => response.writeHead(302, { location }).end());
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address of this kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (server.address() as AddressInfo).port;
}

test("an allowed host is reached at any address, and its redirects are not followed", async () => {
  const inside = await listener("127.0.0.1");
  const port = await redirecting(`http://127.0.0.1:${inside.port}/`);
  const { lookup } = nameServer({ "inside.example": [["127.0.0.1"]] });
  const allowedHosts = [`inside.example:${port}`];
  expect(await outcome(`http://Inside.example:${port}`, { lookup, allowedHosts })).toBe("upstream");
  expect(inside.connections()).toBe(0);
  expect(await outcome(`http://inside.example:${inside.port}`, { lookup, allowedHosts })).toBe(notEncrypted);
  expect(await outcome(`https://inside.example:${inside.port}`, { lookup, allowedHosts })).toBe(notPublic);
  expect(inside.connections()).toBe(0);
});
