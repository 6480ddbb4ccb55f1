import type { CostsContext } from "../context.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { addDays, utcDay } from "../../../lib/day.ts";
import { BudgetSchedule } from "./schedule.ts";
import { fetchCosts, refusedAgainInMs } from "../read-costs.ts";
import type { ScheduleStep, ScheduleKind } from "../../../platform/jobs/schedules/schedules.ts";
import { budgetAsSubject } from "./format-budget.ts";
import { type BudgetDays, daysToRead, readBudgetDays } from "./use.ts";
import { announceLevels, openPeriods } from "./announce-levels.ts";
import { judgedBy, announceUnusualDays } from "./announce-unusual.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** How often costs are looked at; the cloud has new ones no more often. */
const everyMs = 30 * minuteMs;
/** The 14 days that may settle late, the three before each that it may go on with, and the 28 that say what is usual. */
const unusualDaysNeed = 52;

/** Looks at a budget's costs every half hour and right after midnight in UTC, and tells what there is to tell. */
export async function advanceBudget(schedule: BudgetSchedule, context: CostsContext): Promise<ScheduleStep> {
  const now = context.now();
  const waitMs = nextCheckMs(schedule, now) - now.getTime();
  if (waitMs > 0) return { againInMs: waitMs };
  const span = spanFor(schedule, now);
  const scheduleText = budgetAsSubject(schedule);
  if (!(await fetchCosts(context, schedule, { spans: [span], scheduleText })))
    return { againInMs: refusedAgainInMs };
  const days = await check(schedule, await readBudgetDays(schedule, span, context), now, context);
  return days ? { againInMs: nextCheckMs(days, now) - now.getTime() } : "done";
}

/** Tells what there is to tell, and writes down what is not to be looked at again. Undefined where the order has ended. */
async function check(
  schedule: BudgetSchedule,
  days: BudgetDays,
  now: Date,
  context: CostsContext,
): Promise<BudgetSchedule | undefined> {
  const told = await announceLevels(schedule, days, context);
  const judged = told && (await announceUnusualDays(told, days, context));
  if (!judged) return undefined;
  return context.schedules.change(told, (latest) => {
    const { checkedAt: _before, ...rest } = latest.state;
    const state = {
      ...rest,
      periods: openPeriods(latest, days),
      judged: judgedBy(judged, latest, days.today),
    };
    // Whoever changed the amount meanwhile wants to hear of the new one now.
    const isDone = latest.credits === told.credits;
    return { ...latest, state: isDone ? { ...state, checkedAt: now.toISOString() } : state };
  });
}

function spanFor(schedule: BudgetSchedule, now: Date): DaySpan {
  const { from, to } = daysToRead(schedule, now);
  const unusualFrom = addDays(utcDay(now), -unusualDaysNeed);
  return { from: unusualFrom < from ? unusualFrom : from, to };
}

function nextCheckMs({ state }: BudgetSchedule, now: Date): number {
  const checkedAt = new Date(state.checkedAt ?? 0);
  // By a clock that was ahead.
  if (checkedAt > now) return now.getTime();
  const midnightMs = Date.parse(addDays(utcDay(checkedAt), 1));
  return Math.min(checkedAt.getTime() + everyMs, midnightMs);
}

/** Budgets. */
export const budgets: ScheduleKind<CostsContext, BudgetSchedule> = {
  kind: "budget",
  record: BudgetSchedule,
  advance: advanceBudget,
};
