import { AppError, isAppError } from "../../../lib/errors.ts";
import { formatCredits } from "../../../lib/money.ts";
import { formatChannel } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import type { Responder } from "../../../platform/commands/found.ts";
import { periodOf } from "../../../platform/jobs/schedules/schedules.ts";
import { type Team, isSameTeam } from "../../owners/index.ts";
import type { CostsContext } from "../context.ts";
import { readCosts } from "../read-costs.ts";
import { BudgetSchedule, budgetName, formatPeriod } from "./schedule.ts";
import * as texts from "./texts.ts";
import { type BudgetUse, budgetUse, daysToRead, judged, readBudgetDays, withAmount } from "./use.ts";

/** A budget's use, or the error that hides it. */
export type UseOrWhy = BudgetUse | AppError;

/** The use of each budget, in their order. If costs cannot be read, the budgets of that connection get the error. */
export async function usesOf(
  schedules: readonly BudgetSchedule[],
  context: CostsContext,
  responder: Responder,
): Promise<UseOrWhy[]> {
  const byConnection = Map.groupBy(schedules, ({ connection }) => connection);
  const uses = new Map<BudgetSchedule, UseOrWhy>();
  for (const [connection, itsSchedules] of byConnection) {
    const why = await whyUnread(connection, itsSchedules, context, responder);
    for (const schedule of itsSchedules) uses.set(schedule, why ?? (await readUse(schedule, context)));
  }
  return schedules.flatMap((schedule) => uses.get(schedule) ?? []);
}

async function whyUnread(
  connection: string,
  schedules: readonly BudgetSchedule[],
  context: CostsContext,
  responder: Responder,
): Promise<AppError | undefined> {
  const spans = schedules.map((schedule) => daysToRead(schedule, context.now()));
  try {
    await readCosts(context.ledgerOf(connection), spans, responder);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || isAppError(error, "bug")) throw error;
    return error;
  }
}

async function readUse(schedule: BudgetSchedule, context: CostsContext): Promise<BudgetUse> {
  const budgetDays = await readBudgetDays(schedule, daysToRead(schedule, context.now()), context);
  return budgetUse(schedule, { period: periodOf(schedule.every, budgetDays.today), ...budgetDays });
}

/** How much is used, and the forecast; or why this is not known. */
export function statusLines({ every }: BudgetSchedule, use: UseOrWhy | undefined): string[] {
  if (use === undefined) return [];
  if (use instanceof AppError) return [texts.useUnknown(explain(use))];
  const used = texts.used(use, formatPeriod(every, use.period), bar(use));
  const forecast = formatForecast(use);
  if (forecast !== undefined) return [used, texts.forecastLine(forecast)];
  return every === "daily" ? [used] : [used, texts.tooEarly];
}

/** The level that is posted now because the budget has reached it already. */
export function newsIn(schedule: BudgetSchedule, use: UseOrWhy | undefined): string[] {
  if (use === undefined || use instanceof AppError) return [];
  const { credits, state } = schedule;
  const { from } = use.period;
  const period = state.periods.find((one) => one.from === from) ?? { from, credits, posted: [] };
  const { toPost } = judged(withAmount(period, credits, use), use);
  return toPost === undefined ? [] : [texts.reached(toPost, formatChannel(schedule))];
}

/** The small print: the provisional days, and when periods begin. */
export function notesOn({ every }: BudgetSchedule, use: UseOrWhy | undefined): string {
  const provisional = use === undefined || use instanceof AppError ? [] : formatProvisional(use);
  return [...provisional, texts.periodRules[every]].join(" ");
}

const barLength = 10;

/** The used part in whole percent, rounded down. */
export function percentUsed({ used, credits }: Pick<BudgetUse, "used" | "credits">): string {
  return `${used.times(100).div(credits).floor().toFixed()}%`;
}

/** The used part as a bar and a number: "████████░░ 82%". */
export function bar(use: Pick<BudgetUse, "used" | "credits">): string {
  const tenths = use.used.times(barLength).div(use.credits).floor().toNumber();
  const full = Math.min(barLength, Math.max(0, tenths));
  return `${"█".repeat(full)}${"░".repeat(barLength - full)} ${percentUsed(use)}`;
}

/** The forecast, compared with the budget; undefined if there is none. */
export function formatForecast({ forecast, credits, period, price }: BudgetUse): string | undefined {
  if (!forecast) return undefined;
  const { expected } = forecast;
  return texts.forecast({ expected, by: period.to, over: expected.minus(credits), price });
}

/** The provisional days as a sentence; empty if there are none. */
export function formatProvisional({ provisional }: Pick<BudgetUse, "provisional">): string[] {
  return provisional.length === 0 ? [] : [texts.provisional(provisional)];
}

/** A budget with nothing left in its present period, in plain text: "monthly budget of 500 credits for orders". */
interface UsedUp {
  budget: string;
  used: string;
}

/**
 * The first budget of a team, or of these services of it, that is used up. "unread" if their costs can't be read now; undefined if none is.
 */
export async function usedUpBudget(
  { team, serviceIds }: { team: Team; serviceIds: ReadonlySet<string> },
  context: CostsContext,
): Promise<UsedUp | "unread" | undefined> {
  const all = await context.schedules.list(BudgetSchedule);
  const theirs = all.filter(
    (budget) =>
      (budget.service && serviceIds.has(budget.service.serviceId.toLowerCase())) ||
      (budget.team && isSameTeam(budget.team, team)),
  );
  const uses = await usesOf(theirs, context, { progress: async () => undefined });
  for (const [index, budget] of theirs.entries()) {
    const use = uses[index];
    if (use && !(use instanceof AppError) && use.used.gte(use.credits))
      return { budget: budgetName(budget), used: formatCredits(use.used, use.price) };
  }
  return uses.some((use) => use instanceof AppError) ? "unread" : undefined;
}
