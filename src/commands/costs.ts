import { z } from "zod";
import { costsReply } from "../costs/answer.ts";
import { parseCostRange } from "../costs/range.ts";
import { summarizeCosts } from "../costs/summary.ts";
import { defaultConnection } from "../store/connections.ts";
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

  async run(words, { ledgerOf, now }) {
    const range = parseCostRange(words, now());
    const ledger = ledgerOf(defaultConnection);
    await ledger.fetch([range, range.previous]);
    const summary = { range, current: ledger.days(range), previous: ledger.days(range.previous) };
    return costsReply(await summarizeCosts(summary));
  },
});
