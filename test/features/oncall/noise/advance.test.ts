import { clockOf } from "../../../../src/lib/clock.ts";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { NoiseSchedule, weeklyNoise } from "../../../../src/features/oncall/noise/schedule.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import { hourMs, minuteMs } from "../../../../src/lib/duration.ts";
import { AppError, isAppError } from "../../../../src/lib/errors.ts";
import { localClock } from "../../../../src/lib/time.ts";
import { hookRecord, incidentRecord, putIncidents } from "../../../support/alerts.ts";
import { peopleOf } from "../../../support/people.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const timeZone = "Europe/Berlin";
const start = new Date("2026-01-02T12:00:00Z");
interface Posted {
  channelId: string;
  at: Date;
  mark: string;
  text: string;
}
let world: { nowMs: number; posted: Posted[]; isAway: boolean; isRefused: boolean };

beforeEach(() => {
  world = { nowMs: start.getTime(), posted: [], isAway: false, isRefused: false };
});

/** A replica: it shares Redis and Slack with the others. */
function replica(): AppContext {
  const store = createStore(redis.client).workspace("T1");
  const parts = {
    ...store,
    workspaceId: "T1",
    messenger: {
      people: peopleOf(),
      async post(channelId: string, { text }: Reply, { mark = "" } = {}) {
        if (world.isAway) throw new AppError("upstream", "Slack is away.");
        if (world.isRefused && channelId === "C1") throw new AppError("forbidden", "is_archived");
        world.posted.push({ channelId, at: new Date(world.nowMs), mark, text });
        return { channelId, ts: String(world.posted.length) };
      },
      async findMarked(channelId: string, mark: string) {
        const index = world.posted.findIndex((one) => one.mark === mark);
        return index === -1 ? undefined : { channelId, ts: String(index + 1) };
      },
      timeZoneOf: async () => timeZone,
    },
    now: () => new Date(world.nowMs),
    moment: clockOf(() => new Date(world.nowMs)),
    log: pino({ level: "silent" }),
  };
  // Holds all that a step of this schedule uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as AppContext;
}

async function turnOn(facts: Partial<NoiseSchedule> = {}): Promise<AppContext> {
  const context = replica();
  await context.hooks.add(hookRecord());
  await context.schedules.add({
    kind: "noise",
    id: "noise-C1",
    channelId: "C1",
    connection: "",
    createdBy: "U1",
    createdAt: start.toISOString(),
    timeZone,
    state: {},
    ...facts,
  });
  return context;
}

/**
 * Each replica takes steps at the same time, until nothing is due. Failures are tried again with the next one.
 * Returns in how many milliseconds something is due.
 */
async function stepOn(contexts: readonly AppContext[]): Promise<number> {
  const steps = contexts.map(async (context) => {
    for (;;) {
      const [schedule] = await context.schedules.list(NoiseSchedule);
      const step = schedule ? await weeklyNoise.advance(schedule, context) : "done";
      if (step === "done") return Infinity;
      if (step.againInMs > 0) return step.againInMs;
    }
  });
  const waits: number[] = [];
  for (const outcome of await Promise.allSettled(steps)) {
    if (outcome.status === "fulfilled") waits.push(outcome.value);
    else if (!isAppError(outcome.reason, "limited", "upstream")) throw outcome.reason;
  }
  return Math.min(...waits);
}

function alertAt(time: string, id: string): Incident {
  return incidentRecord({ id, openedAtMs: Date.parse(time), lastSeenAtMs: Date.parse(time) });
}

/** The number of alerts that a report counts. */
const countOf = ({ text }: Posted) => Number(/^(\d+) alerts? of/m.exec(text)?.[1] ?? 0);

