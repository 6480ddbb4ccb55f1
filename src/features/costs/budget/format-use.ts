import type { Decimal } from "decimal.js";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { daysInRuns } from "../../../lib/day.ts";
import { formatCredits, formatShare } from "../../../lib/money.ts";
import { plural } from "../../../lib/text.ts";
import type { BudgetUse } from "./use.ts";

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
export function leftInWords({ left }: Pick<BudgetUse, "left">): [string, string] {
  return left.lt(0) ? ["Over the budget", formatCredits(left.neg())] : ["Left", formatCredits(left)];
}

/** "10 after today". */
export function daysLeftInWords({ daysLeft }: Pick<BudgetUse, "daysLeft">): string {
  return daysLeft === 0 ? "today is the last" : `${daysLeft} after today`;
}

/** What it will come to, and how that stands to the budget; undefined where nobody can say. */
export function forecastInWords({ forecast, credits, period }: BudgetUse): string | undefined {
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
export function provisionalInWords({ provisional }: Pick<BudgetUse, "provisional">): string[] {
  if (provisional.length === 0) return [];
  const verb = provisional.length === 1 ? "is" : "are";
  return [`${daysInRuns(provisional)} ${verb} provisional: this may still change.`];
}
