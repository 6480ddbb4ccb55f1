import type { Decimal } from "decimal.js";
import { Credits } from "./money.ts";

// A larger part moves to the decimal. Two safe integers of this size still add up to a safe one.
const most = 2 ** 52;

/** An empty sum. */
export function exactSum(): ExactSum {
  return { nanos: 0, attos: 0, rest27: 0, more: undefined };
}

/** Adds another sum. */
export function addTo(sum: ExactSum, amount: ExactSum): void {
  sum.nanos += amount.nanos;
  if (Math.abs(sum.nanos) > most) normalize(sum);
  if (amount.attos !== 0 || amount.rest27 !== 0) {
    sum.attos += amount.attos;
    sum.rest27 += amount.rest27;
    if (Math.abs(sum.attos) > most || Math.abs(sum.rest27) > most) normalize(sum);
  }
  if (amount.more) sum.more = amount.more.plus(sum.more ?? 0);
}

/** The total of a sum. */
export function totalOfSum({ nanos, attos, rest27, more }: ExactSum): Decimal {
  let total = new Credits(nanos).times("1e-9");
  if (attos !== 0) total = total.plus(new Credits(attos).times("1e-18"));
  if (rest27 !== 0) total = total.plus(new Credits(rest27).times("1e-27"));
  return more ? total.plus(more) : total;
}

function normalize(sum: ExactSum): void {
  sum.more = totalOfSum(sum);
  sum.nanos = 0;
  sum.attos = 0;
  sum.rest27 = 0;
}

/**
 * A running sum of numbers as they were written. It is exact, and fast for all but huge and tiny numbers. It is kept in
 * whole numbers of 1e-9, 1e-18 and 1e-27, each small enough to be added exactly, and the rest.
 */
export interface ExactSum {
  nanos: number;
  attos: number;
  rest27: number;
  /** The part that does not fit into the other fields. */
  more: Decimal | undefined;
}

/** Powers of ten up to 1e22 are exact numbers. */
const powerOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const decimalsInAll = 27;

/**
 * Makes `into` the sum of this one amount: of the number's shortest decimal, which is what JSON writes. The caller
 * reuses `into`, because a long history of costs holds millions of numbers.
 */
export function readAmount(into: ExactSum, amount: number): ExactSum {
  into.attos = 0;
  into.rest27 = 0;
  into.more = undefined;
  into.nanos = Math.round(amount * 1e9);
  // A division gives the nearest number. So a decimal of at most 15 digits that divides to `amount` is its shortest.
  if (into.nanos / 1e9 === amount && Math.abs(into.nanos) < 1e15) return into;
  if (!computeParts(into, amount)) readText(into, amount);
  return into;
}

/**
 * Reads numbers of 15 to 17 digits without a text. A decimal represents a number if it is nearer to it than half the
 * gap to the next number. False if that is too close to call, or if the number is huge or tiny.
 */
function computeParts(into: ExactSum, amount: number): boolean {
  const size = Math.abs(amount);
  if (!(size >= 1e-5 && size < 1e6)) return false;
  const whole = Math.floor(size);
  const fraction = size - whole;
  const [product, error] = exactProduct(fraction, 1e9);
  const nanos = Math.floor(product);
  const below = product - nanos + error;

  const halfGap = gapAbove(size) / 2;
  if (gapBelowIsSmaller(size)) return false;
  const digitsBefore = exponentOf(size) + 1;
  for (let digits = 15; digits <= 17; digits += 1) {
    const decimals = digits - digitsBefore;
    const scaled = below * at(decimals - 9);
    const nearest = Math.round(scaled);
    const off = Math.abs(scaled - nearest);
    const allowed = halfGap * at(decimals);
    if (Math.abs(off - allowed) < tooClose || off > 0.5 - tooClose) return false;
    if (off > allowed) continue;
    setBelowNanos(into, Math.sign(amount), nearest, decimals);
    into.nanos = Math.sign(amount) * (whole * 1e9 + nanos);
    return true;
  }
  return false;
}

// Rounding errors in the compared numbers are far smaller.
const tooClose = 1e-5;

function setBelowNanos(into: ExactSum, sign: number, units: number, decimals: number): void {
  if (decimals <= 18) {
    into.attos = sign * units * at(18 - decimals);
    return;
  }
  const attos = Math.trunc(units / at(decimals - 18));
  into.attos = sign * attos;
  into.rest27 = sign * (units - attos * at(decimals - 18)) * at(decimalsInAll - decimals);
}

function at(exponent: number): number {
  return powerOfTen[exponent] ?? Number.NaN;
}

function exponentOf(size: number): number {
  let exponent = -5;
  while (size >= (exponent < -1 ? 1 / at(-exponent - 1) : at(exponent + 1))) exponent += 1;
  return exponent;
}

// Slightly more than half the gap rounds up to the next number.
function gapAbove(size: number): number {
  return size + size * (2 ** -53 * (1 + 1e-9)) - size;
}

// The gap below is smaller only right above a power of two.
function gapBelowIsSmaller(size: number): boolean {
  return size - size * (2 ** -54 * (1 + 1e-9)) !== size;
}

/** A product as the nearest number and its error, both exact (T. J. Dekker, 1971). */
function exactProduct(a: number, b: number): readonly [number, number] {
  const product = a * b;
  const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return [product, aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)];
}

function upperHalf(value: number): number {
  const spread = 134_217_729 * value;
  return spread - (spread - value);
}

function readText(into: ExactSum, amount: number): void {
  into.nanos = 0;
  const text = String(Math.abs(amount));
  const point = text.indexOf(".");
  if (point === -1 || point > 6 || text.includes("e") || text.length - point - 1 > decimalsInAll) {
    into.more = new Credits(amount);
    return;
  }
  const sign = Math.sign(amount);
  into.nanos = sign * (Number(text.slice(0, point)) * 1e9 + nineDigits(text, point + 1));
  into.attos = sign * nineDigits(text, point + 10);
  into.rest27 = sign * nineDigits(text, point + 19);
}

/** Nine digits from a position on, as if zeros followed the text. */
function nineDigits(text: string, from: number): number {
  if (from >= text.length) return 0;
  const digits = text.slice(from, from + 9);
  return Number(digits) * at(9 - digits.length);
}
