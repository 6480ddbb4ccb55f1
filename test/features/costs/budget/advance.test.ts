import { expect, test } from "vitest";
import { AppError } from "../../../../src/lib/errors.ts";
import { type Day, addDays, utcDay } from "../../../../src/lib/day.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { advanceBudget } from "../../../../src/features/costs/budget/advance.ts";
import { expectedAction } from "../../../../src/features/costs/budget/unusual-post.ts";
import { BudgetSchedule } from "../../../../src/features/costs/budget/schedule.ts";
import { costRecord } from "../records.ts";
import { useRedis } from "../../../support/redis.ts";
import { amount } from "../../../support/soak.ts";
import {
  type Costs,
  type ScheduleFixture,
  scheduleFixture,
} from "../../../platform/jobs/schedules/fixture.ts";
import { said } from "../../../support/said.ts";

const redis = useRedis();
const start = "2026-01-01T06:00:00Z";

const monthly: BudgetSchedule = {
  id: "m",
  kind: "budget",
  channelId: "C1",
  connection: "default",
  createdBy: "U1",
  createdAt: start,
  every: "monthly",
  credits: "400",
  state: { periods: [], judged: [] },
};
const service = { serviceId: "s1", name: "orders prod" };
const weekly: BudgetSchedule = { ...monthly, id: "w", every: "weekly", credits: "56", service };
const daily: BudgetSchedule = { ...monthly, id: "d", every: "daily", credits: "24", channelId: "C2" };

/** Days that cost four times as much. */
type Spikes = ReadonlySet<Day>;

/** Two services at 10 credits a day each, plus a tenth every month. Costs are final, and higher, after two days. */
function costsWith(spikes: Spikes = new Set()): Costs {
  const final = new Map<Day, ReturnType<Costs>>();
  return (day, now) => {
    const today = utcDay(now);
    if (day > today) return { locked: false, records: [] };
    const locked = addDays(day, 2) < today;
    const known = final.get(day);
    if (locked && known) return known;
    const ofDay = day === today ? (now.getTime() - Date.parse(day)) / 86_400_000 : 1;
    const records = ["s1", "s2"].map((id) => {
      const month = Number(day.slice(5, 7)) + 12 * (Number(day.slice(0, 4)) - 2026);
      const whole = 10 * (1 + month / 10) * seededBetween(0.95, 1.05, id, day);
      const spiked = whole * (id === "s1" && spikes.has(day) ? 4 : 1) * (locked ? 1 : 0.96) * ofDay;
      const entityName = id === "s1" ? "orders prod" : "web analytics";
      const computeCredits = Math.round(spiked * 100) / 100;
      const amounts = { totalCredits: computeCredits, metrics: { computeCredits } };
      return costRecord({ date: day, entityId: id, serviceId: id, entityName, locked, ...amounts });
    });
    if (locked) final.set(day, { locked, records });
    return { locked, records };
  };
}

/** Checks every schedule until a time, with so many hours between checks. */
async function runUntil(
  fixture: ScheduleFixture,
  end: string,
  { hours = 24, processes = 1 } = {},
): Promise<void> {
  let looks = 0;
  while (fixture.now < new Date(end)) {
    looks += 1;
    // Two processes at once are rare, so only every fourth check has them.
    await fixture.look(looks % 4 === 0 ? processes : 1);
    fixture.now = new Date(fixture.now.getTime() + hours * 3_600_000);
  }
}

const marksOf = ({ posted }: ScheduleFixture, pattern: RegExp) =>
  posted.map(({ mark }) => mark).filter((mark) => pattern.test(mark));

/** The unusual days that were posted in a scope's channel. */
const unusualDaysOf = (fixture: ScheduleFixture, scope: string) =>
  marksOf(fixture, new RegExp(`^unusual:default:${scope}:`)).map((mark) => mark.slice(-10));

// A test with real processes covers a whole year, with the other schedules.
const end = amount({ usual: "2026-03-05", soak: "2026-07-05" });
const spikes = new Set(["2026-02-17", "2026-03-28", "2026-05-02", "2026-06-24"]);

function fixtureWithSpikes(workspaceId: string): Promise<ScheduleFixture> {
  const from = "2026-01-28T06:00:00Z";
  return scheduleFixture(redis.client, { workspaceId, start: from, costs: costsWith(spikes) }, [
    monthly,
    weekly,
  ]);
}

