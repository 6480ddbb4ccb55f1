import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import { ingestInbox } from "../../../../src/features/alerts/ingest/ingest.ts";
import { differenceOf } from "../../../../src/features/alerts/ingest/account.ts";
import { beatEvent } from "../../../../src/features/oncall/heartbeat/advance.ts";
import { heartbeatKey } from "../../../../src/features/oncall/heartbeat/record.ts";
import { listening } from "../../../../src/platform/redis/listening.ts";
import { type FinishedSpan, createTracing } from "../../../../src/lib/tracing/recorder.ts";
import { type Tracing, noTracing } from "../../../../src/lib/tracing/tracing.ts";
import { alertEvent, hookRecord } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../../alerts/fixture.ts";

const redis = useRedis();
const minute = 60_000;
const heartbeat = { everySeconds: 300, graceSeconds: 120, userId: "U1", at: "2026-11-20T10:00:00.000Z" };
const hook = hookRecord({ heartbeat });
const title = "No beat from checkout for 7 min";
let fixture: ReturnType<typeof alertFixture>;
let replicas: { id: string; isUp: boolean }[];
let beats = 0;
let tracing: Tracing;

beforeEach(async () => {
  fixture = alertFixture(redis.client, hook);
  replicas = ["a", "b", "c"].map((id) => ({ id, isUp: true }));
  beats = 0;
  tracing = noTracing;
  await fixture.begin();
  await fixture.heartbeats.begin(hook.id, heartbeat, fixture.nowMs());
});

/** Lets time pass by seconds: the replicas that are up note that they listen, and each takes its round. */
async function pass(ms: number): Promise<void> {
  const store = createStore(redis.client);
  const notes = listening(redis.client);
  const untilMs = fixture.nowMs() + ms;
  while (fixture.nowMs() < untilMs) {
    fixture.pass(1_000);
    const second = Math.floor(fixture.nowMs() / 1_000);
    const up = replicas.filter(({ isUp }) => isUp);
    if (second % 2 === 0) for (const { id } of up) await notes.note(id, fixture.nowMs(), false);
    if (second % 5 !== 0) continue;
    const rounds = up.map(() =>
      ingestInbox({
        contextOf: () => fixture.context,
        notifyOutbox: () => {},
        listened: store.listened,
        tracing,
      }),
    );
    await Promise.all(
      rounds.map(async (step) => {
        while ((await step(hook.id)) === "next");
      }),
    );
  }
}

async function beat(): Promise<void> {
  beats += 1;
  const received = { event: beatEvent(), dedupeId: `beat ${beats}`, dedupeSeconds: 60 };
  const nowMs = fixture.nowMs();
  await fixture.inbox.accept(hook.id, [received], { receivedAtMs: nowMs, acceptedAtMs: nowMs });
  await fixture.ingest();
}

async function shown(): Promise<string[]> {
  await fixture.runOutbox("C1");
  // Without the lines of threads.
  return fixture.posts.map(({ text }) => text).filter((text) => !text.startsWith("<"));
}

async function expectAccount(): Promise<void> {
  const account = await fixture.alertAccount();
  expect(account && differenceOf(account)).toBe(0);
  expect(account).toMatchObject({ accepted: beats, suppressed: beats > 0 ? { heartbeat: beats } : {} });
}

test("beats in time post nothing", async () => {
  for (let count = 0; count < 3; count += 1) {
    await pass(5 * minute);
    await beat();
  }
  expect(await shown()).toEqual([]);
  await expectAccount();
});

test("a missing beat is one alert within 10 seconds with three replicas, and the next beat resolves it", async () => {
  await pass(minute);
  await beat();
  await pass(7 * minute - 1_000);
  expect(await shown()).toEqual([]);
  await pass(11_000);
  expect(await shown()).toEqual([`Firing: ${title}`]);
  await pass(10 * minute);
  expect(await shown()).toEqual([`Firing: ${title}`]);
  await beat();
  expect(await shown()).toEqual([`Resolved: ${title}`]);
  await expectAccount();
});

test("the alert of a missing beat carries the trace of the step that missed it", async () => {
  const sent: FinishedSpan[] = [];
  tracing = createTracing({
    sampleRatio: 1,
    send: (span) => sent.push(span),
    now: fixture.nowMs,
    monotonicMs: fixture.nowMs,
    random: Math.random,
    randomBytes,
  });
  await pass(8 * minute);
  const [incident] = await fixture.incidents.presentOf(hook.id, [heartbeatKey]);
  const ids = sent.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
  expect(incident?.traceparents).toHaveLength(1);
  expect(ids).toContain(incident?.traceparents?.[0]);
});

async function deliver(state: "firing" | "resolved"): Promise<void> {
  beats += 1;
  const event = { ...alertEvent({ key: "id:disk", title: "Disk is full" }), state, atMs: fixture.nowMs() };
  const received = { event, dedupeId: `disk ${beats}`, dedupeSeconds: 60 };
  const nowMs = fixture.nowMs();
  await fixture.inbox.accept(hook.id, [received], { receivedAtMs: nowMs, acceptedAtMs: nowMs });
  await fixture.ingest();
  await pass(1_000);
}

