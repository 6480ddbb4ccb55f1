import type { Decimal } from "decimal.js";
import { formatCredits, sum } from "../../lib/money.ts";
import { formatList, oneLine, plural, truncate } from "../../lib/text.ts";
import type { ChartFacts } from "./facts.ts";

// https://docs.slack.dev/reference/block-kit/blocks/image-block
const mostCharacters = 2000;
/** Longer names are cut. */
const nameCharacters = 80;
const namedBuckets = 10;

/** A picture in plain text of at most 2000 characters, for people who do not see it. */
export function altTextOf(chart: ChartFacts): string {
  const sentences = [whatItShows(chart), ...amounts(chart), ...provisional(chart), ...partial(chart)];
  return truncate(sentences.join(" "), mostCharacters);
}

function whatItShows({ title, by, buckets, series }: ChartFacts): string {
  const first = buckets.at(0);
  const last = buckets.at(-1);
  const range = first && last && first !== last ? `, from ${name(first.name)} to ${name(last.name)}` : "";
  const only = first && first === last ? `, ${name(first.name)}` : "";
  return `${name(title)}: ${plural(buckets.length, "bar")} stacked from ${plural(series.length, by)}${range}${only}.`;
}

function amounts({ by, buckets, series }: ChartFacts): string[] {
  const parts = series.map((part) => ({ name: part.name, total: sum(finite(part.amounts)) }));
  const bars = buckets.map(({ name }, index) => ({
    name,
    total: sum(finite(series.map((part) => part.amounts[index] ?? 0))),
  }));
  const total = sum(bars.map((bar) => bar.total));
  const largest = largestOf(parts);
  const highest = largestOf(bars);
  return [
    `Total: ${credits(total)}.`,
    ...(largest ? [`Largest ${by}: ${name(largest.name)} with ${credits(largest.total)}.`] : []),
    ...(highest && bars.length > 1
      ? [`Highest bar: ${name(highest.name)} with ${credits(highest.total)}.`]
      : []),
  ];
}

function largestOf<Part extends { total: Decimal }>(parts: readonly Part[]): Part | undefined {
  const [first, ...others] = parts.filter(({ total }) => total.gt(0));
  return first && others.reduce((largest, part) => (part.total.gt(largest.total) ? part : largest), first);
}

function provisional({ buckets }: ChartFacts): string[] {
  const names = named(buckets.filter((bucket) => bucket.provisional));
  return names === undefined ? [] : [`May still change: ${names}.`];
}

function partial({ unit, buckets }: ChartFacts): string[] {
  const open = named(buckets.filter((bucket) => bucket.partial === "open"));
  const cut = named(buckets.filter((bucket) => bucket.partial === "cut"));
  return [
    ...(open === undefined ? [] : [`Not over yet: ${open}.`]),
    ...(cut === undefined ? [] : [`Only part of a ${unit}: ${cut}.`]),
  ];
}

function named(buckets: ChartFacts["buckets"]): string | undefined {
  if (buckets.length === 0) return undefined;
  const names = buckets.map((bucket) => name(bucket.name));
  const more = names.length - namedBuckets;
  return formatList(more > 0 ? [...names.slice(0, namedBuckets), `${more} more`] : names);
}

function credits(amount: Decimal): string {
  return `${formatCredits(amount)} credits`;
}

function finite(amounts: readonly number[]): number[] {
  return amounts.filter(Number.isFinite);
}

function name(text: string): string {
  return truncate(oneLine(text.toWellFormed()), nameCharacters) || "unnamed";
}
