import { z } from "zod";
import { day, time } from "../../../platform/commands/found.ts";
import type { NoiseReport } from "./report.ts";

/** The noise report for programs. */
export const NoiseData = z.object({
  from: day.describe("The Monday that the week begins with"),
  to: day.describe("Its Sunday"),
  timeZone: z.string().describe("The zone of the week"),
  countedSince: time.optional().describe("Set if too many alerts came. Older ones are not counted"),
  rules: z
    .array(
      z.object({
        rule: z.string().describe("The name of its alerts"),
        hook: z.string().optional().describe("The hook that they came through"),
        fired: z.int().describe("How many of its alerts began"),
        unanswered: z.int().describe("Those that no one acknowledged, snoozed or resolved"),
        acknowledged: z.int().describe("How many alerts people acknowledged"),
        overWithin5Minutes: z.int().describe("Those that their sender resolved that soon"),
        flapped: z.int().describe("How many alerts began and ended in quick succession"),
        muted: z.int().describe("Those that a person muted"),
        medianSecondsToAcknowledge: z.number().optional().describe("Absent if no one acknowledged any"),
      }),
    )
    .describe("The ones with most unanswered alerts first, at most 100"),
});

const mostForPrograms = 100;

/** A report as data. */
export function noiseData({ week, hooks, rules, afterMs }: NoiseReport): z.output<typeof NoiseData> {
  return {
    from: week.from,
    to: week.to,
    timeZone: week.timeZone,
    countedSince: afterMs === undefined ? undefined : new Date(afterMs).toISOString(),
    rules: rules.slice(0, mostForPrograms).map((rule) => ({
      rule: rule.alertName,
      hook: hooks.get(rule.hookId)?.name,
      fired: rule.fired,
      unanswered: rule.unanswered,
      acknowledged: rule.acknowledged,
      overWithin5Minutes: rule.briefly,
      flapped: rule.flapped,
      muted: rule.muted,
      medianSecondsToAcknowledge:
        rule.medianToAcknowledgeMs === undefined ? undefined : rule.medianToAcknowledgeMs / 1_000,
    })),
  };
}
