import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  json,
  oneof,
  string,
  uint8Array,
  webPath,
} from "fast-check";
import { expect, test } from "vitest";
import { hooks } from "../../../../src/features/alerts/hooks/hooks.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import {
  type Sent,
  alertBody,
  bearer,
  quota,
  kept,
  oldSecret,
  secret,
  useHookAuthenticator,
} from "../../../support/hook-authenticator.ts";
import { signed } from "../../../support/signed-webhook.ts";
import { until } from "../../../support/until.ts";

const server = useHookAuthenticator();

const refused: [string, Sent][] = [
  ["a wrong secret", { headers: bearer("whsec_wrong") }],
  ["a wrong secret in the address", { path: "/whsec_wrong" }],
  ["an address that does not decode", { path: "/%E0%A4%A" }],
  ["no secret", {}],
  ["a scheme that is not Bearer", { headers: { authorization: `Basic ${secret}` } }],
  ["the digest in place of the secret", { headers: bearer(kept(secret).hash) }],
  ["an unknown id", { id: "T1-unknown", headers: bearer(secret) }],
  ["an id of another workspace", { id: "T2-checkout", headers: bearer(secret) }],
  ["an id that cannot be one", { id: "}:hooks", headers: bearer(secret) }],
  ["no id", { id: "", headers: bearer(secret) }],
  ["a forged signature", { headers: signed({ by: "whsec_Zm9yZ2VkZm9yZ2VkZm9yZ2Vk" }) }],
];

test("every refused request gets the same 401 to the byte, and nothing is stored", async () => {
  const answers = [];
  for (const [what, sent] of refused) answers.push({ what, answer: await server.send(sent) });
  expect(await server.redis.client.keys("*")).toEqual([keys.hooks("T1")]);
  await hooks(server.redis.client, "T1", []).remove("T1-checkout");
  answers.push({ what: "a hook that was deleted", answer: await server.send({ headers: bearer(secret) }) });
  const [first] = answers;
  expect(first?.answer.status).toBe(401);
  expect(answers).toEqual(answers.map(({ what }) => ({ what, answer: first?.answer })));
  expect(server.notified()).toEqual([]);
  expect(await server.counted('qm_hook_requests_total{outcome="unauthorized"}')).toBe(answers.length);
});

/** Requests that no hook could accept, with any body. */
const hopeless = new Set(["no secret", "a scheme that is not Bearer", "an id that cannot be one", "no id"]);

test("a request that no hook could accept is refused before its body, without a call to Redis", async () => {
  const asked: unknown[] = [];
  const monitor = await server.redis.client.monitor();
  monitor.on("monitor", (_time: string, args: string[]) => void asked.push(args));
  for (const [what, { id = "T1-checkout", headers = {} }] of refused) {
    if (!hopeless.has(what)) continue;
    const asking = request(`${server.url}/hooks/${encodeURI(id)}`, {
      method: "POST",
      headers: { ...headers, "content-length": "100000" },
    });
    asking.on("error", () => {});
    asking.flushHeaders();
    const [response]: IncomingMessage[] = await once(asking, "response");
    asking.destroy();
    expect([what, response?.statusCode]).toEqual([what, 401]);
  }
  await server.redis.client.echo("the last");
  await until(async () => asked.length > 0);
  monitor.disconnect();
  expect(asked).toEqual([["echo", "the last"]]);
});

test("while bodies under way fill their quota, an alert is answered 503 with the time to retry", async () => {
  const all = 4 * 1024 * 1024;
  expect(quota.take(all)).toBe(true);
  const answer = await server.send({ headers: bearer(secret) });
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(await server.counted('qm_hook_requests_total{outcome="busy"}')).toBe(1);
  quota.giveBack(all);
  expect((await server.send({ headers: bearer(secret) })).status).toBe(202);
});

test("every other refused request reads Redis once, so all take the same time", async () => {
  const reads: string[][] = [];
  const monitor = await server.redis.client.monitor();
  monitor.on("monitor", (_time: string, args: string[]) => void reads.push(args));
  const others = refused.filter(([what]) => !hopeless.has(what));
  for (const [, sent] of others) await server.send(sent);
  await until(async () => reads.length >= others.length);
  monitor.disconnect();
  expect(reads.map(([command]) => command?.toLowerCase())).toEqual(others.map(() => "hget"));
});

test("no secret is in the log or in plain text in Redis", async () => {
  await server.keepHook({
    secrets: [kept(secret, { isSigned: true }), { ...kept(oldSecret), sealed: "v1.k1.nonsense" }],
  });
  for (const path of [`/${secret}`, `/${oldSecret}`]) {
    await server.send({ path });
    await server.send({ path, method: "GET" });
    await server.send({ path, id: "T1-unknown" });
    await server.send({ path, headers: signed() });
    await server.redis.client.hset(keys.hooks("T1"), "T1-broken", "{}");
    await server.send({ path, id: "T1-broken" });
  }
  expect(server.logged()).toContain("couldn't accept an alert");
  const stored = await Promise.all([server.redis.client.hvals(keys.hooks("T1")), server.waiting()]);
  for (const each of [secret, oldSecret])
    expect(`${server.logged()}${stored.join("")}`).not.toContain(each.slice(6));
});

test("no request to any address is answered with a 5xx", async () => {
  const header = constantFrom("authorization", "idempotency-key", "content-type", "webhook-id", "svix-id");
  const value = oneof(
    constant(`Bearer ${secret}`),
    array(constantFrom("a", "Z9", " ", ",", "=", "/", "é")).map((parts) => parts.join("")),
  );
  const jsonText = oneof(json(), string(), constant(alertBody));
  await assert(
    asyncProperty(
      oneof(
        constant(`/${secret}`),
        webPath(),
        string().map((text) => `/${encodeURIComponent(text)}`),
      ),
      dictionary(header, value, { noNullPrototype: true }),
      oneof(
        jsonText,
        uint8Array().map((bytes) => new Uint8Array(bytes)),
      ),
      async (path, headers, content) => {
        const { status } = await server.send({ path, headers: { ...headers }, body: content });
        expect([202, 401]).toContain(status);
      },
    ),
    { numRuns: 200 },
  );
});
