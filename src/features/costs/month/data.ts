import { z } from "zod";
import { credits, day, money, priceData } from "../../../platform/commands/found.ts";

/** The answer of `/db costs month`, for programs. */
export const MonthData = z.object({
  from: day.describe("The first day"),
  to: day.describe("The last day"),
  connection: z.string(),
  credits: credits.describe("What the month cost"),
  money,
  creditPrice: priceData.optional().describe("What a credit costs, if that is set"),
  forecastCredits: z
    .object({
      expected: credits.describe("What the whole month is expected to cost"),
      least: credits.describe("The low end of what is likely"),
      most: credits.describe("The high end"),
    })
    .optional()
    .describe("For the present month, unless it is too early"),
  budgets: z
    .array(
      z.object({
        service: z.string().optional(),
        credits: credits.describe("The credits for the month"),
        usedCredits: credits.describe("What is used"),
      }),
    )
    .describe("The monthly budgets"),
  unusualDays: z
    .array(
      z.object({
        day: day.describe("The day"),
        credits: credits.describe("What it cost"),
        usualCredits: credits.describe("What such a day usually costs"),
      }),
    )
    .describe("Days that cost much more or less than usual"),
  reducedServices: z.int().describe("How many were stopped, made smaller or deleted"),
});
