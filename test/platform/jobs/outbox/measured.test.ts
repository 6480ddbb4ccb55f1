import { expect, test } from "vitest";
import type { Outbox, Resolution, Taken, Taking } from "../../../../src/platform/jobs/outbox/outbox.ts";
import type { OutboxView } from "../../../../src/platform/jobs/outbox/source.ts";
import { createMetrics } from "../../../../src/lib/metrics.ts";
import { newsScore, unshown } from "../../../../src/platform/jobs/outbox/shown.ts";
import { type OutboxMeters, measuredOutbox } from "../../../../src/platform/jobs/outbox/measure.ts";

const view: OutboxView = {
  dueMs: undefined,
  newWaiting: 0,
  newPostedLastMinute: 0,
  hasSummaries: false,
  notBeforeMs: 0,
  failures: 0,
};

const unused: Outbox = {
  view: async () => view,
  take: async () => ({ view, isElsewhere: false }),
  hold: async () => undefined,
  resolve: async () => ({ view, isElsewhere: false }),
};

const item: Taken = {
  itemId: "i1",
  dueMs: 0,
  score: 1,
  shown: unshown,
  stored: "",
  isClaimed: true,
  events: 0,
  records: { item: "", owner: "" },
};

const cameMs = Date.parse("2026-11-20T10:00:00Z");
const now = () => new Date(3_000);

/** The counts when an item with three events, due at 1 s, is resolved at 3 s. */
async function counted(events: Resolution["events"], dueMs = 1_000): Promise<unknown[]> {
  const seen: unknown[] = [];
  const meters: OutboxMeters = {
    ...createMetrics(),
    alertAttempt: (seconds) => void seen.push({ attempt: seconds }),
    outboxCall: () => undefined,
    outboxLag: (seconds) => void seen.push({ lag: seconds }),
    events: (fate, count) => void seen.push({ [fate]: count }),
  };
  const taken: Taken = { ...item, dueMs, events: 3 };
  await measuredOutbox(unused, meters, { id: "T1.C1", now }).resolve(taken, {
    atMs: 3_000,
    shown: unshown,
    events,
    trace: [],
  });
  return seen;
}

test("the outcomes of events are counted, with how long they waited", async () => {
  expect(await counted("posted")).toEqual([{ posted: 1 }, { merged: 2 }, { lag: 2 }]);
  expect(await counted("merged")).toEqual([{ merged: 3 }]);
  expect(await counted("dead")).toEqual([{ dead: 3 }]);
  expect(await counted("waiting")).toEqual([]);
});

test("an item for a waiting person counts no wait", async () => {
  expect(await counted("posted", 0)).toEqual([{ posted: 1 }, { merged: 2 }]);
});

const claim = { what: "root", channelId: "C1", mark: "m", token: "t", claimedAtMs: 0, untilMs: 0 } as const;
const recordsOf = { prefix: "", ownerPattern: "", owners: "" };
const taking: Taking = { atMs: 0, processId: "this", claim, recordsOf };

/** The attempts that are counted when Slack is asked at these times (ms since the news came) and refuses each time. */
async function attempts(atMs: number[], { score = newsScore(cameMs), events = 1 } = {}): Promise<number[]> {
  const seen: number[] = [];
  const meters: OutboxMeters = { ...createMetrics(), alertAttempt: (seconds) => void seen.push(seconds) };
  for (const each of atMs) {
    // Another run of the same outbox in this process, as after each wait.
    const outbox = measuredOutbox(
      { ...unused, resolve: async () => ({ view: { ...view, dueMs: score }, isElsewhere: false }) },
      meters,
      {
        id: "T1.C1",
        now: () => new Date(cameMs + each),
      },
    );
    const taken: Taken = { ...item, dueMs: score, events };
    const call = {
      step: "call",
      call: "post",
      channelId: "C1",
      atMs: cameMs + each,
      tookMs: 100,
      answer: "limited",
    } as const;
    await outbox.resolve(taken, { atMs: cameMs + each, shown: unshown, events: "waiting", trace: [call] });
  }
  return seen;
}

test("the first attempt to show an alert's news is counted from its acceptance, and later ones are not", async () => {
  expect(await attempts([1_100, 31_100, 61_100])).toEqual([1]);
});

test("an alert that only repeats itself, and an item without events, count no attempt", async () => {
  expect(await attempts([1_100], { score: cameMs })).toEqual([]);
  expect(await attempts([1_100], { events: 0 })).toEqual([]);
});

test("an outbox is behind while its first change is due, and no longer when it is shown", async () => {
  const metrics = createMetrics({ nowMs: () => cameMs + 90_000 });
  const behind = async () => /^qm_outbox_behind_seconds (.*)$/m.exec((await metrics.exposition()).text)?.[1];
  const dues = [newsScore(cameMs), cameMs + 200_000];
  for (const [dueMs, seconds] of [...dues, undefined].map(
    (due, index) => [due, ["90", "0", "0"][index]] as const,
  )) {
    const outbox = measuredOutbox(
      { ...unused, take: async () => ({ view: { ...view, dueMs }, isElsewhere: false }) },
      metrics,
      {
        id: "T1.C1",
        now: () => new Date(cameMs + 90_000),
      },
    );
    await outbox.take({ ...taking, atMs: 0 });
    expect([dueMs, await behind()]).toEqual([dueMs, seconds]);
  }
});
