import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import { differenceOf } from "../../../../src/features/alerts/ingest/account.ts";
import { ingestInbox } from "../../../../src/features/alerts/ingest/ingest.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { MaintenanceWindow } from "../../../../src/features/oncall/maintenance/record.ts";
import { hookRecord, received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../../alerts/fixture.ts";

const redis = useRedis();
const minute = 60_000;
const startMs = Date.parse("2026-11-20T10:00:00.000Z");
const hook = hookRecord();
let fixture: ReturnType<typeof alertFixture>;

/** An hour of maintenance that begins after ten minutes. */
const hour: MaintenanceWindow = {
  id: "w1",
  when: { kind: "once", fromMs: startMs + 10 * minute, untilMs: startMs + 70 * minute },
  userId: "U1",
  at: "2026-11-20T10:00:00.000Z",
};

async function begin(...maintenance: MaintenanceWindow[]): Promise<void> {
  await redis.client.flushdb();
  fixture = alertFixture(redis.client, { ...hook, maintenance });
  await fixture.begin();
  await fixture.maintenance.changed(hook.id, fixture.nowMs());
  await fixture.ingest();
}
beforeEach(() => begin(hour));

/** What three replicas do in a round at the same time. */
async function round(): Promise<void> {
  const { listened } = createStore(redis.client);
  const steps = [1, 2, 3].map(() =>
    ingestInbox({ contextOf: () => fixture.context, notifyOutbox: () => {}, listened }),
  );
  await Promise.all(
    steps.map(async (step) => {
      while ((await step(hook.id)) === "next");
    }),
  );
}

async function pass(ms: number): Promise<void> {
  fixture.pass(ms);
  await round();
}

let sent = 0;
async function send(...events: Partial<AlertEvent>[]): Promise<void> {
  const all = events.map((event) => received(event, `delivery ${(sent += 1)}`));
  const nowMs = fixture.nowMs();
  await fixture.inbox.accept(hook.id, all, { receivedAtMs: nowMs, acceptedAtMs: nowMs });
  await round();
}

async function shown(): Promise<string[]> {
  await fixture.runOutbox("C1");
  return fixture.posts.map(({ text }) => text).filter((text) => !text.startsWith("<"));
}

async function expectAccount(accepted: number): Promise<void> {
  const account = await fixture.alertAccount();
  expect(account && differenceOf(account)).toBe(0);
  expect(account).toMatchObject({ accepted, dead: 0, waiting: 0 });
}

const alert = (name: string, facts: Partial<AlertEvent> = {}): Partial<AlertEvent> => ({
  key: `id:${name}`,
  title: name,
  alertName: name,
  ...facts,
});
const begun = "Maintenance of checkout until 2026-11-20 11:10 UTC. I keep new alerts and don't post them.";
const ended = "Maintenance of checkout is over: 2026-11-20 10:10 UTC to 2026-11-20 11:10 UTC.";

test("new alerts are kept; begin, end and what still fires are posted once with three replicas", async () => {
  await send(alert("before"));
  await pass(10 * minute);
  await send(alert("slow"), alert("down", { severity: "error" }), alert("brief"));
  await pass(minute);
  await send(alert("slow"), alert("brief", { state: "resolved" }), alert("before", { state: "resolved" }));
  expect(await shown()).toEqual(["Resolved: before", begun]);
  await pass(60 * minute);
  await round();
  expect((await shown()).toSorted()).toEqual(
    [
      "Resolved: before",
      begun,
      `${ended} Held back: 3 alerts that came 5 times in all. 2 still fire: see below.`,
      "Firing, error: down",
      "Firing: slow",
    ].toSorted(),
  );
  await pass(60 * minute);
  expect(await shown()).toHaveLength(5);
  await expectAccount(7);
});

test("after the end an alert is as any other", async () => {
  await pass(11 * minute);
  await send(alert("slow"));
  await pass(60 * minute);
  await send(alert("slow", { state: "resolved" }), alert("late"));
  expect((await shown()).slice(-2).toSorted()).toEqual(["Firing: late", "Resolved: slow"]);
  await expectAccount(3);
});

test("critical alerts pass if they may", async () => {
  await begin({ ...hour, criticalPasses: true });
  await pass(11 * minute);
  await send(alert("fire", { severity: "critical" }), alert("slow", { severity: "warning" }));
  await send(alert("slow", { severity: "critical" }));
  const posts = (await shown()).filter((text) => text.startsWith("Firing"));
  expect(posts.toSorted()).toEqual(["Firing, critical: fire", "Firing, critical: slow"]);
  await expectAccount(3);
});

test("critical alerts are kept otherwise, and lead the list of the worst", async () => {
  await pass(11 * minute);
  await send(alert("fire", { severity: "critical" }), alert("slow"));
  expect(await shown()).toEqual([begun]);
  const state = await fixture.maintenance.find(hook.id);
  expect(state?.active?.worst.map(({ title }) => title)).toEqual(["fire", "slow"]);
});

test("an alert that is kept mentions no one before it is posted, and then gets its time", async () => {
  const escalation = { groupId: "S1", afterMinutes: 15 };
  await fixture.hooks.change(hook.id, (present) => ({ ...present, escalation }));
  await pass(11 * minute);
  await send(alert("slow"));
  await pass(20 * minute);
  await pass(40 * minute);
  await fixture.runOutbox("C1");
  expect(fixture.posts.filter(({ text }) => text.includes("S1"))).toEqual([]);
  await pass(15 * minute);
  await fixture.runOutbox("C1");
  expect(fixture.posts.filter(({ text }) => text.includes("S1"))).toHaveLength(1);
});

test("a late round posts the begin and the end that no process was there for", async () => {
  await pass(3 * 60 * minute);
  expect(await shown()).toEqual([begun, `${ended} No new alert came.`]);
});

test("ending a maintenance early posts its end and what still fires", async () => {
  await pass(11 * minute);
  await send(alert("slow"));
  const endedAtMs = fixture.nowMs();
  await fixture.hooks.change(hook.id, (present) => ({ ...present, maintenance: [{ ...hour, endedAtMs }] }));
  await fixture.maintenance.changed(hook.id, endedAtMs);
  await pass(5_000);
  await pass(5_000);
  expect(await shown()).toEqual([
    begun,
    "Maintenance of checkout is over: 2026-11-20 10:10 UTC to 2026-11-20 10:11 UTC. Held back: 1 alert that came once in all. One still fires: see below.",
    "Firing: slow",
  ]);
});

test("removing a window while it lasts posts its end and what still fires", async () => {
  await pass(11 * minute);
  await send(alert("slow"));
  await fixture.hooks.change(hook.id, (present) => ({ ...present, maintenance: undefined }));
  await fixture.maintenance.changed(hook.id, fixture.nowMs());
  await pass(5_000);
  await pass(5_000);
  expect((await shown()).slice(-1)).toEqual(["Firing: slow"]);
});

test("a test is posted in a maintenance too", async () => {
  await pass(11 * minute);
  await send(alert("try", { isTest: true }));
  expect(await shown()).toEqual([begun, "Test: try"]);
});

test("2,000 events over both edges: nothing is lost, and every event is accounted for", async () => {
  const [each, batches] = [50, 20];
  for (let batch = 0; batch < 2 * batches; batch += 1) {
    const isLater = batch >= batches;
    const atMs = startMs + (isLater ? 69 : 9) * minute + (batch % batches) * 6_000;
    fixture.pass(atMs - fixture.nowMs());
    await send(
      ...Array.from({ length: each }, (_, index) => {
        const n = (batch % batches) * each + index;
        return alert(`a${n}`, { state: isLater && n % 2 === 0 ? "resolved" : "firing" });
      }),
    );
  }
  await pass(5 * minute);
  await round();
  await fixture.runOutbox("C1");
  const account = await fixture.alertAccount();
  expect(account && differenceOf(account)).toBe(0);
  expect(account?.accepted).toBe(2_000);
  const open = await fixture.incidents.many(await fixture.incidents.open(hook.id));
  expect(open).toHaveLength(500);
  expect(open.filter(({ held }) => held && held.untilMs === undefined)).toEqual([]);
});

test("whatever comes whenever, the accounting holds and what still fires is posted", async () => {
  const step = fc.record({
    afterMinutes: fc.integer({ min: 0, max: 12 }),
    name: fc.constantFrom("a", "b", "c", "d"),
    state: fc.constantFrom("firing" as const, "firing" as const, "resolved" as const),
    severity: fc.constantFrom("warning" as const, "critical" as const, undefined),
  });
  const days = [...(["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const)];
  const weekly: MaintenanceWindow = {
    ...hour,
    when: { kind: "weekly", days, from: "11:10", to: "11:40", zone: "Europe/Berlin" },
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.boolean(), async (steps, passes) => {
      await begin({ ...weekly, ...(passes && { criticalPasses: true as const }) });
      for (const { afterMinutes, ...facts } of steps) {
        await pass(afterMinutes * minute);
        await send(alert(facts.name, facts));
      }
      await pass(3 * 60 * minute);
      await round();
      await fixture.runOutbox("C1");
      await expectAccount(steps.length);
      const open = await fixture.incidents.many(await fixture.incidents.open(hook.id));
      expect((await fixture.incidents.messagesOf(open)).filter((message) => !message)).toEqual([]);
      const posts = fixture.posts.map(({ text }) => text).filter((text) => text.startsWith("Maintenance"));
      expect(posts.length).toBe(new Set(posts).size);
      expect(posts.length % 2).toBe(0);
    }),
    { numRuns: 12 },
  );
});
