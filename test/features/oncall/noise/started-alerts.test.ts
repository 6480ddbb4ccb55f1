import { beforeEach, expect, test } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import { ingestInbox } from "../../../../src/features/alerts/ingest/ingest.ts";
import { startedAlerts } from "../../../../src/features/oncall/noise/started-alerts.ts";
import { noiseReport, weekOf } from "../../../../src/features/oncall/noise/report.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { hourMs, minuteMs } from "../../../../src/lib/duration.ts";
import { hookRecord, received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../../alerts/fixture.ts";

const redis = useRedis();
const hook = hookRecord();
let fixture: ReturnType<typeof alertFixture>;
let sent = 0;

beforeEach(async () => {
  fixture = alertFixture(redis.client, hook);
  await fixture.begin();
});

const alert = (name: string, facts: Partial<AlertEvent> = {}): Partial<AlertEvent> => ({
  key: `id:${name}`,
  title: name,
  alertName: name,
  ...facts,
});

async function send(...events: Partial<AlertEvent>[]): Promise<void> {
  const all = events.map((event) => received(event, `delivery ${(sent += 1)}`));
  const nowMs = fixture.nowMs();
  await fixture.inbox.accept(hook.id, all, { receivedAtMs: nowMs, acceptedAtMs: nowMs });
}

const report = () => noiseReport(fixture.context, weekOf(new Date("2026-11-20T10:00:00Z"), "Europe/Berlin"));
const firedBy = async () =>
  Object.fromEntries((await report()).rules.map(({ alertName, fired }) => [alertName, fired]));

test("an alert counts once, whatever number of processes ingest it, and repetitions add nothing", async () => {
  await send(alert("slow"), alert("down"), alert("slow"));
  const { listened } = createStore(redis.client);
  const steps = [1, 2, 3].map(() =>
    ingestInbox({ contextOf: () => fixture.context, notifyOutbox: () => {}, listened }),
  );
  await Promise.all(steps.map((step) => step(hook.id)));
  await fixture.ingest();
  await send(alert("slow"));
  await fixture.ingest();
  expect(await firedBy()).toEqual({ slow: 1, down: 1 });
});

test("an alert that comes again after ten minutes is another one", async () => {
  await send(alert("slow"), alert("slow", { state: "resolved" }));
  await fixture.ingest();
  fixture.pass(11 * minuteMs);
  await send(alert("slow"));
  await fixture.ingest();
  expect(await firedBy()).toEqual({ slow: 2 });
});

test("tests and muted alerts don't count", async () => {
  await fixture.hooks.change(hook.id, (present) => ({
    ...present,
    muted: { "id:quiet": { title: "quiet", userId: "U1", at: "2026-11-20T09:00:00.000Z" } },
  }));
  await send(alert("try", { isTest: true }), alert("quiet"), alert("slow"));
  await fixture.ingest();
  expect(await firedBy()).toEqual({ slow: 1 });
});

test("an alert belongs to the week in which it arrived, also if it is ingested later or changes", async () => {
  // Sunday, 22:59:59 in Berlin.
  fixture.pass(Date.parse("2026-11-22T22:59:59Z") - fixture.nowMs());
  await send(alert("sunday"));
  fixture.pass(1_000);
  await send(alert("monday"), alert("sunday"));
  fixture.pass(9 * hourMs);
  await fixture.ingest();
  await send(alert("sunday", { state: "resolved" }));
  await fixture.ingest();
  const ofWeek = async (day: string) =>
    (await noiseReport(fixture.context, weekOf(new Date(day), "Europe/Berlin"))).rules.map(
      ({ alertName }) => alertName,
    );
  expect(await ofWeek("2026-11-22T12:00:00Z")).toEqual(["sunday"]);
  expect(await ofWeek("2026-11-23T12:00:00Z")).toEqual(["monday"]);
});

test("a deleted hook leaves nothing to count", async () => {
  await send(alert("slow"));
  await fixture.ingest();
  await fixture.hooks.remove(hook.id);
  expect(await redis.client.keys("*begun-alerts*")).toEqual([]);
});

const key = (hookId: string) => `qm:{T1}:begun-alerts:${hookId}`;

test("if too many came, the latest are counted whole, and since when is known", async () => {
  const [a, b] = ["T1-a", "T1-b"];
  for (let n = 1; n <= 6; n += 1) await redis.client.zadd(key(a), n * 10, `a${n}`);
  for (let n = 1; n <= 4; n += 1) await redis.client.zadd(key(b), n * 10 + 5, `b${n}`);
  const between = (limits: { perHook: number; inAll: number }, sinceMs = 0) =>
    startedAlerts(redis.client, "T1", limits).between([a, b], sinceMs, 100);
  const idsOf = ({ alerts }: Awaited<ReturnType<typeof between>>) => alerts.map(({ id }) => id);
  const all = await between({ perHook: 10, inAll: 10 });
  expect(idsOf(all)).toEqual(["a6", "a5", "b4", "a4", "b3", "a3", "b2", "a2", "b1", "a1"]);
  expect(all.afterMs).toBeUndefined();
  const few = await between({ perHook: 10, inAll: 4 });
  expect([idsOf(few), few.afterMs]).toEqual([["a6", "a5", "b4", "a4"], 35]);
  // As if older alerts of the first hook were forgotten.
  const forgot = await between({ perHook: 6, inAll: 10 });
  expect([idsOf(forgot).at(-1), forgot.afterMs]).toEqual(["b1", 10]);
  const later = await between({ perHook: 6, inAll: 10 }, 20);
  expect([idsOf(later).at(-1), later.afterMs]).toEqual(["a2", undefined]);
});

test("the latest alerts of a hook are remembered for 30 days", async () => {
  await send(alert("slow"));
  await fixture.ingest();
  expect(await redis.client.ttl("qm:{T1}:begun-alerts:T1-checkout")).toBe(30 * 86_400);
});
