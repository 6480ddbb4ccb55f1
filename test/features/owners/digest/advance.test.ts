import { clockOf } from "../../../../src/lib/clock.ts";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import { weeklyOwnerDigest } from "../../../../src/features/owners/concerns.ts";
import { mondaysAround } from "../../../../src/lib/mondays.ts";
import { ConcernsSchedule, concernsId } from "../../../../src/features/owners/digest/schedule.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { hourMs, minuteMs } from "../../../../src/lib/duration.ts";
import { AppError, isAppError } from "../../../../src/lib/errors.ts";
import { localClock } from "../../../../src/lib/time.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const timeZone = "Europe/Berlin";
const start = new Date("2026-01-02T12:00:00Z");
let world: { nowMs: number; posted: { at: Date; mark: string }[]; isAway: boolean };

beforeEach(() => {
  world = { nowMs: start.getTime(), posted: [], isAway: false };
});

/** A replica: it shares Redis and Slack with the others. */
function replica(): AppContext {
  const store = createStore(redis.client).workspace("T1");
  const parts = {
    ...store,
    workspaceId: "T1",
    messenger: {
      async post(channelId: string, _reply: unknown, { mark = "" } = {}) {
        if (world.isAway) throw new AppError("upstream", "Slack is away.");
        world.posted.push({ at: new Date(world.nowMs), mark });
        return { channelId, ts: String(world.posted.length) };
      },
      async findMarked(channelId: string, mark: string) {
        const index = world.posted.findIndex((one) => one.mark === mark);
        return index === -1 ? undefined : { channelId, ts: String(index + 1) };
      },
      timeZoneOf: async () => timeZone,
    },
    factsOf: async () => new Map(),
    now: () => new Date(world.nowMs),
    moment: clockOf(() => new Date(world.nowMs)),
    log: pino({ level: "silent" }),
  };
  // Holds all that a step of this schedule uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as AppContext;
}

async function turnOn(): Promise<AppContext> {
  const context = replica();
  await context.schedules.add({
    kind: "concerns",
    id: concernsId("U1"),
    channelId: "U1",
    connection: "",
    createdBy: "U1",
    createdAt: start.toISOString(),
    timeZone,
    state: {},
  });
  await context.owners.set("s1", {
    serviceId: "s1",
    name: "orders prod",
    connection: "default",
    ownerId: "U1",
    since: start.toISOString(),
    by: "U1",
  });
  return context;
}

/** Each replica takes a step at the same time. Failures are tried again with the next one. */
async function stepOn(contexts: readonly AppContext[]): Promise<void> {
  const steps = contexts.map(async (context) => {
    const [schedule] = await context.schedules.list(ConcernsSchedule);
    if (schedule) await weeklyOwnerDigest.advance(schedule, context);
  });
  for (const outcome of await Promise.allSettled(steps)) {
    if (outcome.status === "rejected" && !isAppError(outcome.reason, "limited", "upstream"))
      throw outcome.reason;
  }
}

test("over 400 days, three replicas post once each Monday at 9:00, through both changes of the clocks", async () => {
  await turnOn();
  const contexts = [replica(), replica(), replica()];
  const end = start.getTime() + 400 * 24 * hourMs;
  while (world.nowMs < end) {
    // Each hour of a Monday, and a few on other days.
    world.nowMs += new Date(world.nowMs + hourMs).getUTCDay() === 1 ? hourMs : 6 * hourMs;
    await stepOn(contexts);
  }
  const clocks = world.posted.map(({ at }) => localClock(at, timeZone).at);
  expect(new Set(clocks)).toEqual(new Set(["09:00"]));
  expect(world.posted.map(({ at }) => localClock(at, timeZone).day)).toHaveLength(57);
  expect(new Set(world.posted.map(({ mark }) => mark)).size).toBe(57);
}, 120_000);

test("a Monday on which Slack or Redis was away is posted late, and only the latest one", async () => {
  const context = await turnOn();
  world.isAway = true;
  world.nowMs = Date.parse("2026-01-05T08:30:00Z");
  await stepOn([context]);
  expect(world.posted).toEqual([]);
  world.isAway = false;
  world.nowMs = Date.parse("2026-01-20T15:00:00Z");
  // An unfinished claim waits until the post that may exist would be found.
  for (let tries = 0; tries < 10; tries += 1, world.nowMs += 10 * minuteMs) await stepOn([context]);
  expect(world.posted.map(({ mark }) => mark)).toEqual([`concerns:concerns-U1:2026-01-19T08:00:00.000Z`]);
});

test("a person who owns nothing gets no message", async () => {
  const context = await turnOn();
  await context.owners.set("s1", undefined);
  world.nowMs = Date.parse("2026-01-05T09:30:00Z");
  await stepOn([context]);
  expect(world.posted).toEqual([]);
});

test.each([
  ["2026-03-29T12:00:00Z", "2026-03-23T08:00:00.000Z", "2026-03-30T07:00:00.000Z"],
  ["2026-10-25T12:00:00Z", "2026-10-19T07:00:00.000Z", "2026-10-26T08:00:00.000Z"],
  ["2026-11-23T08:00:00Z", "2026-11-23T08:00:00.000Z", "2026-11-30T08:00:00.000Z"],
])("around %s, Berlin's Mondays are at 9:00 of its clock", (now, latest, next) => {
  const mondays = mondaysAround(new Date(now), timeZone);
  expect([mondays.latest.toISOString(), mondays.next.toISOString()]).toEqual([latest, next]);
});
