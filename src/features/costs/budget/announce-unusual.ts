import { type DayAmounts, type UnusualDay, newlyUnusual } from "../anomalies/anomalies.ts";
import type { CostsContext } from "../context.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import type { BudgetSchedule } from "./schedule.ts";
import type { UnusualFacts, UnusualScope } from "../anomalies/unusual-days.ts";
import { budgetAsSubject, setCommand } from "./format-budget.ts";
import type { BudgetDays } from "./use.ts";
import { linksOf, unusualPost } from "./unusual-post.ts";
import { tellInChannel } from "../../../platform/jobs/schedules/schedules.ts";

/** A day that settles later than this is not judged any more. */
const judgedWithinDays = 14;
/** Of the days that settled while nobody looked, so many of the last are judged. */
const mostAtOnce = 7;

/**
 * Judges the days whose costs became final since the last look, each once, and tells of the unusual ones: once for a
 * channel, however many of its budgets watch the same. Answers the days that need no look any more; undefined where the
 * order has ended.
 */
export async function announceUnusualDays(
  schedule: BudgetSchedule,
  { days, today }: BudgetDays,
  context: CostsContext,
): Promise<Day[] | undefined> {
  const since = utcDay(new Date(schedule.createdAt));
  const waiting = days.filter(({ day, locked }) => locked && isWaiting(day, since, today, schedule));
  if (waiting.length > 0) {
    const final = days.filter(({ day, locked }) => locked && day < today);
    const finalDays = await withExpected(final, schedule, context);
    // What began on a day that is not judged any more was never told.
    const first = waiting.length > mostAtOnce ? (waiting.at(-mostAtOnce)?.day ?? since) : since;
    for (const { day } of waiting.slice(-mostAtOnce)) {
      const judged = finalDays.find((one) => one.day === day);
      const unusual = judged && newlyUnusual(judged, finalDays, first);
      if (unusual && !(await announce(unusual, schedule, context))) return undefined;
    }
  }
  return waiting.map(({ day }) => day);
}

/** The days of the last weeks that need no look any more, with those that were judged just now. */
export function judgedBy(judged: readonly Day[], { state }: BudgetSchedule, today: Day): Day[] {
  const first = addDays(today, -judgedWithinDays);
  return [...new Set([...state.judged, ...judged])].filter((day) => day >= first).toSorted();
}

function isWaiting(day: Day, since: Day, today: Day, { state }: BudgetSchedule): boolean {
  if (day < since || day >= today || day < addDays(today, -judgedWithinDays)) return false;
  return !state.judged.includes(day);
}

async function withExpected(
  days: readonly DayAmounts[],
  schedule: BudgetSchedule,
  { unusualDays }: CostsContext,
): Promise<DayAmounts[]> {
  const announced = await unusualDays.list(scopeOf(schedule));
  return days.map((one) => ({ ...one, expected: announced.get(one.day)?.expected !== undefined }));
}

async function announce(unusual: UnusualDay, schedule: BudgetSchedule, context: CostsContext) {
  const scope = scopeOf(schedule);
  const facts = factsOf(unusual, schedule);
  // Whoever presses the button at once finds it.
  await context.unusualDays.add(scope, facts);
  const { channelId, connection, serviceId = "all" } = scope;
  return tellInChannel(context, schedule, {
    key: `unusual:${connection}:${serviceId}:${channelId}:${unusual.day}`,
    reply: unusualPost(facts, await linksOf(scope, unusual.day, context)),
    scheduleText: budgetAsSubject(schedule),
    toStartAgain: `${setCommand(schedule)} in #channel`,
  });
}

function scopeOf({ channelId, connection, service }: BudgetSchedule): UnusualScope {
  return { channelId, connection, serviceId: service?.serviceId };
}

function factsOf(
  { day, direction, total, usual, movers }: UnusualDay,
  { service }: BudgetSchedule,
): UnusualFacts {
  // One service is the whole here, so only its metrics explain it.
  const explaining = service ? movers.filter(({ kind }) => kind === "metric") : movers;
  return {
    day,
    direction,
    total: total.toFixed(),
    usual: usual.toFixed(),
    movers: explaining.map((mover) => ({
      ...mover,
      amount: mover.amount.toFixed(),
      usual: mover.usual.toFixed(),
    })),
    ...(service && { service }),
  };
}
