import type { Decimal } from "decimal.js";
import { Credits, separated, sum } from "./money.ts";

const tenthsInAll = 1000;

/**
 * Each value's percentage of their sum, in tenths of a percent, rounded so that they add up to exactly 100;
 * null for each where the sum is not above 0. With a negative value among them each is rounded by itself.
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

/** Rounds down, then gives what is missing to those that lost most (the largest remainder method). */
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

/** A share as "80.1%"; "under 0.1%" for a part that is something and would show as nothing; "–" where there is no share. */
export function formatShare(share: Decimal | null, part: Decimal): string {
  if (share === null) return "–";
  if (share.isZero() && part.gt(0)) return "under 0.1%";
  return `${separated(share, 1)}%`;
}
