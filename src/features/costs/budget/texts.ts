import type { Decimal } from "decimal.js";
import { code, escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { daysInRuns, type Day } from "../../../lib/day.ts";
import { type CreditPrice, formatAmount, formatCredits, formatShare } from "../../../lib/money.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { plural } from "../../../lib/text.ts";
import type { Every } from "../../../platform/jobs/schedules/schedules.ts";
import {
  type BudgetFacts,
  type BudgetLevel,
  budgetInMrkdwn,
  budgetName,
  formatPeriod,
  periodName,
  setCommand,
} from "./schedule.ts";
import type { BudgetUse } from "./use.ts";

// The texts of budgets, in mrkdwn unless they say otherwise. A `channel` is mrkdwn, as in "in <#C1>".

// Help.

export const help = {
  summary: "Warns a channel before a budget is used up, and about unusual days.",
  details:
    "A budget covers all costs, one service or one team, such as `team payments`. It's monthly unless you type `daily` or `weekly`. I post at 50, 80 and 100%, when the forecast exceeds the budget, and about days with unusual costs. Without a channel, I post in the one you're in. Setting a budget again changes its amount. Days, weeks (from Monday) and months are in UTC.",
  hint: "Use `set <credits>`, `list` or `remove <number>`.",
} as const;

// Setting one.

export const alreadySet = (budget: BudgetFacts, channel: string) =>
  `You already have the ${budgetInMrkdwn(budget)} ${channel}.`;

/** `before` is the amount that it had. A day is too short for a forecast. */
export function set(budget: BudgetFacts, channel: string, before: string | undefined): string {
  const changed = before === undefined ? "" : ` It was ${formatAmount(before, budget.price)}.`;
  const forecast = budget.every === "daily" ? "" : "when the forecast exceeds it, ";
  const again = before === undefined ? "" : " I won't repeat a warning that still holds for the new amount.";
  return `Set a ${budgetInMrkdwn(budget)}.${changed} I'll post ${channel} at 50, 80 and 100%, ${forecast}and about unusual days.${again}`;
}

/** The level that a new budget has reached already. I post it at once. */
export function reached(level: BudgetLevel, channel: string): string {
  return `${reachedLevels[level]} I've posted ${channel}.`;
}

const reachedLevels: Record<BudgetLevel, string> = {
  "50": "More than half of it is used already.",
  "80": "More than 80% of it is used already.",
  forecast: "The forecast exceeds it already.",
  "100": "Already over budget.",
};

// How much is used.

/** `why` is a sentence. */
export const useUnknown = (why: string) => `I couldn't read how much is used. ${why}`;

/** `bar` is "████████░░ 82%". */
export const used = (use: Used, period: string, bar: string) => `${usedOf(use)} used ${period}: ${bar}`;

type Used = Pick<BudgetUse, "used" | "credits" | "price">;

const usedOf = ({ used: amount, credits, price }: Used) =>
  `*${formatCredits(amount, price)} of ${formatAmount(credits, price)}*`;

export const forecastLine = (forecast: string) => `Forecast: ${forecast}.`;
export const tooEarly = "It's too early for a forecast.";

/** "750.00 by 30 Nov, 250.00 over budget". */
export const forecast = ({ expected, by, over, price }: ForecastFacts) =>
  `${formatCredits(expected, price)} by ${daysInRuns([by])}, ${over.lte(0) ? "within budget" : `${formatCredits(over, price)} over budget`}`;

interface ForecastFacts {
  expected: Decimal;
  by: Day;
  over: Decimal;
  price: CreditPrice | undefined;
}

export const provisional = (days: readonly Day[]) =>
  `${daysInRuns(days)} ${days.length === 1 ? "is" : "are"} provisional: the amount may still change.`;

/** An explanation of each kind of period. */
export const periodRules: Record<Every, string> = {
  daily: "Days are in UTC.",
  weekly: "Weeks start on Monday, in UTC.",
  monthly: "Months are calendar months in UTC.",
};

// The list.

export const noBudgets = `No budgets yet. To set one: ${code("/db costs budget set 500 monthly in #databases")}`;

/** `first` and `last` are the numbers on this page, if there are several pages. */
export const listed = (total: number, shown?: { first: number; last: number }) =>
  `*${plural(total, "budget")}*${shown ? `, ${shown.first} to ${shown.last}` : ""}`;

export const entry = (number: number, budget: BudgetFacts, channel: string) =>
  `*${number}.* ${capital(budgetInMrkdwn(budget))}, ${channel}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const listNote = "Days are in UTC. The use in a current period may still change.";

// Removing one.

/** Plain text. */
export const removeQuestion = (budget: BudgetFacts) => ({
  title: "Remove this budget?",
  text: `I'll no longer post about the ${budgetName(budget)}. Nothing changes in the cloud.`,
  yes: "Remove",
  no: "Keep it",
});

