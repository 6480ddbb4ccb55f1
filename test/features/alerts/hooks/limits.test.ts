import { expect, test } from "vitest";
import { inbox } from "../../../../src/features/alerts/receive/inbox.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { received } from "../../../support/alerts.ts";
import {
  type HookAnswer,
  at,
  bearer,
  kept,
  secret,
  useHookAuthenticator,
} from "../../../support/hook-authenticator.ts";
import { until } from "../../../support/until.ts";

const slow = { eventsPerMinute: 3, bytesPerMinute: 2_000 };
const wide = { eventsPerMinute: 100, bytesPerMinute: 1_000_000 };
const limits = { hook: slow, workspace: wide };
const server = useHookAuthenticator(limits);

let count = 0;

function alert(id: string, length = 10): Promise<HookAnswer> {
  const body = JSON.stringify({
    eventId: `e${(count += 1)}`,
    state: "ALERT",
    title: "A",
    body: "x".repeat(length),
  });
  return server.send({ id, headers: bearer(secret), body });
}

/** Each test has a hook of its own, because a refusal is cached for a moment. */
async function newHook(): Promise<string> {
  const id = `T1-limited${(count += 1)}`;
  await server.keepHook({ id, name: id, secrets: [{ ...kept(secret), hash: kept(secret).hash }] });
  return id;
}

async function refusals(): Promise<string[]> {
  const own = inbox(server.redis.client, "T1");
  await until(async () => (await own.refused(at)).length > 0);
  return (await own.refused(at)).map(({ hookId, reason, count: times }) => `${hookId} ${reason} ${times}`);
}

test("a hook over its limit of alerts answers 429 with the time to retry, and stores nothing", async () => {
  const id = await newHook();
  const answers = [await alert(id), await alert(id), await alert(id), await alert(id)];
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
  expect(Number(answers[3]?.headers["retry-after"])).toBeGreaterThan(0);
  expect(answers[3]?.text).toContain("This hook is over its limit of alerts a minute.");
  expect(await server.redis.client.llen(keys.inbox("T1", id))).toBe(3);
  expect(await refusals()).toEqual([`${id} hook_events 1`]);
  expect(await server.counted('qm_hook_refusals_total{reason="hook_events"}')).toBe(1);
  expect(await server.counted('qm_hook_requests_total{outcome="limited"}')).toBe(1);
});

test("a hook over its limit of bytes answers 429, and another hook still accepts alerts", async () => {
  const [id, other] = [await newHook(), await newHook()];
  expect((await alert(id, 3_000)).status).toBe(202);
  const refused = await alert(id);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("This hook is over its limit of bytes a minute.");
  expect((await alert(other)).status).toBe(202);
});

test("a wrong secret is still answered with 401 while the hook is over its limit", async () => {
  const id = await newHook();
  await alert(id, 3_000);
  expect((await alert(id)).status).toBe(429);
  expect((await server.send({ id, headers: bearer("whsec_wrong") })).status).toBe(401);
});

test("while Redis is nearly full, hooks answer 503 with the time to retry, and then accept alerts again", async ({
  skip,
}) => {
  const used = Number(/^used_memory:(\d+)/m.exec(await server.redis.client.info("memory"))?.[1]);
  if (Number.isNaN(used)) return skip("This Redis does not tell how full it is.");
  await server.redis.client.config("SET", "maxmemory", String(Math.round(used / 0.9)));
  // A hook over its own limit would answer 429 first.
  await until(async () => (await alert(await newHook())).status === 503);
  const id = await newHook();
  const full = await alert(id);
  expect(full.text).toContain("storage is nearly full");
  expect(Number(full.headers["retry-after"])).toBeGreaterThan(0);
  expect(await server.redis.client.set("qm:other", "goes on")).toBe("OK");
  await until(async () => (await refusals()).includes(`${id} memory 1`));
  await server.redis.client.config("SET", "maxmemory", "0");
  await until(async () => (await alert(await newHook())).status === 202);
});

const times = { receivedAtMs: 1_000, acceptedAtMs: 1_001 };

test("replicas share a hook's limits, and a workspace's hooks share the workspace's", async () => {
  const tight = { hook: { ...wide, eventsPerMinute: 2 }, workspace: { ...wide, eventsPerMinute: 3 } };
  const replicas = [1, 2].map(() => inbox(server.redis.client, "T9", tight));
  const reasons = [];
  for (const [index, hookId] of ["a", "a", "a", "b", "b", "c"].entries()) {
    const answer = await replicas[index % 2]?.accept(hookId, [received({ key: `${index}` })], times);
    reasons.push(answer?.refused?.reason ?? "accepted");
  }
  expect(reasons).toEqual([
    "accepted",
    "accepted",
    "hook_events",
    "accepted",
    "workspace_events",
    "workspace_events",
  ]);
});

/** Lets time pass for a hook's rate, which goes by Redis' clock. */
async function pass(workspaceId: string, hookId: string, ms: number): Promise<void> {
  const key = keys.hookRates(workspaceId);
  const [events, bytes, atMs] = (await server.redis.client.hget(key, hookId))?.split(" ") ?? [];
  await server.redis.client.hset(key, hookId, `${events} ${bytes} ${Number(atMs) - ms}`);
}

test("a refused delivery is accepted after the time to retry", async () => {
  const own = inbox(server.redis.client, "T9", { hook: slow });
  const storm = Array.from({ length: 4 }, (_, index) => received({ key: `${index}` }));
  await own.accept("a", storm, times);
  const { refused } = await own.accept("a", [received({ key: "late" }, "late")], times);
  expect(refused?.reason).toBe("hook_events");
  await pass("T9", "a", refused?.forMs ?? 0);
  const again = await own.accept("a", [received({ key: "late" }, "late")], times);
  expect(again).toEqual({ accepted: 1, duplicates: 0, coalesced: 0 });
});

test("a delivery larger than the whole limit is accepted after a quiet time", async () => {
  const own = inbox(server.redis.client, "T9", { hook: { ...wide, eventsPerMinute: 2 } });
  const many = Array.from({ length: 5 }, (_, index) => received({ key: `${index}` }));
  expect(await own.accept("a", many, times)).toEqual({ accepted: 5, duplicates: 0, coalesced: 0 });
  const { refused } = await own.accept("a", [received({ key: "next" })], times);
  // Three events above the limit have to leak away, and each takes half a minute.
  expect(refused?.forMs).toBeGreaterThan(80_000);
});
