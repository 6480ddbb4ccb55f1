import type { Decimal } from "decimal.js";
import { escapeMrkdwn, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { Credits, formatAmount } from "../../../lib/money.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import type { BudgetSchedule } from "./schedule.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type Day, humanDays, monthName } from "../../../lib/day.ts";
import type { Every } from "../../../platform/jobs/schedules/schedules.ts";

/** What a budget is about, and how much it is. */
export type BudgetFacts = Pick<BudgetSchedule, "every" | "service"> & { credits: string | Decimal };

/** "monthly budget of 500 credits for orders prod", in plain text. */
export function budgetName({ every, credits, service }: BudgetFacts): string {
  return `${every} budget of ${formatAmount(credits)}${service ? ` for ${plainName(service.name)}` : ""}`;
}

/** The same in mrkdwn. */
export function budgetInMrkdwn({ every, credits, service }: BudgetFacts): string {
  return `${every} budget of ${formatAmount(credits)} for ${scopeInMrkdwn(service)}`;
}

/** Whose costs count, in mrkdwn: "*orders prod*", "all costs". */
function scopeInMrkdwn(service: BudgetSchedule["service"]): string {
  return service ? `*${escapeName(service.name)}*` : "all costs";
}

/** The command that sets a budget such as this again. */
export function setCommand({ every, credits, service }: BudgetFacts): string {
  const amount = new Credits(credits).toFixed();
  return ["/db budget set", amount, every, ...(service ? [namedInCommand(service)] : [])].join(" ");
}

/** In quotes, since a name may read as a period or an amount. */
function namedInCommand({ serviceId, name }: NonNullable<BudgetSchedule["service"]>): string {
  return /["“”]/.test(name) ? serviceId : `"${oneLine(name)}"`;
}

/** What a budget is called in mrkdwn as the subject of a sentence. */
export function budgetAsSubject(budget: BudgetFacts): string {
  return `The ${escapeMrkdwn(budgetName(budget))}`;
}

/** A name from elsewhere for plain text, on one line and not too long. */
export function plainName(name: string): string {
  return truncate(oneLine(visible(name)), 60);
}

/** When a period is, in a sentence: "in November 2026", "from 16 to 22 Nov 2026", "on 20 Nov 2026". */
export function formatPeriod(every: Every, { from, to }: DaySpan): string {
  if (every === "monthly") return `in ${monthAndYear(from)}`;
  return every === "weekly" ? `from ${humanDays(from, to)}` : `on ${humanDays(from, to)}`;
}

/** What a period is called: "November 2026", "16 to 22 Nov 2026", "20 Nov 2026". */
export function periodName(every: Every, { from, to }: DaySpan): string {
  return every === "monthly" ? monthAndYear(from) : humanDays(from, to);
}

/** What periods are, for people. */
export const periodRules: Record<Every, string> = {
  daily: "Days are UTC days.",
  weekly: "Weeks begin on Monday, in UTC.",
  monthly: "Months are calendar months in UTC.",
};

function monthAndYear(day: Day): string {
  return `${monthName(day)} ${day.slice(0, 4)}`;
}