export const removed = (budget: BudgetFacts, channel: string) =>
  `Removed the ${budgetInMrkdwn(budget)} ${channel}. To set it again, run this there: ${code(setCommand(budget))}`;

// Problems with removing, in plain text with code.

/** In mrkdwn. */
export const removeWhich = "*Which budget?* Choose it, or type its number: `/db costs budget remove 1`.";
export const alreadyRemoved = "This budget was removed already. `/db costs budget list` shows the others.";
export const noSuchBudget = (word: string, total: number) =>
  `I can't find budget “${word}”. You have ${total === 0 ? "no budgets" : `${plural(total, "budget")}: \`/db costs budget list\` shows their numbers`}.`;

// Problems with what was typed, in plain text with code. An example follows.

export const typedExample = "Try `/db costs budget set 500 monthly`.";
export const problems = {
  noAmount: "Enter how many credits the budget has.",
  zero: "Enter an amount above 0.",
  tooMany: "A budget can have up to a billion credits.",
  twoPeriods: (one: Every, other: Every) => `Choose one: ${one} or ${other}.`,
  otherPeriod: (typed: string) => `A budget is daily, weekly or monthly, not “${typed}”.`,
  money: (typed: string) => `“${typed}” is money. Budgets are in credits, like the cloud's costs.`,
  negative: (typed: string) => `“${typed}” is negative. Enter an amount above 0.`,
  unreadable: (typed: string) => `“${typed}” isn't an amount. Write it like 500, 1,500.50 or 2k.`,
  tooFine: (typed: string) => `“${typed}” has too many decimals. A budget has up to two.`,
} as const;

export const serviceOrTeam = "A budget is for a service or for a team. Name one of them.";

// The post about a level.

interface Exceeding {
  used: Decimal;
  credits: Decimal;
  goesOn: boolean;
  period: DaySpan;
}

/** Its title, in plain text. `percent` is "82%". */
export function levelTitle(
  budget: BudgetFacts,
  level: BudgetLevel,
  { used: amount, credits, goesOn, period }: Exceeding,
  percent: string,
): string {
  const name = budgetName(budget);
  if (amount.gt(credits))
    return goesOn ? `Over budget: ${name}` : `Was over budget ${formatPeriod(budget.every, period)}: ${name}`;
  if (level === "forecast") return `Likely to go over budget: ${name}`;
  if (amount.eq(credits)) return `${goesOn ? "Used up" : "Was used up"}: ${name}`;
  return `${percent} used: ${name}`;
}

export const usedInPost = (use: Used, period: string) => `${usedOf(use)} ${period}`;

export const facts = {
  over: "Over budget",
  left: "Left",
  daysLeft: "Days left",
  perDay: "Average per day",
  forecast: "Forecast",
} as const;

export const daysLeft = (count: number) => (count === 0 ? "today is the last day" : `${count} after today`);

export const costliestTitle = "*What costs most*";
export const costliest = ({ name, total, share, price }: CostliestFacts) =>
  `• ${escapeName(name)}: ${formatCredits(total, price)}${price ? `, ${formatShare(share, total)}` : ` (${formatShare(share, total)})`}`;

interface CostliestFacts {
  name: string;
  total: Decimal;
  share: Decimal | null;
  price: CreditPrice | undefined;
}
export const others = (count: number) => `• ${plural(count, "other")}`;

/** Buttons, in plain text. */
export const costsOfPeriod = (every: Every, period: DaySpan) => `Costs of ${periodName(every, period)}`;
export const moreBudgets = "More budgets";
export const removeButton = (number: number) => `Remove ${number}`;

/** A title as the first line of a text. */
export const titleLine = (title: string) => `*${escapeMrkdwn(title)}*`;
