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

/** The price of one credit: an exact amount above 0, and its currency (ISO 4217). */
export const CreditPrice = z.object({
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type CreditPrice = z.output<typeof CreditPrice>;

/** What credits cost, exactly. Round it only to show it. */
export function moneyOf(credits: Decimal.Value, { amount }: CreditPrice): Decimal {
  return new Credits(credits).times(amount);
}

/** What credits cost, exactly, as decimal text for programs. Undefined without a price. */
export function moneyText(credits: Decimal.Value, price: CreditPrice | undefined): string | undefined {
  return price && moneyOf(credits, price).toFixed();
}

/**
 * Money with its currency's sign and decimals: "€370.35", "CHF 12.00", "¥1,200"; "under €0.01" for an amount that would
 * show as nothing. `leastDecimals` shows more, as in the price of a credit.
 */
export function formatMoney(money: Decimal, currency: string, leastDecimals = 0): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const usual = format.resolvedOptions().maximumFractionDigits ?? 2;
  const parts = format.formatToParts(0);
  // The sign, and a space after a sign of letters.
  const sign = parts
    .slice(
      0,
      parts.findIndex(({ type }) => type === "integer"),
    )
    .map(({ value }) => value)
    .join("");
  const decimals = Math.max(usual, leastDecimals);
  const least = new Credits(10).pow(-decimals);
  if (money.gt(0) && money.lt(least.div(2))) return `under ${sign}${separated(least, decimals)}`;
  const text = separated(money, decimals);
  return text.startsWith("-") ? `-${sign}${text.slice(1)}` : `${sign}${text}`;
}

/** The price of a credit with all its decimals: "€0.30", "$0.00125". */
export function formatPrice({ amount, currency }: CreditPrice): string {
  const price = new Credits(amount);
  return formatMoney(price, currency, price.decimalPlaces());
}

/** A text about an amount of credits, and the money that they cost if a credit has a price. */
function withMoney(text: string, credits: Decimal, price: CreditPrice | undefined): string {
  return price ? `${text} (${formatMoney(moneyOf(credits, price), price.currency)})` : text;
}

/**
 * Credits with two decimals and separated thousands: "1,234.50"; "under 0.01" for an amount that would show as nothing.
 * With a price "1,234.50 (€370.35)".
 */
export function formatCredits(credits: Decimal, price?: CreditPrice): string {
  const isNothing = credits.gt(0) && isNegligible(credits);
  return withMoney(isNothing ? "under 0.01" : separated(credits, 2), credits, price);
}

/** The same with its unit: "1,234.50 credits", and with a price "1,234.50 credits (€370.35)". */
export function formatCost(credits: Decimal, price?: CreditPrice): string {
  return withMoney(`${formatCredits(credits)} credits`, credits, price);
}

/** An amount that a person set: "500 credits", "1,500.50 credits", and with a price "500 credits (€150.00)". */
export function formatAmount(credits: Decimal.Value, price?: CreditPrice): string {
  const amount = new Credits(credits);
  const unit = amount.eq(1) ? "credit" : "credits";
  return withMoney(`${separated(amount, amount.isInteger() ? 0 : 2)} ${unit}`, amount, price);
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

/** A signed percentage with one decimal; "under 0.1%" for a change that would show as nothing. */
export function formatPercent(percent: Decimal): string {
  const sign = percent.lt(0) ? "-" : "+";
  const size = percent.abs();
  return size.lt("0.05") ? "under 0.1%" : `${sign}${separated(size, 1)}%`;
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
