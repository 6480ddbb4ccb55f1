import { z } from "zod";
import { type UsageCost, readUsageCost } from "../cloud/usage-cost.ts";
import { costsReply } from "../costs/answer.ts";
import { parseCostRange } from "../costs/range.ts";
import { summarizeCosts } from "../costs/summary.ts";
import type { WorkspaceContext } from "../context.ts";
import { command } from "./command.ts";

/** `/db costs [range]`: adds up what the organization's services cost. */
export const costs = command({
  name: "costs",
  summary: "Adds up costs by service and metric, and compares them with the period before.",
  usage: "[range]",
  examples: ["/db costs last 7 days", "/db costs this month", "/db costs 2026-10-01 to 2026-10-15"],
  details:
    "A range is `today`, `yesterday`, `last 7 days`, `this week`, `last week`, `this month`, `last month`, a date, or two dates; at most 31 days, in UTC.",
  args: z.string(),

  async run(words, { cloud, now }) {
    const range = parseCostRange(words, now());
    const [current, previous] = await Promise.all([read(cloud, range), read(cloud, range.previous)]);
    return costsReply(
      summarizeCosts({
        range,
        current: current.costs,
        previous: previous.costs,
        reportedTotal: current.grandTotalCredits,
      }),
    );
  },
});

function read(
  cloud: WorkspaceContext["cloud"],
  { from, to }: { from: string; to: string },
): Promise<UsageCost> {
  return cloud.call(readUsageCost, { query: { from_date: from, to_date: to } });
}