test("over months everything is posted once, even if one or two processes keep dying", async () => {
  const [quiet, deadly] = [await fixtureWithSpikes("T1"), await fixtureWithSpikes("T2")];
  let calls = 0;
  deadly.dies = () => seededBetween(0, 1, "death", String((calls += 1))) < 0.02;
  await runUntil(quiet, end);
  await runUntil(deadly, end, { processes: 2 });
  const marks = quiet.posted.map(({ mark }) => mark);
  expect(deadly.deaths).toBeGreaterThan(5);
  expect(deadly.posted.map(({ mark }) => mark).toSorted()).toEqual(marks.toSorted());
  expect(new Set(marks).size).toBe(marks.length);
  // From the fourth day of each month on, the forecast exceeds the budget, and then the levels follow.
  const levels = ["forecast", "50", "80", "100"].map((level) => `${level}:400`);
  const months = Array.from({ length: amount({ usual: 1, soak: 5 }) }, (_, month) => `2026-0${month + 2}-01`);
  const expected = months.flatMap((month) => levels.map((level) => `budget:m:${month}:${level}`));
  expect(marksOf(quiet, /^budget:m:2026/)).toEqual(expect.arrayContaining(expected));
  for (const scope of ["all:C1", "s1:C1"])
    expect(unusualDaysOf(quiet, scope)).toEqual([...spikes].filter((day) => day < end));
});

/** A fixture with about 20 credits a day. */
function fixture(
  schedules: readonly BudgetSchedule[],
  costs: Costs = costsWith(),
  from = "2026-01-10T06:00:00Z",
) {
  return scheduleFixture(
    redis.client,
    { workspaceId: "T1", start: from, costs },
    schedules.map((schedule) => ({ ...schedule, createdAt: from })),
  );
}

const firstLines = ({ posted }: ScheduleFixture) => posted.map(({ text }) => text.split("\n")[0]);

/** Changes the amount as the command does. */
async function setAmount(
  { context }: ScheduleFixture,
  schedule: BudgetSchedule,
  credits: string,
): Promise<void> {
  await context.schedules.change(schedule, (latest) => {
    const { checkedAt: _looked, ...state } = latest.state;
    return { ...latest, credits, state };
  });
}

test("levels that are reached together get one post, and the next check finds nothing new", async () => {
  const here = await fixture([{ ...monthly, credits: "230" }]);
  await here.look();
  here.now = new Date("2026-01-10T06:20:00Z");
  await here.look();
  expect(firstLines(here)).toEqual(["*Likely to go over budget: monthly budget of 230 credits*"]);
  expect(here.posted[0]?.text).toMatch(/\*201\.55 of 230 credits\* in January 2026 \(87%\)/);
});

test("after a change of the amount, only levels that are reached again are posted", async () => {
  const here = await fixture([{ ...daily, every: "monthly", credits: "300" }]);
  await here.look();
  await setAmount(here, daily, "340");
  await here.look();
  expect(marksOf(here, /./)).toEqual(["budget:d:2026-01-01:forecast:300"]);
  await setAmount(here, daily, "10000");
  await here.look();
  await setAmount(here, daily, "150");
  await here.look();
  expect(marksOf(here, /./)).toEqual(["budget:d:2026-01-01:forecast:300", "budget:d:2026-01-01:100:150"]);
});

test("after a check by a clock that was ahead, checks continue once the clock is right", async () => {
  const here = await fixture([{ ...monthly, credits: "10" }]);
  await here.context.schedules.change(monthly, (latest) => ({
    ...latest,
    state: { ...latest.state, checkedAt: "2027-01-10T06:00:00.000Z" },
  }));
  await here.look();
  expect(here.posted).toHaveLength(1);
});

test("provisional costs that fall and rise again are not posted again", async () => {
  let used = 300;
  const costs: Costs = (day) => ({
    locked: false,
    records:
      day === "2026-01-09" ? [costRecord({ date: day, totalCredits: used, metrics: {}, locked: false })] : [],
  });
  const here = await fixture([monthly], costs);
  for (const now of ["2026-01-10T07:00:00Z", "2026-01-10T08:00:00Z", "2026-01-10T09:00:00Z"]) {
    used = used === 300 ? 390 : 300;
    here.now = new Date(now);
    await here.look();
  }
  expect(here.posted).toHaveLength(1);
});

/** 10 credits a day while it is provisional, and 21 once it is final. */
const dearerWhenFinal: Costs = (day, now) => {
  const locked = utcDay(now) > addDays(day, 3);
  const totalCredits = locked ? 21 : 10;
  return {
    locked,
    records: [costRecord({ date: day, totalCredits, metrics: { computeCredits: totalCredits }, locked })],
  };
};

test("a budget that final costs exceed after the end of its period is posted", async () => {
  const here = await fixture([{ ...daily, credits: "20.5" }], dearerWhenFinal, "2026-01-10T23:00:00Z");
  await runUntil(here, "2026-01-16T00:00:00Z");
  expect(marksOf(here, /:100:/)).toEqual(["budget:d:2026-01-10:100:20.5", "budget:d:2026-01-11:100:20.5"]);
  expect(firstLines(here)).toContain("*Was over budget on 10 Jan 2026: daily budget of 20.50 credits*");
});

test("two budgets that watch the same costs post an unusual day in their channel once", async () => {
  const here = await fixture([monthly, { ...monthly, id: "m2", every: "weekly" }], costsWith(spikes));
  await runUntil(here, "2026-02-25T00:00:00Z");
  expect(unusualDaysOf(here, "all:C1")).toEqual(["2026-02-17"]);
});

