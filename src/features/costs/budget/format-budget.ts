import { teamName } from "../../owners/index.ts";
import type { Decimal } from "decimal.js";
import { escapeMrkdwn, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { type CreditPrice, Credits, formatAmount } from "../../../lib/money.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import type { BudgetSchedule } from "./schedule.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { humanDays, monthName } from "../../../lib/day.ts";
import type { Every } from "../../../platform/jobs/schedules/schedules.ts";

/** A budget's amount, and the costs it is for. */
export type BudgetFacts = Pick<BudgetSchedule, "every" | "service" | "team"> & {
  credits: string | Decimal;
  /** What a credit costs, to show money too. */
  price?: CreditPrice | undefined;
};

/** "monthly budget of 500 credits for orders prod", in plain text. */
export function budgetName({ every, credits, service, team }: BudgetFacts): string {
  const scope = service ? plainName(service.name) : team && `the team ${plainName(teamName(team))}`;
  return `${every} budget of ${formatAmount(credits)}${scope === undefined ? "" : ` for ${scope}`}`;
}

/** The same in mrkdwn, and "for all costs" without a service. */
export function budgetInMrkdwn({ every, credits, service, team, price }: BudgetFacts): string {
  const ofTeam = team && `the team *${escapeName(teamName(team))}*`;
  const scope = service ? `*${escapeName(service.name)}*` : (ofTeam ?? "all costs");
  return `${every} budget of ${formatAmount(credits, price)} for ${scope}`;
}

/** The command that sets this budget. */
export function setCommand({ every, credits, service, team }: BudgetFacts): string {
  const amount = new Credits(credits).toFixed();
  return [
    "/db costs budget set",
    amount,
    every,
    ...(service ? [nameInCommand(service)] : []),
    ...(team ? [`team "${teamName(team)}"`] : []),
  ].join(" ");
}

/** A service's name in quotes, because it may read as a period or an amount. */
function nameInCommand({ serviceId, name }: NonNullable<BudgetSchedule["service"]>): string {
  return /["“”]/.test(name) ? serviceId : `"${oneLine(name)}"`;
}

/** A budget as the subject of a sentence, in mrkdwn. */
export function budgetAsSubject(budget: BudgetFacts): string {
  return `The ${escapeMrkdwn(budgetName(budget))}`;
}

/** A name from elsewhere for plain text: on one line, with at most 60 characters. */
export function plainName(name: string): string {
  return truncate(oneLine(visible(name)), 60);
}

/** A period in a sentence: "in November 2026", "from 16 to 22 Nov 2026", "on 20 Nov 2026". */
export function formatPeriod(every: Every, period: DaySpan): string {
  const joint = { daily: "on", weekly: "from", monthly: "in" }[every];
  return `${joint} ${periodName(every, period)}`;
}

/** A period's name: "November 2026", "16 to 22 Nov 2026", "20 Nov 2026". */
export function periodName(every: Every, { from, to }: DaySpan): string {
  return every === "monthly" ? `${monthName(from)} ${from.slice(0, 4)}` : humanDays(from, to);
}
