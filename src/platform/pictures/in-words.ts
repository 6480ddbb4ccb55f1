import type { Decimal } from "decimal.js";
import { formatCredits, sum } from "../../lib/money.ts";
import { formatList, oneLine, plural, truncate } from "../../lib/text.ts";
import { escapeName } from "../blocks/escape.ts";
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

/** More bars are added up in groups. A group of days is 7 of them. */
const mostBars = 18;
const groupSizes = { day: 7, week: 4, month: 12, year: 10 } as const;
const separator = " · ";

/**
 * What each bar comes to, as a line of mrkdwn: "*Credits per day:* 29 Nov: 52.10 · 30 Nov: 21.04 (not over yet)". None for
 * a single bar.
 */
export function barsInWords(chart: ChartFacts): string[] {
  const { unit, buckets } = chart;
  if (buckets.length < 2) return [];
  const size = buckets.length > mostBars ? groupSizes[unit] : 1;
  const bars = barsOf(chart);
  const groups = Array.from({ length: Math.ceil(bars.length / size) }, (_, index) =>
    bars.slice(index * size, (index + 1) * size),
  );
  const said = groups.map((group) => {
    const [first, last] = [group.at(0), group.at(-1)];
    const called = first === last ? first?.name : `${first?.name} to ${last?.name}`;
    return `${called}: ${formatCredits(sum(group.map(({ total }) => total)))}${last?.isOpen ? " (not over yet)" : ""}`;
  });
  return [`*Credits per ${size === 1 ? unit : plural(size, unit)}:* ${said.join(separator)}`];
}

const mostPartsInWords = 10;

/** What each part comes to, as a line of mrkdwn: "*Credits by service:* orders prod: 320.10 · 3 others: 30.20". */
export function partsInWords(chart: ChartFacts): string[] {
  const parts = partsOf(chart).filter(({ total }) => !total.isZero());
  const others = parts.slice(mostPartsInWords);
  const said = [
    ...parts
      .slice(0, mostPartsInWords)
      .map(({ name, total }) => `${escapeName(name)}: ${formatCredits(total)}`),
    ...(others.length > 0
      ? [`${plural(others.length, "other")}: ${formatCredits(sum(others.map(({ total }) => total)))}`]
      : []),
  ];
  return said.length === 0 ? [] : [`*Credits by ${chart.by}:* ${said.join(separator)}`];
}

function partsOf({ series }: ChartFacts) {
  return series.map((part) => ({ name: part.name, total: sum(finite(part.amounts)) }));
}

function barsOf({ buckets, series }: ChartFacts) {
  return buckets.map(({ name, partial }, index) => ({
    name,
    isOpen: partial === "open",
    total: sum(finite(series.map((part) => part.amounts[index] ?? 0))),
  }));
}

function whatItShows({ title, about, by, buckets, series }: ChartFacts): string {
  const first = buckets.at(0);
  const last = buckets.at(-1);
  const range = first && last && first !== last ? `, from ${name(first.name)} to ${name(last.name)}` : "";
  const only = first && first === last ? `, ${name(first.name)}` : "";
  return `${name(title)}${about === "" ? "" : `, ${name(about)}`}: ${plural(buckets.length, "bar")} stacked from ${plural(series.length, by)}${range}${only}.`;
}

function amounts(chart: ChartFacts): string[] {
  const { by } = chart;
  const bars = barsOf(chart);
  const total = sum(bars.map((bar) => bar.total));
  const largest = largestOf(partsOf(chart));
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