test("an end without a begin isn't posted, and one of an open alert ends it", async () => {
  await deliver("resolved");
  expect(await shown()).toEqual([]);
  await deliver("firing");
  expect(await shown()).toEqual(["Firing: Disk is full"]);
  await deliver("resolved");
  expect(await shown()).toEqual(["Resolved: Disk is full"]);
});

test("each gap is an incident of its own, however soon it follows", async () => {
  await pass(8 * minute);
  await beat();
  await pass(8 * minute);
  await beat();
  await pass(8 * minute);
  expect(await shown()).toEqual([`Resolved: ${title}`, `Resolved: ${title}`, `Firing: ${title}`]);
});

test("a restart of all processes begins the countdown again", async () => {
  await pass(minute);
  await beat();
  await pass(4 * minute);
  for (const replica of replicas) replica.isUp = false;
  await pass(10_000);
  replicas = [{ id: "d", isUp: true }];
  await pass(6 * minute);
  expect(await shown()).toEqual([]);
  await pass(minute + 10_000);
  expect(await shown()).toEqual([`Firing: ${title}`]);
});

test("a restart of one process after the other does not", async () => {
  await pass(minute);
  await beat();
  for (const [index, replica] of [...replicas].entries()) {
    await pass(minute);
    replicas.push({ id: `new ${index}`, isUp: true });
    await pass(10_000);
    replica.isUp = false;
  }
  await pass(4 * minute - 30_000 + 10_000);
  expect(await shown()).toEqual([`Firing: ${title}`]);
});

test("deliveries that may have failed begin the countdown again", async () => {
  await pass(minute);
  await beat();
  await pass(6 * minute);
  await listening(redis.client).note("a", fixture.nowMs(), true);
  await pass(6 * minute);
  expect(await shown()).toEqual([]);
  await pass(minute + 10_000);
  expect(await shown()).toEqual([`Firing: ${title}`]);
});

test("while no process has said that it listened, nothing is missing", async () => {
  await pass(minute);
  await beat();
  fixture.pass(20 * minute);
  await fixture.ingest();
  expect(await shown()).toEqual([]);
});

test("a beat that waits in the inbox is not missing", async () => {
  await pass(minute);
  await beat();
  await pass(7 * minute);
  const received = { event: beatEvent(), dedupeId: "late", dedupeSeconds: 60 };
  await fixture.inbox.accept(hook.id, [received], { receivedAtMs: fixture.nowMs(), acceptedAtMs: 1 });
  await pass(10_000);
  expect(await shown()).toEqual([]);
});

test("a paused hook misses no beat, and counts from the resume", async () => {
  const paused = { userId: "U1", at: "2026-11-20T10:00:00.000Z" };
  await fixture.hooks.change(hook.id, (present) => ({ ...present, paused }));
  await pass(10 * minute);
  await fixture.hooks.change(hook.id, (present) => ({ ...present, paused: undefined }));
  await fixture.heartbeats.begin(hook.id, heartbeat, fixture.nowMs());
  await pass(6 * minute);
  expect(await shown()).toEqual([]);
  await pass(minute + 10_000);
  expect(await shown()).toEqual([`Firing: ${title}`]);
});

test("a muted missing beat shows nothing, and is looked for once", async () => {
  const muted = { [heartbeatKey]: { title, userId: "U1", at: "2026-11-20T10:00:00.000Z" } };
  await fixture.hooks.change(hook.id, (present) => ({ ...present, muted }));
  await pass(15 * minute);
  expect(await shown()).toEqual([]);
  expect(await fixture.incidents.due(hook.id, Infinity, 10)).toEqual([]);
});

test("a hook that expects no more beats forgets its timer", async () => {
  await fixture.hooks.change(hook.id, (present) => ({ ...present, heartbeat: undefined }));
  await pass(8 * minute);
  expect(await shown()).toEqual([]);
  expect(await fixture.incidents.due(hook.id, Infinity, 10)).toEqual([]);
});

test("a missing beat is posted within its time and ten minutes more, while replicas die every few seconds", async () => {
  replicas = replicas.slice(0, 2);
  await beat();
  const begunMs = fixture.nowMs();
  let restarts = 0;
  while ((await shown()).length === 0 && fixture.nowMs() - begunMs < 60 * minute) {
    // One of two is replaced each time, before it has seen enough of the other.
    restarts += 1;
    const first = replicas[restarts % 2];
    if (first) first.id = `process ${restarts}`;
    await pass(4_000);
  }
  expect(await shown()).toEqual([`Firing: ${title}`]);
  expect(fixture.nowMs() - begunMs).toBeLessThan((7 + 10 + 8) * minute);
});
