import type { Decimal } from "decimal.js";
import { type BudgetLevel, type BudgetPeriod, budgetLevels } from "./schedule.ts";

/** How far a budget is used, and what it is expected to come to; null where that cannot be said, or not yet. */
export interface Standing {
  credits: Decimal;
  used: Decimal;
  expected: Decimal | null;
  /** True while the period goes on. */
  goesOn: boolean;
}

/**
 * The levels that were reached, in rising order. Of a period that is over only that it was exceeded is news, and where
 * all is used nobody needs a forecast, so that counts as reached with the rest.
 */
export function reachedLevels({ credits, used, expected, goesOn }: Standing): BudgetLevel[] {
  const isUsed = (percent: number) => used.times(100).gte(credits.times(percent));
  if (isUsed(100)) return [...budgetLevels];
  if (!goesOn) return [];
  return budgetLevels.filter((level) =>
    level === "forecast" ? expected?.gt(credits) : isUsed(Number(level)),
  );
}

/**
 * What is newly reached counts as told, and the highest of it is what there is to tell. What was to be told before, and
 * perhaps was not, comes first, unless the new says it all.
 */
export function judged(period: BudgetPeriod, standing: Standing): BudgetPeriod {
  const reached = reachedLevels(standing);
  const toTell = reached.findLast((level) => !period.told.includes(level));
  if (toTell === undefined || isHigher(period.toTell, toTell)) return period;
  const told = budgetLevels.filter((one) => period.told.includes(one) || reached.includes(one));
  return { ...period, told, toTell };
}

/** The same period with another amount: what was told and holds of it as well stays told, the rest may be told again. */
export function withAmount(period: BudgetPeriod, credits: string, standing: Standing): BudgetPeriod {
  if (period.credits === credits) return period;
  const reached = reachedLevels(standing);
  const told = period.told.filter((level) => reached.includes(level) && level !== period.toTell);
  return { from: period.from, credits, told };
}

function isHigher(level: BudgetLevel | undefined, other: BudgetLevel): boolean {
  return level !== undefined && budgetLevels.indexOf(level) > budgetLevels.indexOf(other);
}
