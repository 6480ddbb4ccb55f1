import type { CostsContext } from "../context.ts";
import { type Day, addDays } from "../../../lib/day.ts";
import type { BudgetSchedule, BudgetPeriod } from "./schedule.ts";
import { budgetAsSubject, setCommand } from "./format-budget.ts";
import { levelPost } from "./level-post.ts";
import { judged, withAmount, type BudgetDays, type BudgetUse, budgetUse } from "./use.ts";
import { periodOf, tellInChannel } from "../../../platform/jobs/schedules/schedules.ts";

/** Costs of a period that is over are waited for so long; clouds settle them within days. */
const followedAfterDays = 14;

/**
 * Tells of the levels that a budget has come to: in the present period, and in one before it until its costs are final.
 * What there is to tell is written down before it is told. Undefined where the order has ended.
 */
export async function announceLevels(
  schedule: BudgetSchedule,
  budgetDays: BudgetDays,
  context: CostsContext,
): Promise<BudgetSchedule | undefined> {
  let present = await context.schedules.change(schedule, (latest) => withPresentPeriod(latest, budgetDays));
  for (const from of present?.state.periods.map((period) => period.from) ?? []) {
    if (present) present = await announcePeriod(present, from, budgetDays, context);
  }
  return present;
}

async function announcePeriod(
  schedule: BudgetSchedule,
  from: Day,
  budgetDays: BudgetDays,
  context: CostsContext,
): Promise<BudgetSchedule | undefined> {
  for (;;) {
    const present = await context.schedules.change(schedule, (latest) => judgedIn(latest, from, budgetDays));
    const period = present?.state.periods.find((one) => one.from === from);
    if (!present || period?.toTell === undefined) return present;
    const { credits, toTell } = period;
    const budget = { ...present, credits };
    const posted = await tellInChannel(context, present, {
      key: `budget:${schedule.id}:${from}:${toTell}:${credits}`,
      reply: levelPost(budget, toTell, useIn(present, period, budgetDays)),
      scheduleText: budgetAsSubject(budget),
      toStartAgain: `${setCommand(budget)} in #channel`,
    });
    if (!posted) return undefined;
    await context.schedules.change(present, (latest) => asAnnounced(latest, period));
  }
}

function judgedIn(schedule: BudgetSchedule, from: Day, budgetDays: BudgetDays): BudgetSchedule {
  return changePeriod(schedule, from, (period) => {
    const use = useIn(schedule, period, budgetDays);
    // A period that is over keeps the amount it had.
    if (!use.goesOn) return judged(period, use);
    const renewed = withAmount(
      period,
      schedule.credits,
      useIn(schedule, { ...period, credits: schedule.credits }, budgetDays),
    );
    return judged(renewed, useIn(schedule, renewed, budgetDays));
  });
}

function asAnnounced(schedule: BudgetSchedule, { from, credits, toTell }: BudgetPeriod): BudgetSchedule {
  return changePeriod(schedule, from, (period) => {
    if (period.toTell !== toTell || period.credits !== credits) return period;
    const { toTell: _told, ...rest } = period;
    return rest;
  });
}

function useIn(schedule: BudgetSchedule, { from, credits }: BudgetPeriod, budgetDays: BudgetDays): BudgetUse {
  return budgetUse({ ...schedule, credits }, { period: periodOf(schedule.every, from), ...budgetDays });
}

function withPresentPeriod(schedule: BudgetSchedule, { today }: BudgetDays): BudgetSchedule {
  const { from } = periodOf(schedule.every, today);
  if (schedule.state.periods.some((period) => period.from === from)) return schedule;
  const fresh = { from, credits: schedule.credits, told: [] };
  return { ...schedule, state: { ...schedule.state, periods: [...schedule.state.periods, fresh] } };
}

/** The periods that are followed on: the present one, and those whose costs may still change. */
export function openPeriods({ every, state }: BudgetSchedule, { days, today }: BudgetDays): BudgetPeriod[] {
  return state.periods.filter(({ from }) => {
    const { to } = periodOf(every, from);
    const isFinal = days.every(({ day, locked }) => locked || day < from || day > to);
    return to >= today || (!isFinal && to >= addDays(today, -followedAfterDays));
  });
}

function changePeriod(
  schedule: BudgetSchedule,
  from: Day,
  change: (period: BudgetPeriod) => BudgetPeriod,
): BudgetSchedule {
  const periods = schedule.state.periods.map((period) => (period.from === from ? change(period) : period));
  return { ...schedule, state: { ...schedule.state, periods } };
}
