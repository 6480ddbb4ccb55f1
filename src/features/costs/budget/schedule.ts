import { Team, comparedTeam, namedTeam, teamKey, teamName } from "../../owners/index.ts";
import { z } from "zod";
import { creditAmount, kept } from "../../../lib/kinds.ts";
import { declareSchedule, settings as sameSettings } from "../../../platform/as-code/declare-schedule.ts";
import { plural } from "../../../lib/text.ts";
import {
  Every,
  ServiceOfSchedule,
  placeOfSchedule,
  scheduleFacts,
} from "../../../platform/jobs/schedules/schedules.ts";
import { budgetAsSubject, setCommand } from "./format-budget.ts";

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
