import { expect, test } from "vitest";
import { queueAction } from "../../../../src/features/alerts/actions/target.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { createStore } from "../../../../src/app/store.ts";
import { hookRecord, received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { minuteMs } from "../../../../src/lib/duration.ts";
import { ensureIngestion, ingestInbox } from "../../../../src/features/alerts/ingest/ingest.ts";

const redis = useRedis();
const hookId = "T1-checkout";
const start = Date.parse("2026-11-20T10:00:00.000Z");

function ingestFixture(hook = hookRecord()) {
  const kept = createStore(redis.client).workspace("T1");
  let nowMs = start;
  let ids = 0;
  const notified: string[] = [];
  const metered: [fate: string, count: number | undefined][] = [];
  const parts = {
    ...kept,
    workspaceId: "T1",
    ingestSoon: () => {},
    newId: () => `i${(ids += 1)}`,
    now: () => new Date(nowMs),
  };
  // Holds all that a step uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  const step = ingestInbox({
    contextOf: () => context,
    listened: createStore(redis.client).listened,
    notifyOutbox: (_, channelId) => void notified.push(channelId),
    metrics: { events: (fate, count) => void metered.push([fate, count]) },
  });
  return {
    ...kept,
    context,
    notified,
    metered,
    pass: (ms: number) => (nowMs += ms),
    begin: () => kept.hooks.add(hook),
    accept: (...events: Partial<AlertEvent>[]) =>
      kept.inbox.accept(
        hookId,
        events.map((event) => received(event)),
        { receivedAtMs: nowMs, acceptedAtMs: nowMs },
      ),
    acceptFrom: (traceparent: string, title: string) =>
      kept.inbox.accept(hookId, [received({ title })], {
        receivedAtMs: nowMs,
        acceptedAtMs: nowMs,
        traceparent,
      }),
    /** Ingests the whole inbox. */
    async ingest() {
      while ((await step(hookId)) === "next");
    },
    present: async (key = "id:checkout") => (await kept.incidents.presentOf(hookId, [key]))[0],
    counts: () => redis.client.hgetall(keys.alertCounts("T1")),
    events: (channelId = "C1") => redis.client.hvals(keys.outboxEvents("T1", channelId)),
  };
}

test("an accepted event becomes an incident in its channel's outbox", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await fixture.accept({ atMs: start });
  await fixture.ingest();
  expect(await fixture.present()).toMatchObject({ state: "firing", times: 1, channelId: "C1", hookId });
  expect(fixture.notified).toEqual(["C1"]);
  expect(await fixture.events()).toEqual(["1"]);
  expect(await fixture.inbox.full()).toEqual([]);
});

test("thousands of events of one alert become one incident with their count", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  const windows = Array.from({ length: 1_200 }, (_, minute) => ({
    atMs: start + minute * minuteMs,
    value: `${minute}`,
  }));
  await fixture.accept(...windows, { atMs: start + 1_200 * minuteMs, state: "resolved" });
  await fixture.ingest();
  expect(await fixture.present()).toMatchObject({ state: "resolved", times: 1_201 });
  expect(await fixture.events()).toEqual(["1201"]);
  expect(await fixture.counts()).toEqual({ accepted: "1201" });
});

test("events of one millisecond keep their order in the outbox", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  const all = Array.from({ length: 30 }, (_, number) => ({ key: `id:${number}` }));
  await fixture.accept(...all);
  await fixture.ingest();
  const ids = await redis.client.zrange(keys.outbox("T1", "C1"), "0", "-1");
  const found = await fixture.incidents.many(ids);
  expect(found.map(({ key }) => key)).toEqual(all.map(({ key }) => key));
});

test("news go before earlier repetitions in the outbox", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await fixture.accept({ key: "old", atMs: start }, { key: "other", atMs: start });
  await fixture.ingest();
  await redis.client.del(keys.outbox("T1", "C1"));
  fixture.pass(minuteMs);
  await fixture.accept({ key: "old", atMs: start + minuteMs }, { key: "new" });
  await fixture.accept({ key: "other", atMs: start + 2 * minuteMs, state: "resolved" });
  await fixture.ingest();
  const found = await fixture.incidents.many(await redis.client.zrange(keys.outbox("T1", "C1"), "0", "-1"));
  expect(found.map(({ key }) => key)).toEqual(["new", "other", "old"]);
});

test("an action follows earlier events, and goes first in the outbox", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await fixture.accept({});
  await fixture.ingest();
  const incident = await fixture.present();
  if (!incident) throw new Error("There is no incident.");
  const { id: incidentId } = incident;
  await fixture.accept({ value: "13" });
  await queueAction(fixture.context, incident, {
    kind: "action",
    verb: "acknowledge",
    incidentId,
    atMs: start,
    userId: "U2",
  });
  await fixture.ingest();
  expect(await fixture.present()).toMatchObject({ state: "acknowledged", times: 2 });
  expect(await redis.client.zscore(keys.outbox("T1", "C1"), incidentId)).toBe("0");
});

