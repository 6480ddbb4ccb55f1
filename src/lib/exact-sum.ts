import type { Decimal } from "decimal.js";
import { Credits } from "./money.ts";

// The parts of an amount in billionths, in billionths of those, and once more: 27 decimals.
const billion = 1e9;
const decimalsInAll = 27;
// Beyond it a part is moved to the decimal: two such safe integers still add up to one.
const most = 2 ** 52;

/** A running sum of numbers as they were written, exact and fast where they have at most 27 decimals and are not huge. */
export interface ExactSum {
  /** Whole numbers of 1e-9, 1e-18 and 1e-27. */
  nanos: number;
  attos: number;
  rest27: number;
  /** What did not fit into those. */
  more: Decimal | undefined;
}

/** A sum of nothing so far. */
export function exactSum(): ExactSum {
  return { nanos: 0, attos: 0, rest27: 0, more: undefined };
}

/** Makes `into` the sum of this one amount, so that it can be added to many sums for one reading. */
export function readAmount(into: ExactSum, amount: number): ExactSum {
  into.attos = 0;
  into.rest27 = 0;
  into.more = undefined;
  const nanos = Math.round(amount * billion);
  // Both are exact and a division rounds to the nearest number: at most 15 digits, and these are the amount's own.
  if (nanos / billion === amount && Math.abs(nanos) < 1e15) {
    into.nanos = nanos;
    return into;
  }
  into.nanos = 0;
  return readDigits(into, amount);
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

/** By its shortest decimal, which is what JSON says. */
function readDigits(into: ExactSum, amount: number): ExactSum {
  const text = String(Math.abs(amount));
  const point = text.indexOf(".");
  const decimals = text.length - point - 1;
  if (point === -1 || text.includes("e") || decimals > decimalsInAll || point > 6) {
    into.more = new Credits(amount);
    return into;
  }
  const sign = amount < 0 ? -1 : 1;
  into.nanos = sign * (Number(text.slice(0, point)) * billion + part(text, point + 1));
  into.attos = sign * part(text, point + 10);
  into.rest27 = sign * part(text, point + 19);
  return into;
}

/** Nine digits from a place on, as if zeros followed the text. */
function part(text: string, from: number): number {
  if (from >= text.length) return 0;
  const digits = text.slice(from, from + 9);
  return Number(digits) * 10 ** (9 - digits.length);
}
