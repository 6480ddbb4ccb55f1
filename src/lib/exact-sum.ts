import type { Decimal } from "decimal.js";
import { type AmountParts, readParts } from "./amount-parts.ts";
import { Credits } from "./money.ts";

// Beyond it a part is moved to the decimal: two such safe integers still add up to one.
const most = 2 ** 52;

/** A running sum of numbers as they were written: exact, and fast for all but huge and tiny ones. */
export type ExactSum = AmountParts;

/** A sum of nothing so far. */
export function exactSum(): ExactSum {
  return { nanos: 0, attos: 0, rest27: 0, more: undefined };
}

/** Makes `into` the sum of this one amount, so that it can be added to many sums for one reading. */
export function readAmount(into: ExactSum, amount: number): ExactSum {
  readParts(into, amount);
  return into;
}

/** Adds what `amount` came to. */
export function addTo(sum: ExactSum, amount: ExactSum): void {
  sum.nanos += amount.nanos;
  if (Math.abs(sum.nanos) > most) settle(sum);
  if (amount.attos !== 0 || amount.rest27 !== 0) {
    sum.attos += amount.attos;
    sum.rest27 += amount.rest27;
    if (Math.abs(sum.attos) > most || Math.abs(sum.rest27) > most) settle(sum);
  }
  if (amount.more) sum.more = amount.more.plus(sum.more ?? 0);
}

/** What a sum has come to. */
export function totalOfSum({ nanos, attos, rest27, more }: ExactSum): Decimal {
  let total = new Credits(nanos).times("1e-9");
  if (attos !== 0) total = total.plus(new Credits(attos).times("1e-18"));
  if (rest27 !== 0) total = total.plus(new Credits(rest27).times("1e-27"));
  return more ? total.plus(more) : total;
}

function settle(sum: ExactSum): void {
  sum.more = totalOfSum(sum);
  sum.nanos = 0;
  sum.attos = 0;
  sum.rest27 = 0;
}
