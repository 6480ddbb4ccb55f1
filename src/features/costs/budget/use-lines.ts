import { explain } from "../../../platform/blocks/explain.ts";
import type { CostsContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { amountInWords, formatCredits } from "../../../lib/money.ts";
import { judged, withAmount } from "./levels.ts";
import { daysToRead, lookAt } from "./read-costs.ts";
import { periodInWords, periodRules } from "./period.ts";
import { type BudgetUse, budgetUse } from "./use.ts";
import { bar, forecastInWords, provisionalInWords } from "./format-use.ts";
import type { BudgetLevel, BudgetOrder } from "./schedule.ts";
import type { Telling } from "../../../platform/commands/command.ts";
import { readCosts } from "../reading.ts";
import { periodOf } from "../../../platform/jobs/schedules/schedules.ts";

/** How a budget stands, or why that cannot be said. */
export type UseOrWhy = BudgetUse | AppError;

/** How budgets stand, in their order; costs that cannot be read are said, and cost nobody the answer. */
export async function usesOf(
  orders: readonly BudgetOrder[],
  context: CostsContext,
  telling: Telling,
): Promise<UseOrWhy[]> {
  const byConnection = Map.groupBy(orders, ({ connection }) => connection);
  const uses = new Map<BudgetOrder, UseOrWhy>();
  for (const [connection, itsOrders] of byConnection) {
    const why = await whyUnread(connection, itsOrders, context, telling);
    for (const order of itsOrders) uses.set(order, why ?? (await useOf(order, context)));
  }
  return orders.flatMap((order) => uses.get(order) ?? []);
}

async function whyUnread(
  connection: string,
  orders: readonly BudgetOrder[],
  context: CostsContext,
  telling: Telling,
): Promise<AppError | undefined> {
  const spans = orders.map((order) => daysToRead(order, context.now()));
  try {
    await readCosts(context.ledgerOf(connection), spans, telling);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || isAppError(error, "bug")) throw error;
    return error;
  }
}

async function useOf(order: BudgetOrder, context: CostsContext): Promise<BudgetUse> {
  const looked = await lookAt(order, daysToRead(order, context.now()), context);
  return budgetUse(order, { period: periodOf(order.every, looked.today), ...looked });
}

/** How much is used, and where that leads; or why that cannot be said. */
export function standingLines({ every }: BudgetOrder, use: UseOrWhy | undefined): string[] {
  if (use === undefined) return [];
  if (use instanceof AppError) return [`How much is used cannot be said just now. ${explain(use)}`];
  const used = `*${formatCredits(use.used)} of ${amountInWords(use.credits)}* used ${periodInWords(every, use.period)}: ${bar(use)}`;
  const forecast = forecastInWords(use);
  if (forecast !== undefined) return [used, `Forecast: ${forecast}.`];
  return every === "daily" ? [used] : [used, "It is too early for a forecast."];
}

const levelsInWords: Record<BudgetLevel, string> = {
  "50": "Half of it is used already",
  "80": "More than 80% of it is used already",
  forecast: "The forecast goes beyond it already",
  "100": "All of it is used already",
};

/** What the channel is told of a budget right now, or was in this period, where the same budget was there before. */
export function newsIn(order: BudgetOrder, use: UseOrWhy | undefined): string[] {
  if (use === undefined || use instanceof AppError) return [];
  const { credits, state } = order;
  const { from } = use.period;
  const period = state.periods.find((one) => one.from === from) ?? { from, credits, told: [] };
  const { toTell } = judged(withAmount(period, credits, use), use);
  return toTell === undefined ? [] : [`${levelsInWords[toTell]}: the channel is told so, once.`];
}

/** Whose days they are, and which of them may still change. */
export function notesOn({ every }: BudgetOrder, use: UseOrWhy | undefined): string {
  const provisional = use === undefined || use instanceof AppError ? [] : provisionalInWords(use);
  return [...provisional, periodRules[every]].join(" ");
}
