import { explain } from "../../../platform/blocks/explain.ts";
import type { CostsContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { formatAmount, formatCredits, formatShare } from "../../../lib/money.ts";
import { judged, withAmount, daysToRead, readBudgetDays, type BudgetUse, budgetUse } from "./use.ts";
import { formatPeriod, periodRules } from "./format-budget.ts";
import type { BudgetLevel, BudgetSchedule } from "./schedule.ts";
import type { Responder } from "../../../platform/commands/command.ts";
import { readCosts } from "../read-costs.ts";
import { periodOf } from "../../../platform/jobs/schedules/schedules.ts";
import type { Decimal } from "decimal.js";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { daysInRuns } from "../../../lib/day.ts";
import { plural } from "../../../lib/text.ts";

/** How a budget stands, or why that cannot be said. */
export type UseOrWhy = BudgetUse | AppError;

/** How budgets stand, in their order; costs that cannot be read are said, and cost nobody the answer. */
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

/** How much is used, and where that leads; or why that cannot be said. */
export function statusLines({ every }: BudgetSchedule, use: UseOrWhy | undefined): string[] {
  if (use === undefined) return [];
  if (use instanceof AppError) return [`How much is used cannot be said just now. ${explain(use)}`];
  const used = `*${formatCredits(use.used)} of ${formatAmount(use.credits)}* used ${formatPeriod(every, use.period)}: ${bar(use)}`;
  const forecast = formatForecast(use);
  if (forecast !== undefined) return [used, `Forecast: ${forecast}.`];
  return every === "daily" ? [used] : [used, "It is too early for a forecast."];
}

const levelTexts: Record<BudgetLevel, string> = {
  "50": "Half of it is used already",
  "80": "More than 80% of it is used already",
  forecast: "The forecast goes beyond it already",
  "100": "All of it is used already",
};

/** What the channel is told of a budget right now, or was in this period, where the same budget was there before. */
export function newsIn(schedule: BudgetSchedule, use: UseOrWhy | undefined): string[] {
  if (use === undefined || use instanceof AppError) return [];
  const { credits, state } = schedule;
  const { from } = use.period;
  const period = state.periods.find((one) => one.from === from) ?? { from, credits, told: [] };
  const { toTell } = judged(withAmount(period, credits, use), use);
  return toTell === undefined ? [] : [`${levelTexts[toTell]}: the channel is told so, once.`];
}

/** Whose days they are, and which of them may still change. */
export function notesOn({ every }: BudgetSchedule, use: UseOrWhy | undefined): string {
  const provisional = use === undefined || use instanceof AppError ? [] : formatProvisional(use);
  return [...provisional, periodRules[every]].join(" ");
}

const barLength = 10;

/** How much is used in whole percent, rounded down so that it never seems more. */
export function percentUsed({ used, credits }: Pick<BudgetUse, "used" | "credits">): string {
  return `${used.times(100).div(credits).floor().toFixed()}%`;
}

/** How full a budget is, to see and to read: "████████░░ 82%". */
export function bar(use: Pick<BudgetUse, "used" | "credits">): string {
  const tenths = use.used.times(barLength).div(use.credits).floor().toNumber();
  const full = Math.min(barLength, Math.max(0, tenths));
  return `${"█".repeat(full)}${"░".repeat(barLength - full)} ${percentUsed(use)}`;
}

/** What is left, or how much more was used, each with its name. */
export function formatLeft({ left }: Pick<BudgetUse, "left">): [string, string] {
  return left.lt(0) ? ["Over the budget", formatCredits(left.neg())] : ["Left", formatCredits(left)];
}

/** "10 after today". */
export function formatDaysLeft({ daysLeft }: Pick<BudgetUse, "daysLeft">): string {
  return daysLeft === 0 ? "today is the last" : `${daysLeft} after today`;
}

/** What it will come to, and how that stands to the budget; undefined where nobody can say. */
export function formatForecast({ forecast, credits, period }: BudgetUse): string | undefined {
  if (!forecast) return undefined;
  const by = daysInRuns([period.to]);
  return `${formatCredits(forecast.expected)} by ${by}, ${againstBudget(forecast.expected, credits)}`;
}

function againstBudget(expected: Decimal, credits: Decimal): string {
  if (expected.lte(credits)) return "within the budget";
  return `${formatCredits(expected.minus(credits))} over the budget`;
}

/** What costs most, a line each, in mrkdwn; empty where nothing costs anything. */
export function costliestLines({ costliest: { parts, others } }: BudgetUse): string[] {
  const lines = parts.map(
    ({ name, total, share }) =>
      `• ${escapeName(name)}: ${formatCredits(total)} (${formatShare(share, total)})`,
  );
  return others === 0 ? lines : [...lines, `• ${plural(others, "other")}`];
}

/** Which days may still change, as a sentence; nothing where none may. */
export function formatProvisional({ provisional }: Pick<BudgetUse, "provisional">): string[] {
  if (provisional.length === 0) return [];
  const verb = provisional.length === 1 ? "is" : "are";
  return [`${daysInRuns(provisional)} ${verb} provisional: this may still change.`];
}