test("a timer takes effect when it is due", async () => {
  const fixture = ingestFixture(hookRecord({ escalation: { groupId: "S1", afterMinutes: 15 } }));
  await fixture.begin();
  await fixture.accept({});
  fixture.pass(15 * minuteMs - 1);
  await fixture.ingest();
  expect((await fixture.present())?.history).toHaveLength(1);
  fixture.pass(1);
  await fixture.ingest();
  expect((await fixture.present())?.history.at(-1)).toMatchObject({ what: "mentioned", groupId: "S1" });
});

test("muted events are counted and not posted", async () => {
  const muted = { "id:checkout": { title: "Checkout", userId: "U1", at: "2026-11-20T09:00:00.000Z" } };
  const fixture = ingestFixture(hookRecord({ muted }));
  await fixture.begin();
  await fixture.accept({ title: "one" }, { title: "two" });
  await fixture.ingest();
  expect(await fixture.counts()).toEqual({ accepted: "2", "suppressed:muted": "2" });
  expect(fixture.metered).toEqual([["suppressed", 2]]);
  expect(fixture.notified).toEqual([]);
});

test("events of a deleted hook count as suppressed", async () => {
  const fixture = ingestFixture();
  await fixture.accept({ title: "one" }, { title: "two" });
  await fixture.ingest();
  expect(await fixture.counts()).toEqual({ accepted: "2", "suppressed:hook deleted": "2" });
  expect(await fixture.inbox.full()).toEqual([]);
});

test("the event log keeps an event with its route", async () => {
  const fixture = ingestFixture(hookRecord({ rules: [{ title: "checkout", channelId: "C9" }] }));
  await fixture.begin();
  await fixture.accept({ title: "Checkout errors" }, { key: "id:other", title: "Disk full" });
  await fixture.ingest();
  const logged = await fixture.eventLog(hookId).since(start);
  expect(logged.map(({ event, channelId, ruleNumber }) => [event.title, channelId, ruleNumber])).toEqual([
    ["Checkout errors", "C9", 1],
    ["Disk full", "C1", undefined],
  ]);
  expect(fixture.notified.toSorted()).toEqual(["C1", "C9"]);
});

test("an unreadable action, such as of a newer version, is removed and does not count as an event", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await redis.client.rpush(keys.inbox("T1", hookId), '{"kind":"action","verb":"of tomorrow"}');
  await fixture.ingest();
  expect(await redis.client.llen(keys.inbox("T1", hookId))).toBe(0);
  expect(await fixture.counts()).toEqual({});
});

test("an unreadable event is counted and does not delay the rest", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await redis.client.rpush(keys.inbox("T1", hookId), "{broken", '{"kind":"event"}');
  await fixture.accept({});
  await fixture.ingest();
  expect(await fixture.present()).toMatchObject({ times: 1 });
  expect(await fixture.counts()).toMatchObject({ "suppressed:broken": "2" });
});

test("two concurrent ingestions of one inbox count everything once", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  const windows = Array.from({ length: 900 }, (_, minute) => ({ atMs: start + minute * minuteMs }));
  await fixture.accept(...windows);
  await Promise.all([fixture.ingest(), fixture.ingest(), fixture.ingest()]);
  expect(await fixture.present()).toMatchObject({ times: 900 });
  expect(await fixture.events()).toEqual(["900"]);
});

test("a round ingests a hook with a filled inbox", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await fixture.accept({});
  const found: string[] = [];
  await ensureIngestion(
    createStore(redis.client),
    (id) => found.push(id),
    () => new Date(start),
  );
  expect(found).toEqual([hookId]);
});

test("an expired incident leaves the list of open ones", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await fixture.accept({ key: "id:old" });
  await fixture.ingest();
  const [old = ""] = await fixture.incidents.open(hookId);
  fixture.pass(61 * 24 * 60 * minuteMs);
  await fixture.accept({ key: "id:new" });
  await fixture.ingest();
  expect(await fixture.incidents.open(hookId)).not.toContain(old);
  expect(await fixture.incidents.open(hookId)).toHaveLength(1);
});

test("an incident keeps the spans of its latest ten events, and its trace those of all", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  const spans = Array.from({ length: 12 }, (_, index) => `span ${index}`);
  for (const span of spans) await fixture.acceptFrom(span, span);
  await fixture.ingest();
  const incident = await fixture.present();
  expect(incident?.traceparents).toEqual(spans.slice(2));
  const trace = await fixture.incidents.trace(incident?.id ?? "");
  expect(trace.map((entry) => (entry.step === "event" ? entry.traceparent : undefined))).toEqual(spans);
});

test("an event without a span has an empty place among the spans of others, until none is left", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await fixture.acceptFrom("span 1", "traced");
  await fixture.accept({ title: "untraced" });
  await fixture.ingest();
  expect((await fixture.present())?.traceparents).toEqual(["span 1", ""]);
  for (let count = 0; count < 9; count += 1) await fixture.accept({ title: `untraced ${count}` });
  await fixture.ingest();
  expect(await fixture.present()).not.toHaveProperty("traceparents");
});

test("without traces, nothing about them is kept", async () => {
  const fixture = ingestFixture();
  await fixture.begin();
  await fixture.accept({});
  expect(await redis.client.lrange(keys.inbox("T1", hookId), 0, -1)).not.toContain("traceparent");
  await fixture.ingest();
  expect(await fixture.present()).not.toHaveProperty("traceparents");
});
