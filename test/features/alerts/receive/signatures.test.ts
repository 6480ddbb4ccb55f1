import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { rotateKeys } from "../../../../src/platform/secrets/rotation/rotate.ts";
import {
  alertBody,
  bearer,
  kept,
  oldSecret,
  sealer,
  secret,
  useHookAuthenticator,
} from "../../../support/hook-authenticator.ts";
import { signed } from "../../../support/signed-webhook.ts";

const server = useHookAuthenticator();
const fitting = signed();

test.each([
  ["with the new secret", signed()],
  ["with the old secret", signed({ by: oldSecret })],
  ["under the older names of the headers", signed({ names: "svix" })],
  ["4 minutes ago", signed({ atMs: Date.now() - 240_000 })],
  ["by a clock 4 minutes ahead", signed({ atMs: Date.now() + 240_000 })],
  [
    "with several signatures, and one of them fits",
    { ...fitting, "webhook-signature": `v1a,x v1,AAAA ${fitting["webhook-signature"]}` },
  ],
] satisfies [string, Record<string, string>][])("a delivery signed %s is accepted", async (_how, headers) => {
  await server.keepHook({ secrets: [kept(secret, { isSigned: true }), kept(oldSecret, { isSigned: true })] });
  expect((await server.send({ headers })).status).toBe(202);
});

test.each([
  ["6 minutes ago", signed({ atMs: Date.now() - 360_000 })],
  ["by a clock 6 minutes ahead", signed({ atMs: Date.now() + 360_000 })],
  ["with another secret", signed({ by: "whsec_Zm9yZ2VkZm9yZ2VkZm9yZ2Vk" })],
  ["for another body", signed({ content: "{}" })],
  ["for another id", { ...signed(), "webhook-id": "m2" }],
  ["at an invalid time", { ...signed(), "webhook-timestamp": "soon" }],
  ["with an empty signature", { ...signed(), "webhook-signature": "v1" }],
])("a delivery signed %s is refused", async (_how, headers) => {
  await server.keepHook({ secrets: [kept(secret, { isSigned: true }), kept(oldSecret, { isSigned: true })] });
  expect((await server.send({ headers })).status).toBe(401);
});

test("deliveries signed during the rotation of the sealing key are all accepted", async () => {
  await server.keepHook({ secrets: [kept(secret, { isSigned: true, isOlder: true })] });
  const sendSome = (from: number) =>
    Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const headers = signed({ id: `m${from + index}` });
        return (await server.send({ headers })).status;
      }),
    );
  const before = await sendSome(0);
  const [meanwhile, { resealed }] = await Promise.all([
    sendSome(10),
    rotateKeys(server.redis.client, { sealer, firstKeyId: "k1", locations: product.sealed }),
  ]);
  const statuses = new Set([...before, ...meanwhile, ...(await sendSome(20))]);
  expect([[...statuses], [...resealed]]).toEqual([[202], [["secrets of alert hooks", 1]]]);
});

test("a hook with only the hash of its secret accepts no signature", async () => {
  expect((await server.send({ headers: signed() })).status).toBe(401);
});

test("a secret that cannot be opened is logged, and still works in the header", async () => {
  await server.keepHook({ secrets: [{ ...kept(secret), sealed: "v1.k1.nonsense" }] });
  expect((await server.send({ headers: signed() })).status).toBe(401);
  expect(server.logged()).toContain("cannot be opened");
  expect((await server.send({ headers: { ...signed(), ...bearer(secret) } })).status).toBe(202);
});

test("a signature covers the raw bytes, even if they are not valid text", async () => {
  await server.keepHook({ secrets: [kept(secret, { isSigned: true })] });
  const bytes = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]);
  const headers = signed();
  const signing = createHmac("sha256", Buffer.from(secret.slice(6), "base64"));
  signing.update(`m1.${headers["webhook-timestamp"]}.`).update(bytes);
  const signature = `v1,${signing.digest("base64")}`;
  expect(
    (await server.send({ body: bytes, headers: { ...headers, "webhook-signature": signature } })).status,
  ).toBe(202);
});

test("a retry with the same id and a new signature is a duplicate", async () => {
  await server.keepHook({ secrets: [kept(secret, { isSigned: true })] });
  await server.send({ headers: signed({ atMs: Date.now() - 5_000 }), body: alertBody });
  expect((await server.send({ headers: signed(), body: alertBody })).text).toContain('"duplicates":1');
});
