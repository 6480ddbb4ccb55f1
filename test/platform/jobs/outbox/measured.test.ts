import { expect, test } from "vitest";
import type { Outbox, OutboxView, Resolution, Taken } from "../../../../src/platform/jobs/outbox/outbox.ts";
import { createMetrics } from "../../../../src/lib/metrics.ts";
import { unshown } from "../../../../src/platform/jobs/outbox/shown.ts";
import { type OutboxMeters, measuredOutbox } from "../../../../src/platform/jobs/outbox/measure.ts";

const view: OutboxView = {
  dueMs: undefined,
  newWaiting: 0,
  newPostedLastMinute: 0,
  hasSummaries: false,
  notBeforeMs: 0,
  failures: 0,
};

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
  const outbox: Outbox = {
    view: async () => view,
    take: async () => undefined,
    hold: async () => undefined,
    resolve: async () => view,
  };
  const taken: Taken = {
    itemId: "i1",
    dueMs,
    score: 1,
    shown: unshown,
    stored: "",
    isClaimed: true,
    events: 3,
  };
  await measuredOutbox(outbox, meters, { id: "T1.C1", now }).resolve(taken, {
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
