import type { Decimal } from "decimal.js";
import { AppError } from "../../../lib/errors.ts";
import { Credits } from "../../../lib/money.ts";

const written = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k?)$/i;
const mostCredits = 1_000_000_000;
const example = "`/db budget set 500 monthly`";

/** True for a word that was meant as an amount, though it may be none: one with a digit and nothing of a name. */
export function looksLikeAmount(word: string): boolean {
  return /^[-+−]?[$€£]?[\d.,]*\d[\d.,]*k?[$€£]?$/i.test(word);
}

/** Reads an amount of credits: "500", "1,500.50", "2k". Fails as user on what is no amount, not above 0, or too fine. */
export function readAmount(word: string): Decimal {
  const amount = amountIn(word);
  if (typeof amount === "string") throw problem(amount);
  return amount;
}

/** The amount that a word says, or why it says none. */
export function amountIn(word: string): Decimal | string {
  if (/[$€£]/.test(word)) return `“${word}” is money, and budgets are in credits, as the cloud counts costs.`;
  if (/^[-−]/.test(word)) return `“${word}” is negative. A budget is above 0.`;
  const [, whole, decimals = "", thousand] = written.exec(word.replace(/^\+/, "")) ?? [];
  if (whole === undefined) {
    return `“${word}” cannot be read as an amount. Write it like 500, 1,500.50 or 2k.`;
  }
  const credits = new Credits(`${whole.replaceAll(",", "")}${decimals}`).times(thousand ? 1000 : 1);
  if (credits.isZero()) return "A budget of 0 would be used up at once. It is above 0.";
  if (credits.decimalPlaces() > 2) return `“${word}” is too fine: a budget has two decimals at most.`;
  if (credits.gt(mostCredits)) return "A budget has at most a thousand million credits.";
  return credits;
}

/** What is wrong with how a budget was asked for, with a line that works. */
export function problem(what: string): AppError {
  return new AppError("user", `${what} Try ${example}.`);
}
