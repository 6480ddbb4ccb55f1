import { escapeName } from "../blocks/escape.ts";
import { daysInRuns, humanDays } from "../lib/day.ts";
import { formatCredits } from "../lib/money.ts";
import { plural } from "../lib/text.ts";
import { costliestDay } from "./answer-links.ts";
import type { CostSummary } from "./summary.ts";

// A longer list of days is counted, and its runs are told only as far as they help; they come without their years.
const mostProvisionalRuns = 4;
const daysAYear = 365;

/** The small print of an answer: the costliest day, what may still change, what is not counted, whose days they are. */
export function notesOn(summary: CostSummary, more: readonly string[] = []): string {
  return [
    ...costliest(summary),
    ...provisionalDays(summary),
    ...warehouse(summary),
    "All days are UTC days.",
    ...more,
  ].join(" ");
}

function costliest(summary: CostSummary): string[] {
  const day = costliestDay(summary);
  if (!day) return [];
  const isOneYear = summary.range.from.slice(0, 4) === summary.range.to.slice(0, 4);
  const called = isOneYear ? daysInRuns([day.day]) : humanDays(day.day, day.day);
  return [`Costliest day: ${called} with ${formatCredits(day.total)}.`];
}

function provisionalDays({ provisional }: CostSummary): string[] {
  if (provisional.length === 0) return [];
  const runs = daysInRuns(provisional);
  const isLong = provisional.length > daysAYear || runs.split(", ").length > mostProvisionalRuns;
  const days = isLong ? plural(provisional.length, "day") : runs;
  return [`${days} ${provisional.length === 1 ? "is" : "are"} provisional and may still change.`];
}

function warehouse({ warehouseNote: name }: CostSummary): string[] {
  if (name === undefined) return [];
  return [`What its warehouse “${escapeName(name)}” pays for all of its services is not counted here.`];
}
