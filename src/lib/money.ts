import { Decimal } from "decimal.js";
import { z } from "zod";

/** Decimal numbers that add credits exactly, from 1e-20 to 1e15: 60 significant digits. */
export const Credits = Decimal.clone({ precision: 60 });

/** The exact sum of numbers as they were written, so 0.1 and 0.2 make 0.3. */
export function sum(values: Iterable<Decimal.Value>): Decimal {
  let total = new Credits(0);
  for (const value of values) total = total.plus(value);
  return total;
}

/**
 * True if a difference would show as nothing. Servers add in floating point, and are off by less than half a hundredth.
 */
export function isNegligible(difference: Decimal): boolean {
  return difference.abs().lt("0.005");
}

/**
 * Credits with two decimals and separated thousands: "1,234.50"; "under 0.01" for an amount that would show as nothing.
 */
export function formatCredits(credits: Decimal): string {
  if (credits.gt(0) && isNegligible(credits)) return "under 0.01";
  return separated(credits, 2);
}

/** An amount that a person set: "500 credits", "1,500.50 credits". */
export function formatAmount(credits: Decimal.Value): string {
  const amount = new Credits(credits);
  const unit = amount.eq(1) ? "credit" : "credits";
  return `${separated(amount, amount.isInteger() ? 0 : 2)} ${unit}`;
}

/** A difference from a basis, in credits and in percent of that basis. */
export interface Change {
  credits: Decimal;
  percent: Decimal;
}

/**
 * The change from `previous` to `current`; null if `previous` is not above 0, because a percentage of it would mean
 * nothing.
 */
export function changeBetween(current: Decimal, previous: Decimal): Change | null {
  if (previous.lte(0)) return null;
  const credits = current.minus(previous);
  return { credits, percent: credits.div(previous).times(100) };
}

/** A signed percentage with one decimal; "+under 0.1%" for a change that would show as nothing. */
export function formatPercent(percent: Decimal): string {
  const sign = percent.lt(0) ? "-" : "+";
  const size = percent.abs();
  return size.lt("0.05") ? `${sign}under 0.1%` : `${sign}${separated(size, 1)}%`;
}

/** Fixed decimals, rounded half up, with separated thousands and no negative zero. */
export function separated(value: Decimal, decimals: number): string {
  const fixed = value.toFixed(decimals);
  const unsigned = /^-[0.]+$/.test(fixed) ? fixed.slice(1) : fixed;
  return unsigned.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",");
}

const tenthsInAll = 1000;

/**
 * Each value's percentage of their sum, rounded to tenths so they add up to exactly 100; null for each if the sum
 * is not above 0. If one value is negative, each is rounded by itself.
 */
export function sharesOf(values: readonly Decimal[]): (Decimal | null)[] {
  const whole = sum(values);
  if (whole.lte(0)) return values.map(() => null);
  const tenths = values.map((value) => value.times(tenthsInAll).div(whole));
  const rounded = values.some((value) => value.lt(0))
    ? tenths.map((exact) => exact.round())
    : roundTogether(tenths);
  return rounded.map((count) => count.div(10));
}

/** Rounds down, then gives the missing tenths to the values that lost most (the largest remainder method). */
function roundTogether(exact: readonly Decimal[]): Decimal[] {
  const floors = exact.map((value) => value.floor());
  const missing = new Credits(tenthsInAll).minus(sum(floors)).round().toNumber();
  const lifted = new Set(
    exact
      .map((value, index) => ({ index, lost: value.minus(value.floor()) }))
      .sort((a, b) => b.lost.comparedTo(a.lost))
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return floors.map((floor, index) => (lifted.has(index) ? floor.plus(1) : floor));
}

/** A share as "80.1%"; "under 0.1%" for a part that would show as nothing; "–" without a share. */
export function formatShare(share: Decimal | null, part: Decimal): string {
  if (share === null) return "–";
  if (share.isZero() && part.gt(0)) return "under 0.1%";
  return `${separated(share, 1)}%`;
}

/** An amount in credits as a decimal text, because a JSON number would round it. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/);