test("unusual days before the budget was set, or after fewer than 14 days of costs, are not posted", async () => {
  const here = await fixture(
    [monthly],
    costsWith(new Set(["2026-02-09", "2026-02-11"])),
    "2026-02-10T06:00:00Z",
  );
  await runUntil(here, "2026-02-20T00:00:00Z");
  expect(unusualDaysOf(here, "all:C1")).toEqual(["2026-02-11"]);
  const young: Costs = (day, now) =>
    day < "2026-03-01" ? { locked: true, records: [] } : costsWith(new Set(["2026-03-14"]))(day, now);
  const there = await scheduleFixture(
    redis.client,
    { workspaceId: "T3", start: "2026-03-02T06:00:00Z", costs: young },
    [monthly],
  );
  await runUntil(there, "2026-03-25T00:00:00Z");
  expect(unusualDaysOf(there, "all:C1")).toEqual([]);
});

test("after a pause the last seven final days are judged, each once", async () => {
  // High costs that continue from a day without a post are announced.
  const dear = new Set(["2026-03-02", "2026-03-10", "2026-03-11", "2026-03-16"]);
  const here = await fixture([monthly], costsWith(dear), "2026-02-25T06:00:00Z");
  await here.look();
  here.now = new Date("2026-03-20T06:00:00Z");
  await runUntil(here, "2026-03-30T00:00:00Z");
  expect(unusualDaysOf(here, "all:C1")).toEqual(["2026-03-11", "2026-03-16"]);
});

test("a day that becomes final late is judged then", async () => {
  const usual = costsWith(new Set(["2026-03-02"]));
  const late: Costs = (day, now) => {
    const { locked, records } = usual(day, now);
    return { locked: locked && (day !== "2026-03-02" || utcDay(now) >= "2026-03-12"), records };
  };
  const here = await fixture([monthly], late, "2026-02-25T06:00:00Z");
  await runUntil(here, "2026-03-20T00:00:00Z");
  expect(unusualDaysOf(here, "all:C1")).toEqual(["2026-03-02"]);
  expect(here.posted.find(({ mark }) => mark.startsWith("unusual"))?.at).toEqual(
    new Date("2026-03-12T06:00:00Z"),
  );
});

test("the first person who expects a day is kept, and only from the channel of the post", async () => {
  const here = await fixture([monthly], costsWith(spikes), "2026-02-10T06:00:00Z");
  await runUntil(here, "2026-02-22T00:00:00Z");
  const value = JSON.stringify({ connection: "default", day: "2026-02-17" });
  const click = (userId: string, channelId: string) =>
    expectedAction.run(
      { value, userId, userName: userId, triggerId: "t", message: { channelId, ts: "1" } },
      here.context,
    );
  expect(said(await click("U2", "C9"))?.text).toContain("I no longer keep the details");
  expect(await click("U1", "C1")).toBeUndefined();
  expect(await click("U2", "C1")).toBeUndefined();
  const kept = await here.context.unusualDays.list({ connection: "default", channelId: "C1" });
  expect(kept.get("2026-02-17")?.expected).toEqual({ by: "U1", at: "2026-02-22T06:00:00.000Z" });
  expect(here.edited.at(-1)).toContain("<@U1> expected this.");
});

test("the owner of an ended budget gets its name escaped, and a command that can be typed", async () => {
  const odd = { ...weekly, service: { serviceId: "s1", name: "weekly <!channel> `x`" } };
  const here = await fixture([odd], costsWith(), "2026-01-10T06:00:00Z");
  here.refusals.channel = new AppError("missing", "Slack knows no such channel.");
  await runUntil(here, "2026-01-12T00:00:00Z");
  const [told] = here.posted;
  expect(here.posted).toHaveLength(1);
  expect(told?.channelId).toBe("U1");
  expect(told?.text).not.toContain("<!");
  expect(told?.text).toMatch(/`\/db costs budget set 56 weekly "weekly [^`]+" in #channel`$/);
  expect(await here.context.schedules.list(BudgetSchedule)).toEqual([]);
});

test("a budget that is removed during a check posts nothing", async () => {
  const here = await fixture([{ ...monthly, credits: "10" }]);
  const [schedule] = await here.context.schedules.list(BudgetSchedule);
  await here.context.schedules.remove("m");
  expect(schedule && (await advanceBudget(schedule, here.context))).toBe("done");
  expect(here.posted).toEqual([]);
});

test.each([
  ["2026-03-10T10:10:00.000Z", "2026-03-10T10:15:00.000Z", 25],
  ["2026-03-10T23:50:00.000Z", "2026-03-10T23:55:00.000Z", 5],
])("after a check at %s, a step at %s waits %d minutes", async (checkedAt, now, minutes) => {
  // A step before its time uses nothing else.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = { now: () => new Date(now) } as Parameters<typeof advanceBudget>[1];
  const schedule = { ...monthly, state: { ...monthly.state, checkedAt } };
  expect(await advanceBudget(schedule, context)).toEqual({ againInMs: minutes * 60_000 });
});
