import { clockOf } from "../../../../src/lib/clock.ts";
import { ReportSchedule } from "../../../../src/features/costs/reports/schedule.ts";
import { expect, test } from "vitest";
import { addReport } from "../../../../src/features/costs/reports/command.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { createStore } from "../../../../src/app/store.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();

/** A replica with its own clock and its own time zone lookup in Slack. */
function replica(id: string, now: string, timeZoneOf: () => Promise<undefined>): AppContext {
  const parts = {
    ...createStore(redis.client).workspace("T1"),
    workspaceId: "T1",
    newId: () => id,
    now: () => new Date(now),
    moment: clockOf(() => new Date(now)),
    messenger: { presenceIn: async () => "member", timeZoneOf },
    scheduleQueue: { wake: async () => undefined },
  };
  // Holds all that the command uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as AppContext;
}

test("if the same report is added twice at once, the oldest stays, even if it was saved last", async () => {
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
  const slow = replica("slow", "2026-11-18T12:00:00Z", () => (asked.resolve(), told.promise));
  const ada = { workspaceId: "T1", userId: "U1", channelId: "C1" };
  const asking = addReport({ every: "daily", on: undefined }, undefined, slow, ada);
  await asked.promise;
  await addReport(
    { every: "daily", on: undefined },
    undefined,
    replica("quick", "2026-11-18T12:00:01Z", async () => undefined),
    ada,
  );
  told.resolve(undefined);
  await asking;
  expect((await slow.schedules.list(ReportSchedule)).map(({ id }) => id)).toEqual(["slow"]);
});