test("over 60 weeks, three replicas post each Monday once, at 9:00 through both changes of the clocks, and each alert is in one report", async () => {
  const first = await turnOn();
  const contexts = [first, replica(), replica()];
  const end = start.getTime() + 60 * 7 * 24 * hourMs;
  const everyMs = 13 * hourMs;
  let alerts = 0;
  while (world.nowMs < end) {
    const dueMs = world.nowMs + (await stepOn(contexts));
    // Every 13 hours, so weeks differ. Those of the last days come too late for a report.
    for (let atMs = Math.ceil((world.nowMs + 1) / everyMs) * everyMs; atMs <= dueMs; atMs += everyMs) {
      if (atMs >= end - 7 * 24 * hourMs) break;
      const facts = { id: `i${(alerts += 1)}`, openedAtMs: atMs, lastSeenAtMs: atMs };
      await putIncidents(first, incidentRecord(facts));
    }
    world.nowMs = dueMs;
  }
  expect(new Set(world.posted.map(({ at }) => localClock(at, timeZone).at))).toEqual(new Set(["09:00"]));
  const days = world.posted.map(({ at }) => localClock(at, timeZone).day);
  expect(days).toHaveLength(60);
  expect(new Set(days).size).toBe(60);
  expect([days[0], days.at(-1)]).toEqual(["2026-01-05", "2027-02-22"]);
  expect(world.posted.reduce((sum, one) => sum + countOf(one), 0)).toBe(alerts);
}, 240_000);

test("reports of the weeks in which Slack or Redis was away are posted late, each once, as long as alerts are kept", async () => {
  const context = await turnOn();
  world.isAway = true;
  world.nowMs = Date.parse("2026-01-05T08:30:00Z");
  await stepOn([context]);
  expect(world.posted).toEqual([]);
  world.isAway = false;
  world.nowMs = Date.parse("2026-02-10T15:00:00Z");
  // An unfinished claim waits until the post that may exist would be found.
  for (let tries = 0; tries < 10; tries += 1, world.nowMs += 10 * minuteMs)
    await stepOn([context, replica(), replica()]);
  const reported = world.posted.map(({ mark }) => mark.split(":").slice(1).join(":"));
  expect(reported).toEqual([
    "noise-C1:2026-01-26T08:00:00.000Z",
    "noise-C1:2026-02-02T08:00:00.000Z",
    "noise-C1:2026-02-09T08:00:00.000Z",
  ]);
});

test("the report is about the week before its Monday, in its zone", async () => {
  const context = await turnOn();
  await putIncidents(
    context,
    alertAt("2026-01-04T22:59:59Z", "before"),
    alertAt("2026-01-04T23:00:00Z", "first"),
    alertAt("2026-01-11T22:59:59Z", "last"),
    alertAt("2026-01-11T23:00:00Z", "after"),
  );
  world.nowMs = Date.parse("2026-01-12T08:00:00Z");
  await stepOn([context]);
  expect(world.posted.map(countOf)).toEqual([1, 2]);
  expect(world.posted[1]?.text).toContain("5 to 11 Jan 2026");
});

test("a report of one hook counts that hook alone, and ends with a message when the hook is gone", async () => {
  const context = await turnOn({ hookName: "checkout" });
  await context.hooks.add(hookRecord({ id: "T1-other", name: "other" }));
  const seen = { openedAtMs: start.getTime(), lastSeenAtMs: start.getTime() };
  await putIncidents(
    context,
    incidentRecord({ id: "i1", ...seen }),
    incidentRecord({ id: "i2", hookId: "T1-other", ...seen }),
  );
  world.nowMs = Date.parse("2026-01-05T08:00:00Z");
  await stepOn([context]);
  expect(world.posted.map(countOf)).toEqual([1]);
  await context.hooks.remove("T1-checkout");
  world.nowMs = Date.parse("2026-01-12T08:00:00Z");
  await stepOn([context]);
  expect(world.posted.at(-1)).toMatchObject({ channelId: "U1" });
  expect(world.posted.at(-1)?.text).toContain("has ended, because the hook is gone");
  expect(await context.schedules.list(NoiseSchedule)).toEqual([]);
});

test("a channel that takes no posts ends the report, and its owner is notified", async () => {
  const context = await turnOn();
  world.isRefused = true;
  world.nowMs = Date.parse("2026-01-05T08:00:00Z");
  await stepOn([context]);
  expect(world.posted.map(({ channelId }) => channelId)).toEqual(["U1"]);
  expect(world.posted[0]?.text).toContain("/db alerts noise weekly #channel Europe/Berlin");
  expect(await context.schedules.list(NoiseSchedule)).toEqual([]);
});
