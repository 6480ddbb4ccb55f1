import { calledName } from "../../../lib/names.ts";
import type { Decimal } from "decimal.js";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { humanDays, monthName, weekdayOf, type Day } from "../../../lib/day.ts";
import { type CreditPrice, formatCost, formatCredits } from "../../../lib/money.ts";
import { plural } from "../../../lib/text.ts";
import type { UnusualDay } from "../anomalies/anomalies.ts";
import { budgetInMrkdwn } from "../budget/schedule.ts";
import type { MonthPage } from "./load.ts";

// The page of a month, in mrkdwn. The title and the buttons are plain text.

type Price = CreditPrice | undefined;

export const title = (from: Day) => `${monthName(from)} ${from.slice(0, 4)}`;

export const spent = (total: Decimal, isOver: boolean, change: string, price: Price) =>
  `*Spent:* ${formatCost(total, price)}${isOver ? "" : " so far"}. ${change}`;

/** From the cheapest and the dearest day recently. */
export const forecast = ({ expected, least, most }: NonNullable<MonthPage["ahead"]>, price: Price) =>
  `*Forecast:* about ${formatCost(expected, price)}, from ${formatCredits(least, price)} to ${formatCredits(most, price)} if the rest costs as the cheapest or the dearest of the last days.`;

export const budgetsTitle = "*Budgets*";
export const noBudgets = "*Budgets:* none that is monthly.";
export function budget({ budget: set, use }: MonthPage["budgets"][number], price: Price): string {
  const left = use.left.lt(0)
    ? `${formatCredits(use.left.neg(), price)} over`
    : `${formatCredits(use.left, price)} left`;
  return `• The ${budgetInMrkdwn({ ...set, price })}: ${formatCredits(use.used, price)} used, ${left}.`;
}

export const unusualTitle = "*Unusual days*";
export const noUnusual = "*Unusual days:* none among the final days.";
export function unusual({ day, total, usual, movers }: UnusualDay, price: Price): string {
  const [mover] = movers;
  const because = mover ? `, mostly ${escapeName(mover.name)}` : "";
  return `• ${weekdayOf(day)} ${humanDays(day, day)}: ${formatCredits(total, price)} instead of ${formatCredits(usual, price)}${because}.`;
}

export const moreUnusual = (count: number) => `• ${plural(count, "more day")}`;

export const saved = (reduced: number) =>
  reduced === 0
    ? "*Saved:* nothing was stopped, made smaller or deleted here."
    : `*Saved:* ${plural(reduced, "service")} stopped, made smaller or deleted here.`;

export const noCosts = "*Spent:* nothing.";
export const note = "Months are calendar months in UTC.";
/** Plain text. */
export const noConnection = (typed: string) =>
  `I can't find a connection ${calledName(typed)}. A month's page has all services of one: \`/db costs month october\`.`;
export const oneMonth = "A page is of one month. Try `/db costs month october`.";
export const buttons = {
  costs: "All costs",
  savings: "Savings",
  focus: "FOCUS file",
} as const;
