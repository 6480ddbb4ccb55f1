import { z } from "zod";
import { orderFacts } from "./order-facts.ts";

/** The order to tell how much of a budget is used, and of days that cost unusually much. */
export const BudgetOrder = z.object({
  ...orderFacts,
  kind: z.literal("budget"),
  every: z.enum(["daily", "weekly", "monthly"]),
  /** In credits, as a decimal text, since a JSON number would round it. */
  credits: z.string().regex(/^\d+(\.\d+)?$/),
  /** Of one service alone; of everything without it. */
  service: z.object({ serviceId: z.string(), name: z.string() }).optional(),
  state: z.object({}),
});
export type BudgetOrder = z.output<typeof BudgetOrder>;
