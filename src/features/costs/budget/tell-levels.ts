import type { CostsContext } from "../context.ts";
import { type Day, addDays } from "../../../lib/day.ts";
import type { BudgetOrder, BudgetPeriod } from "./schedule.ts";
import { budgetAsSubject, setCommand } from "./format-budget.ts";
import { levelPost } from "./level-post.ts";
import { judged, withAmount, type Looked, type BudgetUse, budgetUse } from "./use.ts";
import { periodOf, tellInChannel } from "../../../platform/jobs/schedules/schedules.ts";

/** Costs of a period that is over are waited for so long; clouds settle them within days. */
const followedAfterDays = 14;

/**
 * Tells of the levels that a budget has come to: in the present period, and in one before it until its costs are final.
 * What there is to tell is written down before it is told. Undefined where the order has ended.
 */
export async function tellLevels(
  order: BudgetOrder,
  looked: Looked,
  context: CostsContext,
): Promise<BudgetOrder | undefined> {
  let present = await context.schedules.change(order, (latest) => withPresentPeriod(latest, looked));
  for (const from of present?.state.periods.map((period) => period.from) ?? []) {
    if (present) present = await tellPeriod(present, from, looked, context);
  }
  return present;
}

async function tellPeriod(
  order: BudgetOrder,
  from: Day,
  looked: Looked,
  context: CostsContext,
): Promise<BudgetOrder | undefined> {
  for (;;) {
    const present = await context.schedules.change(order, (latest) => judgedIn(latest, from, looked));
    const period = present?.state.periods.find((one) => one.from === from);
    if (!present || period?.toTell === undefined) return present;
    const { credits, toTell } = period;
    const budget = { ...present, credits };
    const told = await tellInChannel(context, present, {
      key: `budget:${order.id}:${from}:${toTell}:${credits}`,
      reply: levelPost(budget, toTell, useIn(present, period, looked)),
      orderInWords: budgetAsSubject(budget),
      toStartAgain: `${setCommand(budget)} in #channel`,
    });
    if (!told) return undefined;
    await context.schedules.change(present, (latest) => asTold(latest, period));
  }
}

function judgedIn(order: BudgetOrder, from: Day, looked: Looked): BudgetOrder {
  return changePeriod(order, from, (period) => {
    const use = useIn(order, period, looked);
    // A period that is over keeps the amount it had.
    if (!use.goesOn) return judged(period, use);
    const renewed = withAmount(
      period,
      order.credits,
      useIn(order, { ...period, credits: order.credits }, looked),
    );
    return judged(renewed, useIn(order, renewed, looked));
  });
}

function asTold(order: BudgetOrder, { from, credits, toTell }: BudgetPeriod): BudgetOrder {
  return changePeriod(order, from, (period) => {
    if (period.toTell !== toTell || period.credits !== credits) return period;
    const { toTell: _told, ...rest } = period;
    return rest;
  });
}

function useIn(order: BudgetOrder, { from, credits }: BudgetPeriod, looked: Looked): BudgetUse {
  return budgetUse({ ...order, credits }, { period: periodOf(order.every, from), ...looked });
}

function withPresentPeriod(order: BudgetOrder, { today }: Looked): BudgetOrder {
  const { from } = periodOf(order.every, today);
  if (order.state.periods.some((period) => period.from === from)) return order;
  const fresh = { from, credits: order.credits, told: [] };
  return { ...order, state: { ...order.state, periods: [...order.state.periods, fresh] } };
}

/** The periods that are followed on: the present one, and those whose costs may still change. */
export function unsettledPeriods({ every, state }: BudgetOrder, { days, today }: Looked): BudgetPeriod[] {
  return state.periods.filter(({ from }) => {
    const { to } = periodOf(every, from);
    const isFinal = days.every(({ day, locked }) => locked || day < from || day > to);
    return to >= today || (!isFinal && to >= addDays(today, -followedAfterDays));
  });
}

function changePeriod(
  order: BudgetOrder,
  from: Day,
  change: (period: BudgetPeriod) => BudgetPeriod,
): BudgetOrder {
  const periods = order.state.periods.map((period) => (period.from === from ? change(period) : period));
  return { ...order, state: { ...order.state, periods } };
}
