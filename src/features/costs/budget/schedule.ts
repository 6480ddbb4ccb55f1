import { z } from "zod";
import { scheduleFacts } from "../../../platform/jobs/schedules/schedules.ts";
import { type AuditedFacts } from "../../../platform/audit/schedule-changes.ts";

/** What is told of a budget: that so many percent are used, or that the forecast goes beyond it. They rise in this order. */
export const budgetLevels = ["50", "80", "forecast", "100"] as const;
export type BudgetLevel = (typeof budgetLevels)[number];

const BudgetLevel = z.enum(budgetLevels);

/** What was told of one period, by its first day. */
const BudgetPeriod = z.object({
  from: z.iso.date(),
  /** The amount that it was told of; where the budget has another by now, the levels are judged anew. */
  credits: z.string(),
  told: z.array(BudgetLevel),
  /** Decided, and perhaps not posted yet. */
  toTell: BudgetLevel.optional(),
});
export type BudgetPeriod = z.output<typeof BudgetPeriod>;

/** The order to tell how much of a budget is used, and of days that cost unusually much. */
export const BudgetSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("budget"),
  every: z.enum(["daily", "weekly", "monthly"]),
  /** In credits, as a decimal text, since a JSON number would round it. */
  credits: z.string().regex(/^\d+(\.\d+)?$/),
  /** Of one service alone; of everything without it. */
  service: z.object({ serviceId: z.string(), name: z.string() }).optional(),
  state: z.object({
    /** When costs were last looked at. */
    checkedAt: z.iso.datetime().optional(),
    /** The periods that are followed, the oldest first: the present one, and those before it that may still change. */
    periods: z.array(BudgetPeriod).default([]),
    /** The days of the last weeks that were looked at for unusual costs. */
    judged: z.array(z.iso.date()).default([]),
  }),
});
export type BudgetSchedule = z.output<typeof BudgetSchedule>;

/** A budget as the audit log keeps it. */
export const auditedBudget: AuditedFacts<BudgetSchedule> = ({
  id,
  channelId,
  connection,
  every,
  credits,
  service,
}) => ({
  subject: service?.name ?? "all services",
  facts: { id, channelId, connection, every, credits, service: service?.name },
});
