import type { Decimal } from "decimal.js";
import { type ChannelIn, channelIn } from "../../../platform/commands/channel-in.ts";
import { Every } from "../../../platform/jobs/schedules/schedules.ts";
import { AppError } from "../../../lib/errors.ts";
import { Credits } from "../../../lib/money.ts";
import * as texts from "./texts.ts";

/** A budget as a person typed it. */
export interface WantedBudget extends Pick<ChannelIn, "channelId"> {
  credits: Decimal;
  every: Every;
  /** The name or id of a service; empty for all costs. */
  service: string;
  /** A team as typed; empty for none. */
  team: string;
}

// Whole words only, because services have names such as "daily-etl", "credit-check" and "on-call".
const periods: Record<Every, RegExp> = {
  daily: /(?<!\S)(?:daily|(?:a|per|each|every) day)(?![^\s,])/i,
  weekly: /(?<!\S)(?:weekly|(?:a|per|each|every) week)(?![^\s,])/i,
  monthly: /(?<!\S)(?:monthly|(?:a|per|each|every) month)(?![^\s,])/i,
};
const otherPeriods =
  /(?<!\S)(?:hourly|yearly|annually|annual|quarterly|fortnightly|(?:a|per|each|every) (?:hour|year|quarter|fortnight))(?![^\s,])/i;
const quoted = /["“”]([^"“”]+)["“”]/;
// A quoted name may be of a service, as in "team room".
const teamWords = /(?:^|\s)(?:for )?(?:the )?team ("[^"]+"|“[^”]+”|<!subteam[^>]+>|[^\s"“]+)/i;
const unit = /^credits?,?$/i;
/** As in "500/month". */
const perSlash = /\/\s?(?=(?:day|week|month)\b)/gi;
const joints = /^(?:(?:for|of|on|in|,)(?:\s|$))+|(?:(?:^|\s)(?:for|of|on|in|,))+$/gi;

/**
 * Reads the words after `budget set`, in any order: the amount, how often, a service, a channel. A service's name may
 * have a number too, so there is one reading for each number, the likeliest first. Fails as user, with an example.
 */
export function wantedBudgets(words: string): [WantedBudget, ...WantedBudget[]] {
  const { channelId, rest: all } = channelIn(words.replace(perSlash, " per "));
  const [team = "", rest] = takeOut(all, teamWords);
  const [quotedName, unquoted] = takeOut(rest, quoted);
  const { every, left } = takePeriod(unquoted);
  const tokens = left.split(" ").filter(Boolean);
  const [first, ...more] = amountIndexes(tokens);
  if (first === undefined) throw problem(texts.problems.noAmount);
  const wanted = (index: number) => ({
    every,
    channelId,
    team: team.replace(/["“”]/g, "").trim(),
    credits: readAmount(tokens[index] ?? ""),
    service: quotedName ?? nameIn(tokens, index),
  });
  const others = more.filter((index) => typeof amountIn(tokens[index] ?? "") !== "string");
  return [wanted(first), ...others.map(wanted)];
}

/** The indexes of the words that may be the amount. One before "credits" is the likeliest. */
function amountIndexes(tokens: readonly string[]): number[] {
  return tokens
    .map((token, index) => ({ index, token, hasUnit: unit.test(tokens[index + 1] ?? "") }))
    .filter(({ token }) => looksLikeAmount(token))
    .toSorted((a, b) => Number(b.hasUnit) - Number(a.hasUnit))
    .map(({ index }) => index);
}

function takePeriod(words: string): { every: Every; left: string } {
  const found = Every.options.filter((every) => periods[every].test(words));
  const [every = "monthly", another] = found;
  if (another !== undefined) throw problem(texts.problems.twoPeriods(every, another));
  const [other, left] = takeOut(words, otherPeriods);
  if (other !== undefined) throw problem(texts.problems.otherPeriod(other));
  return { every, left: takeOut(left, periods[every])[1] };
}

/** The words without the amount and its unit. */
function nameIn(tokens: readonly string[], amountAt: number): string {
  const rest = tokens.filter(
    (token, index) => index !== amountAt && !(index === amountAt + 1 && unit.test(token)),
  );
  return rest.join(" ").replace(joints, "").trim();
}

/** The first match of a pattern (its first group, if it has one), and the words without the match. */
function takeOut(words: string, pattern: RegExp): [string | undefined, string] {
  const found = pattern.exec(words);
  if (!found) return [undefined, words];
  const rest = words.slice(0, found.index) + " " + words.slice(found.index + found[0].length);
  return [found[1] ?? found[0], rest.replace(/\s+/g, " ").trim()];
}

const written = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k?)$/i;
const mostCredits = 1_000_000_000;

/** True for a word that was meant as an amount, even if it is not a correct one. */
function looksLikeAmount(word: string): boolean {
  return /^[-+−]?[$€£]?[\d.,]*\d[\d.,]*k?[$€£]?$/i.test(word);
}

/** Reads an amount of credits: "500", "1,500.50", "2k". Fails as user if it is wrong, not above 0, or too fine. */
function readAmount(word: string): Decimal {
  const amount = amountIn(word);
  if (typeof amount === "string") throw problem(amount);
  return amount;
}

/** The amount in a word, or the problem with it. */
function amountIn(word: string): Decimal | string {
  if (/[$€£]/.test(word)) return texts.problems.money(word);
  if (/^[-−]/.test(word)) return texts.problems.negative(word);
  const [, whole, decimals = "", thousand] = written.exec(word.replace(/^\+/, "")) ?? [];
  if (whole === undefined) return texts.problems.unreadable(word);
  const credits = new Credits(`${whole.replaceAll(",", "")}${decimals}`).times(thousand ? 1000 : 1);
  if (credits.isZero()) return texts.problems.zero;
  if (credits.decimalPlaces() > 2) return texts.problems.tooFine(word);
  if (credits.gt(mostCredits)) return texts.problems.tooMany;
  return credits;
}

/** A problem with a typed budget, with an example. */
function problem(what: string): AppError {
  return new AppError("user", `${what} ${texts.typedExample}`);
}
