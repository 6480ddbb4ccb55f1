import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { Credits } from "../../../lib/money.ts";
import { oneLine } from "../../../lib/text.ts";
import { service as anyService, teamOrHandle } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument, gap, markPattern } from "../../../platform/commands/arguments/kind.ts";
import { nameKind, teamSlot } from "../../../platform/commands/arguments/kinds.ts";
import { quoted } from "../../../platform/commands/entry.ts";
import { Every } from "../../../platform/jobs/schedules/schedules.ts";
import * as texts from "./texts.ts";

/** A problem with a typed budget, with an example. */
export function withExample(what: string): string {
  return `${what} ${texts.typedExample}`;
}

function problem(what: string): AppError {
  return new AppError("user", withExample(what));
}

// How much.

type Amount = InstanceType<typeof Credits>;

const unit = /^credits?,?$/i;
const written = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k?)$/i;
const mostCredits = 1_000_000_000;
// More than a name has.
const mostNumbers = 10;

/**
 * An amount of credits anywhere: "500", "1,500.50", "2k credits". A service's name may have a number too, so each one may
 * be the amount. The one before "credits" is the likeliest.
 */
const creditsKind: ArgumentKind = {
  slot: "credits",
  takes: "number",
  take(words) {
    const tokens = words.split(" ").filter(Boolean);
    const [first, ...more] = amountIndexes(tokens);
    if (first === undefined) return undefined;
    const taken = (index: number) => {
      const amount = amountIn(tokens[index] ?? "");
      return typeof amount === "string" ? amount : { value: amount.toNumber(), rest: restOf(tokens, index) };
    };
    const likeliest = taken(first);
    if (typeof likeliest === "string") throw problem(likeliest);
    const others = more.slice(0, mostNumbers).map(taken);
    return { ...likeliest, others: others.filter((other) => typeof other !== "string") };
  },
  write: String,
};

/** The indexes of the words that may be the amount. */
function amountIndexes(tokens: readonly string[]): number[] {
  return tokens
    .map((token, index) => ({ index, token, hasUnit: unit.test(tokens[index + 1] ?? "") }))
    .filter(({ token }) => looksLikeAmount(token))
    .toSorted((a, b) => Number(b.hasUnit) - Number(a.hasUnit))
    .map(({ index }) => index);
}

/** The words without the amount and its unit. */
function restOf(tokens: readonly string[], amountAt: number): string {
  const isAmount = (token: string, index: number) =>
    index === amountAt || (index === amountAt + 1 && unit.test(token));
  return tokens.filter((token, index) => !isAmount(token, index)).join(" ");
}

/** True for a word that was meant as an amount, even if it is not a correct one. */
function looksLikeAmount(word: string): boolean {
  return /^[-+−]?[$€£]?[\d.,]*\d[\d.,]*k?[$€£]?$/i.test(word);
}

/** The amount in a word, or the problem with it. */
function amountIn(word: string): Amount | string {
  if (/[$€£]/.test(word)) return texts.problems.money(word);
  if (/^[-−]/.test(word)) return texts.problems.negative(word);
  const [, whole, decimals = "", thousand] = written.exec(word.replace(/^\+/, "")) ?? [];
  if (whole === undefined) return texts.problems.unreadable(word);
  // "1.200" may be 1.2 or 1,200.
  if (thousand === "" && decimals.length > 3) return texts.problems.tooFine(word);
  const credits = new Credits(`${whole.replaceAll(",", "")}${decimals}`).times(thousand ? 1000 : 1);
  return amountProblem(credits, word) ?? credits;
}

function amountProblem(credits: Amount, typed: string): string | undefined {
  if (credits.isZero()) return texts.problems.zero;
  if (credits.decimalPlaces() > 2) return texts.problems.tooFine(typed);
  return credits.gt(mostCredits) ? texts.problems.tooMany : undefined;
}

