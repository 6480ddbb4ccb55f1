import { z } from "zod";
import { credits, day, money, priceData } from "../../../platform/commands/found.ts";

/** The answer of `/db costs month`, for programs. */
export const MonthData = z.object({
  from: day,
  to: day,
  connection: z.string(),
  credits: credits.describe("What the month cost"),
  money,
  creditPrice: priceData.optional(),
  forecastCredits: z.object({ expected: credits, least: credits, most: credits }).optional(),
  budgets: z.array(z.object({ service: z.string().optional(), credits, usedCredits: credits })),
  unusualDays: z.array(z.object({ day, credits, usualCredits: credits })),
  reducedServices: z.int().describe("How many were stopped, made smaller or deleted"),
});
