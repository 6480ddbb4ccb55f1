import { z } from "zod";
import { creditAmount, kept } from "../../../lib/kinds.ts";
import { declareSchedule, settings as sameSettings } from "../../../platform/as-code/declare-schedule.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import { Every, ServiceOfSchedule, placeOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import { Team, comparedTeam, namedTeam, teamKey, teamName } from "../../owners/index.ts";
import type { Decimal } from "decimal.js";
import { escapeMrkdwn, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { type CreditPrice, Credits, formatAmount } from "../../../lib/money.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { humanDays, monthName } from "../../../lib/day.ts";

/** What is posted about a budget, in rising order: a used percentage, or a forecast beyond the budget. */
export const budgetLevels = ["50", "80", "forecast", "100"] as const;

const BudgetLevel = z.enum(budgetLevels);
export type BudgetLevel = z.output<typeof BudgetLevel>;

/** The posts about one period, which its first day names. */
const BudgetPeriod = z.object({
  from: z.iso.date(),
  /** The amount of these levels. With another amount the levels are judged again. */
  credits: z.string(),
  posted: z.array(BudgetLevel),
  /** The level to post; it may be posted already. */
  toPost: BudgetLevel.optional(),
});
export type BudgetPeriod = z.output<typeof BudgetPeriod>;

const settings = {
  ...placeOfSchedule,
  every: Every,
  /** In credits, as a decimal text, because a JSON number would round it. */
  credits: kept(creditAmount, z.string().regex(/^\d+(\.\d+)?$/)),
  /** Absent for a budget of all costs. */
  service: ServiceOfSchedule.optional(),
  /** Present for a budget of the services that belong to this team at the time. */
  team: Team.optional(),
};

/** The schedule that posts how much of a budget is used, and which days cost unusually much. */
export const BudgetSchedule = z.object({
  ...scheduleFacts,
  ...settings,
  kind: z.literal("budget"),
  state: z.object({
    /** When costs were last checked. */
    checkedAt: z.iso.datetime().optional(),
    /** The present period and the earlier ones that may still change, oldest first. */
    periods: z.array(BudgetPeriod).default([]),
    /** The days of the last weeks that were checked for unusual costs. */
    judged: z.array(z.iso.date()).default([]),
  }),
});
export type BudgetSchedule = z.output<typeof BudgetSchedule>;

/** Budgets, as a kind of schedule. The same costs, period and channel make the same budget. */
export const budgetKind = declareSchedule({
  kind: "budget",
  record: BudgetSchedule,
  subject: budgetAsSubject,
  command: (budget) => `${setCommand(budget)} in #channel`,
  count: (count) => plural(count, "budget"),
  settings: sameSettings(settings),
  name: ({ service, team }) => service?.name ?? (team ? teamName(team) : "all services"),
  inFile: {
    first: () => ({ state: { periods: [], judged: [] } }),
    // The next check is due at once.
    next: ({ state }) => ({ state: { ...state, checkedAt: undefined } }),
    name: "budgets",
    noun: "budget",
    nouns: "budgets",
    shownIn: { lists: ["budgets_list"] },
    rule: (item) =>
      item.refine(({ service, team }) => !service || !team, {
        path: ["team"],
        message: "can't be beside `service`. A budget is for one of them",
      }),
    leftOut: { "team(group).name": "Slack's present handle is shown" },
    keyOf: ({ connection, service, team, every, channelId }) =>
      [connection, service?.serviceId ?? "", every, channelId, ...(team ? [teamKey(team)] : [])].join(" "),
    label: ({ service, team, every }) =>
      `${service?.name ?? (team ? teamName(team) : "all services")}, ${every}`,
    compared: (present, wanted) => ({ ...present, team: comparedTeam(present.team, wanted.team) }),
    async named(item, context) {
      return item.team ? { ...item, team: await namedTeam(item.team, context) } : item;
    },
  },
});

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
function budgetAsSubject(budget: BudgetFacts): string {
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
