import type { Decimal } from "decimal.js";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { humanDays, type Day } from "../../../lib/day.ts";
import { type CreditPrice, changeBetween, formatCost, formatCredits, separated } from "../../../lib/money.ts";
import type { DayCredits } from "./price.ts";

// What people read about an estimate afterwards, in mrkdwn.

interface Checked {
  name: string;
  from: Day;
  to: Day;
  /** A day, on average. */
  compute: Decimal;
  total: Decimal;
  estimate: DayCredits;
  price: CreditPrice | undefined;
}

/** How the first final days compare with the estimate. */
export function checked({ name, from, to, compute, total, estimate, price }: Checked): string {
  const { low, usual, high } = estimate;
  const actual = `*${escapeName(name)}* used *${formatCost(compute, price)}* of compute a day in its first 7 final days (${humanDays(from, to)}).`;
  const expected = `The estimate was about ${formatCredits(usual, price)} (${formatCredits(low)} idle, ${formatCredits(high)} flat out)`;
  const all = `With storage and the rest it cost ${formatCost(total, price)} a day.`;
  return [actual, `${expected}, ${verdict(compute, estimate)}.`, all].join(" ");
}

function verdict(compute: Decimal, { low, usual, high }: DayCredits): string {
  const change = changeBetween(compute, usual);
  const size = change ? `${separated(change.percent.abs(), 0)}% ${compute.gt(usual) ? "more" : "less"}` : "";
  const isWithin = compute.gte(low) && compute.lte(high);
  if (isWithin) return size === "" ? "so it was right" : `so this is within it, ${size} than the usual day`;
  return `so it was wrong: this is ${size === "" ? "more" : size}`;
}
