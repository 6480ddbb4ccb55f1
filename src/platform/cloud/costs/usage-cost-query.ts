import { z } from "zod";
import { countDays, utcDay } from "../../../lib/day.ts";

// spec/api.md, "Usage costs": to_date at most 30 days after from_date, 31 days with both.
const maxDaysBetween = 30;

/** The days a usage-cost report covers, both included: dates or date-times, sent as YYYY-MM-DD in UTC. */
export const UsageCostQuery = z
  .strictObject({ from_date: day("first"), to_date: day("last") }, { error: unknownParameter })
  .superRefine(({ from_date, to_date }, context) => {
    const problem = rangeProblem(countDays(from_date, to_date) - 1);
    if (problem) context.addIssue({ code: "custom", path: ["to_date"], message: problem });
  });

export type UsageCostQuery = z.input<typeof UsageCostQuery>;

function day(which: "first" | "last") {
  const message = `The ${which} day must be a real date, such as 2026-10-01`;
  return z.string(message).transform((text, context) => {
    if (z.iso.date().safeParse(text).success) return text;
    if (z.iso.datetime({ offset: true }).safeParse(text).success) return utcDay(new Date(text));
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

function unknownParameter(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined;
  return `A usage-cost report takes from_date and to_date, and no ${issue.keys.join(", ")}`;
}

function rangeProblem(days: number): string | undefined {
  if (days < 0) return "The last day must not be before the first day";
  if (days > maxDaysBetween) {
    return `The last day must be at most ${maxDaysBetween} days after the first day: ${maxDaysBetween + 1} days in all`;
  }
  return undefined;
}
