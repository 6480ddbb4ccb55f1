import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ingestion } from "../../../../src/features/alerts/ingest/ingest.ts";
import { until } from "../../../support/until.ts";

/** Ingests three hooks while a flood of deliveries comes in. An inbox takes this many steps. */
function underLoad(stepsOfInbox: number) {
  const steps = new Map<string, number>();
  const running = { first: 0, later: 0 };
  const most = { first: 0, later: 0 };
  const ingesting = ingestion({
    async step(hookId) {
      const taken = steps.get(hookId) ?? 0;
      const kind = taken % stepsOfInbox === 0 ? "first" : "later";
      steps.set(hookId, taken + 1);
      running[kind] += 1;
      most[kind] = Math.max(most[kind], running[kind]);
      await sleep(20);
      running[kind] -= 1;
      return (taken + 1) % stepsOfInbox === 0 ? "done" : "next";
    },
    deliveriesPerSecond: () => 5_000,
    paceMs: 0,
    onFailure(error) {
      throw error;
    },
  });
  return {
    most,
    notify: () => ["T1-a", "T1-b", "T1-c"].forEach((hookId) => ingesting.now(hookId)),
    taken: (count: number) =>
      until(async () => [...steps.values()].reduce((sum, each) => sum + each, 0) === count),
  };
}

test("under load, the inboxes of several hooks are read at the same time, and again after each pause", async () => {
  const { most, notify, taken } = underLoad(1);
  notify();
  await taken(3);
  expect(most).toEqual({ first: 3, later: 0 });
  most.first = 0;
  notify();
  await taken(6);
  expect(most).toEqual({ first: 3, later: 0 });
});

test("under load, the rest of full inboxes is taken one step at a time", async () => {
  const { most, notify, taken } = underLoad(2);
  notify();
  await taken(6);
  expect(most).toEqual({ first: 3, later: 1 });
});