export const credits = argument(
  creditsKind,
  z
    .number()
    .positive(withExample(texts.problems.zero))
    .max(1e12, withExample(texts.problems.tooMany))
    .superRefine((amount, issues) => {
      const wrong = amountProblem(new Credits(amount), String(amount));
      if (wrong !== undefined) issues.addIssue({ code: "custom", message: withExample(wrong) });
    }),
).describe("The credits for each day, week or month");

// How often.

const units: Record<Every, string> = { daily: "day", weekly: "week", monthly: "month" };

// Whole words only, because services have names such as "daily-etl", "credit-check" and "on-call".
const periods = Every.options.map((every) => {
  const each = String.raw`(?<!\S)(?:${every}|(?:a|per|each|every) ${units[every]})(?![^\s,])`;
  return { every, pattern: new RegExp(String.raw`${each}|\s?\/\s?${units[every]}\b`, "i") };
});
const otherPeriods =
  /(?<!\S)(?:hourly|yearly|annually|annual|quarterly|fortnightly|(?:a|per|each|every) (?:hour|year|quarter|fortnight))(?![^\s,])/i;

/** A period anywhere: "daily", "a week", "500/month". */
const everyKind: ArgumentKind = {
  slot: {
    isOne: true,
    parts: Every.options.map((every) => [
      new RegExp(
        String.raw`\b${every}\b|(?:\b(?:an?|per|each|every|in (?:an?|the|one)) |\/ ?)${units[every]}\b`,
        "i",
      ),
      every,
    ]),
  },
  take(words) {
    const [found, another] = periods.filter(({ pattern }) => pattern.test(words));
    if (found && another) throw problem(texts.problems.twoPeriods(found.every, another.every));
    const [other] = otherPeriods.exec(words) ?? [];
    if (other !== undefined) throw problem(texts.problems.otherPeriod(other));
    return found && { value: found.every, rest: oneLine(words.replace(found.pattern, " ")) };
  },
  write: String,
};

export const every = argument(everyKind, z.enum(["daily", "weekly", "monthly"])).describe(
  "By default monthly",
);

// What for.

const teamWord = /(?:"[^"]+"|“[^”]+”|<!subteam[^>]+>|[^\s"“]+)/;
// A name in quotes before it may be of a service, as in "team room".
const inQuotes = String.raw`["\u201c-\u201f][^"\u201c-\u201f]+["\u201c-\u201f]`;

/** A team behind its mark: `team payments`, `for the team "data platform"`. */
const teamKind: ArgumentKind = {
  slot: teamSlot,
  usage: ["<name>", "@group"],
  takes: "marked",
  take(words, mark) {
    const named = String.raw`(?:^|(?<=\s))(?:for )?(?:the )?${markPattern(mark)} (${teamWord.source})`;
    const all = [...words.matchAll(new RegExp(`${inQuotes}|${named}`, "gi"))];
    const found = all.find(([, name]) => name !== undefined);
    if (!found) return undefined;
    const { 0: whole, 1: team = "", index } = found;
    const rest = `${words.slice(0, index)} ${gap} ${words.slice(index + whole.length)}`;
    return { value: team.replaceAll(/["\u201c-\u201f]/g, "").trim(), rest };
  },
  write: (team) => quoted(String(team)) ?? "",
};

export const team = argument(
  teamKind,
  teamOrHandle.describe("The team, instead of a service: a name, or a user group's handle with @"),
);

const joints = /^(?:(?:for|of|on|in|,)(?:\s|$))+|(?:(?:^|\s)(?:for|of|on|in|,))+$/gi;
const aService = nameKind("service");

/** A service's name, without the words that join it to the others. */
const serviceKind: ArgumentKind = {
  ...aService,
  take(words, mark) {
    const taken = aService.take(oneLine(words.replaceAll(gap, " ")).replace(joints, ""), mark);
    return taken && { ...taken, rest: "" };
  },
};

export const service = argument(
  serviceKind,
  anyService.describe("The service. Without it and a team all costs"),
);
