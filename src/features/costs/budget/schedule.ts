import { Team, teamName } from "../../owners/index.ts";
import { z } from "zod";
import { creditAmount, kept } from "../../../lib/kinds.ts";
import { plural } from "../../../lib/text.ts";
import {
  Every,
  type ScheduleKind,
  ServiceOfSchedule,
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

/** The schedule that posts how much of a budget is used, and which days cost unusually much. */
export const BudgetSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("budget"),
  every: Every,
  /** In credits, as a decimal text, because a JSON number would round it. */
  credits: kept(creditAmount, z.string().regex(/^\d+(\.\d+)?$/)),
  /** Absent for a budget of all costs. */
  service: ServiceOfSchedule.optional(),
  /** Present for a budget of the services that belong to this team at the time. */
  team: Team.optional(),
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

/** Budgets, as a kind of schedule. */
export const budgetKind: ScheduleKind<BudgetSchedule> = {
  kind: "budget",
  record: BudgetSchedule,
  subject: budgetAsSubject,
  command: (budget) => `${setCommand(budget)} in #channel`,
  audited: ({ id, channelId, connection, every, credits, service, team }) => ({
    subject: service?.name ?? (team ? teamName(team) : "all services"),
    facts: {
      id,
      channelId,
      connection,
      every,
      credits,
      service: service?.name,
      team: team && teamName(team),
    },
  }),
  count: (count) => plural(count, "budget"),
};
