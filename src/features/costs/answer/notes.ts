import { escapeName } from "../../../platform/blocks/escape.ts";
import { daysInRuns, humanDays } from "../../../lib/day.ts";
import { Credits, formatCredits } from "../../../lib/money.ts";
import { plural } from "../../../lib/text.ts";
import type { DisputedTotal } from "../ledger/kept-days.ts";
import { costliestDay } from "./links.ts";
import type { CostSummary } from "../summary.ts";

// A longer list of days is counted, and its runs are told only as far as they help; they come without their years.
const mostProvisionalRuns = 4;
const daysAYear = 365;

/** The small print of an answer: the costliest day, what may still change, what is not counted, whose days they are. */
export function notesOn(summary: CostSummary, more: readonly string[] = []): string {
  return [
    ...costliest(summary),
    ...provisionalDays(summary),
    ...warehouse(summary),
    ...disputedInWords(summary.disputed),
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

// Their windows have up to 31 days each, and more of them help nobody.
const mostDisputed = 3;

/** What the cloud's own totals say where its records add up to something else, a sentence each. */
export function disputedInWords(disputed: readonly DisputedTotal[]): string[] {
  const sentences = disputed.slice(0, mostDisputed).map(({ from, to, reported, added }) => {
    const [own, sum] = [reported, added].map((amount) => formatCredits(new Credits(amount)));
    return `The cloud's own total for ${humanDays(from, to)} is ${own} credits, and its records add up to ${sum}.`;
  });
  const more = disputed.length - sentences.length;
  return more > 0 ? [...sentences, `So it is for ${plural(more, "more part")} of these days.`] : sentences;
}

function warehouse({ warehouseNote: name }: CostSummary): string[] {
  if (name === undefined) return [];
  return [`What its warehouse “${escapeName(name)}” pays for all of its services is not counted here.`];
}
