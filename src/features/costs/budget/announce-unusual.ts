import { type DayAmounts, type UnusualDay, newlyUnusual } from "../anomalies/anomalies.ts";
import { type Cause, findCause } from "../anomalies/causes.ts";
import { nameOf } from "../../../platform/access/person-names.ts";
import type { CostsContext } from "../context.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { type BudgetSchedule, budgetKind } from "./schedule.ts";
import type { UnusualFacts, UnusualScope } from "../anomalies/unusual-days.ts";
import type { BudgetDays } from "./use.ts";
import { linksOf, unusualPost } from "./unusual-post.ts";
import { postInChannel } from "../../../platform/jobs/schedules/schedules.ts";

/** Days that become final later than this are not judged. */
const judgedWithinDays = 14;
/** After a long pause, only this many of the latest days are judged. */
const mostAtOnce = 7;

/**
 * Judges each day that became final since the last check, and posts the unusual ones: once for each channel, even if
 * several of its budgets are for the same costs. Returns the judged days; undefined if the budget has ended.
 */
export async function announceUnusualDays(
  schedule: BudgetSchedule,
  { days, today }: BudgetDays,
  context: CostsContext,
): Promise<Day[] | undefined> {
  // A budget for all costs, or for the service, tells of the day.
  if (schedule.team) return [];
  const since = utcDay(new Date(schedule.createdAt));
  const waiting = days.filter(({ day, locked }) => locked && isWaiting(day, since, today, schedule));
  if (waiting.length > 0) {
    const final = days.filter(({ day, locked }) => locked && day < today);
    const finalDays = await withExpected(final, schedule, context);
    // An unusual time that began before the judged days was never announced.
    const first = waiting.length > mostAtOnce ? (waiting.at(-mostAtOnce)?.day ?? since) : since;
    for (const { day } of waiting.slice(-mostAtOnce)) {
      const judged = finalDays.find((one) => one.day === day);
      const unusual = judged && newlyUnusual(judged, finalDays, first);
      if (unusual && !(await announce(unusual, schedule, context))) return undefined;
    }
  }
  return waiting.map(({ day }) => day);
}

/** The days of the last weeks that are judged, including those of this check. */
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
  const facts = { ...factsOf(unusual, schedule), cause: await causeOf(unusual, schedule, context) };
  // Saved before the post, because a person may click its button at once.
  await context.unusualDays.add(scope, facts);
  const { channelId, connection, serviceId = "all" } = scope;
  return postInChannel(context, budgetKind, schedule, {
    key: `unusual:${connection}:${serviceId}:${channelId}:${unusual.day}`,
    reply: unusualPost(facts, await linksOf(scope, unusual.day, context)),
  });
}

/** What probably caused the day, with the name of the person, because a mention would notify them. */
async function causeOf(
  { day, direction, movers, total, usual }: UnusualDay,
  { service }: BudgetSchedule,
  context: CostsContext,
): Promise<Cause | null> {
  // A smaller part doesn't explain the day, whatever happened to it.
  const least = total.minus(usual).abs().div(2);
  const explaining = movers.filter(
    ({ kind, amount, usual: before }) => kind === "service" && amount.minus(before).abs().gte(least),
  );
  const services = service ? [service.name] : explaining.map(({ name }) => name);
  const cause = await findCause({ day, direction, services }, context.audit);
  if (!cause) return null;
  const isPerson = cause.userId !== "app" && cause.userId !== "";
  return isPerson ? { ...cause, userName: cause.userName ?? (await nameOf(cause.userId, context)) } : cause;
}

function scopeOf({ channelId, connection, service }: BudgetSchedule): UnusualScope {
  return { channelId, connection, serviceId: service?.serviceId };
}

function factsOf(
  { day, direction, total, usual, movers }: UnusualDay,
  { service }: BudgetSchedule,
): UnusualFacts {
  // For one service only its metrics explain the day.
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
    service,
  };
}
