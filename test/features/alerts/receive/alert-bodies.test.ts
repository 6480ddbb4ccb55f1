import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { alertBodies, keptBodyBytes } from "../../../../src/features/alerts/receive/alert-bodies.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { inbox } from "../../../../src/features/alerts/receive/inbox.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { alertEvent, received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const hookId = "T1-checkout";
const times = { receivedAtMs: 1_000, acceptedAtMs: 1_001 };

/** Accepts an event and returns it as it waits in the inbox. */
async function accepted(facts: Partial<AlertEvent>, bodyBytes = 1_000_000): Promise<AlertEvent> {
  const own = inbox(redis.client, "T1", { bodyBytes });
  await own.accept(hookId, [received(facts)], times);
  const last = (await own.waiting(hookId, 100)).entries.at(-1);
  if (last?.kind !== "event") throw new Error("No event waits.");
  return last.event;
}

const bodies = () => alertBodies(redis.client, "T1");

/** A text that compression makes at most a quarter smaller. A seed gives the same text each time. */
function noise(bytes: number, seed: number): string {
  const parts = Array.from({ length: bytes / 40 + 1 }, (_, n) => hash("sha256", `${seed} ${n}`, "base64url"));
  return parts.join("").slice(0, bytes);
}

test("an event keeps 8 KB of a long body, and the whole body is kept beside it for a day", async () => {
  const body = "a line of a log\n".repeat(15_000);
  const event = await accepted({ body });
  expect(event.body).toBe(body.slice(0, 8_192));
  expect(await bodies().whole(hookId, event)).toBe(body);
  const [key = ""] = await redis.client.keys(keys.alertBody("T1", "*"));
  expect(await redis.client.strlen(key)).toBeLessThan(2_000);
  expect(await redis.client.ttl(key)).toBeGreaterThan(86_000);
  expect(await redis.client.ttl(key)).toBeLessThanOrEqual(86_400);
});

test("a body of 8 KB stays unchanged, and nothing is kept beside it", async () => {
  const body = "ä".repeat(4_096);
  const event = await accepted({ body });
  expect(event).toEqual(alertEvent({ body }));
  expect(await bodies().whole(hookId, event)).toBe(body);
  expect(await bodies().usage()).toEqual({ bodies: 0, bytes: 0 });
});

test("a body is never cut inside a character", async () => {
  const event = await accepted({ body: `x${"🚨".repeat(5_000)}` });
  expect(event.body).toBe(`x${"🚨".repeat(2_047)}`);
  expect(Buffer.byteLength(event.body)).toBeLessThanOrEqual(keptBodyBytes);
});

test("one whole body is kept for each alert: that of its latest event", async () => {
  const first = await accepted({ title: "first", body: noise(20_000, 1) });
  const { bytes } = await bodies().usage();
  const second = await accepted({ title: "second", body: noise(20_000, 2) });
  expect(await bodies().whole(hookId, first)).toBeUndefined();
  expect(await bodies().whole(hookId, second)).toBe(noise(20_000, 2));
  const usage = await bodies().usage();
  expect(usage.bodies).toBe(1);
  expect(usage.bytes / bytes).toBeCloseTo(1, 1);
});

test("if a workspace has too many bodies, the oldest are removed", async () => {
  const events = [];
  for (const key of ["a", "b", "c"])
    events.push(await accepted({ key, body: noise(30_000, key.codePointAt(0) ?? 0) }, 60_000));
  const kept = await Promise.all(events.map((event) => bodies().whole(hookId, event)));
  expect(kept.map((body) => body?.length)).toEqual([undefined, 30_000, 30_000]);
  const { bytes } = await bodies().usage();
  const [sizes, held] = await Promise.all([
    redis.client.hget(keys.alertBodySizes("T1"), "total"),
    redis.client.keys(keys.alertBody("T1", "*")),
  ]);
  const lengths = await Promise.all(held.map((key) => redis.client.strlen(key)));
  expect(bytes).toBeLessThanOrEqual(60_000);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(Number(sizes));
});

test("a body above the whole quota is not kept, and its event says so", async () => {
  const event = await accepted({ body: noise(30_000, 3) }, 10_000);
  expect(event.wholeBody?.bytes).toBe(30_000);
  expect(await bodies().whole(hookId, event)).toBeUndefined();
  expect(await bodies().usage()).toEqual({ bodies: 0, bytes: 0 });
});

test("the bodies of another workspace are not touched", async () => {
  const event = await accepted({ body: noise(30_000, 4) }, 40_000);
  const other = inbox(redis.client, "T2", { bodyBytes: 40_000 });
  await other.accept("T2-other", [received({ body: noise(30_000, 5) })], times);
  expect(await bodies().whole(hookId, event)).toBe(noise(30_000, 4));
});

test("bodies older than a day do not count", async () => {
  await accepted({ body: noise(30_000, 6) });
  const [id = ""] = await redis.client.zrange(keys.alertBodyIndex("T1"), "0", "-1");
  await redis.client.zadd(keys.alertBodyIndex("T1"), String(Date.now() - 86_401_000), id);
  expect(await bodies().usage()).toEqual({ bodies: 0, bytes: 0 });
});

test("a duplicate of a long delivery does not store its body again", async () => {
  const event = await accepted({ body: noise(30_000, 7) });
  await redis.client.del(...(await redis.client.keys(keys.alertBody("T1", "*"))));
  await accepted({ body: noise(30_000, 7) });
  expect(await bodies().whole(hookId, event)).toBeUndefined();
});

test("an event with its whole body inside is read unchanged", async () => {
  const body = "x".repeat(200_000);
  expect(await bodies().whole(hookId, alertEvent({ body }))).toBe(body);
});

test("a damaged body counts as gone", async () => {
  const event = await accepted({ body: noise(30_000, 8) });
  const [key = ""] = await redis.client.keys(keys.alertBody("T1", "*"));
  await redis.client.set(key, "broken");
  expect(await bodies().whole(hookId, event)).toBeUndefined();
});
