import { z } from "zod";
import { channel, connection, inChannel, range, service } from "../../platform/commands/arguments.ts";
import { CostsData } from "./data.ts";
import { MonthData } from "./month/data.ts";
import { SavingsData } from "./savings/show.ts";
import { ReportsData } from "./reports/data.ts";
import { type Entry, entry, none, quoted } from "../../platform/commands/entry.ts";
import { asks } from "./asks.ts";

const by = z
  .enum(["service", "team", "metric", "day"])
  .describe("What each row is about. By default a service");
const shown = z.object({ range: range.optional(), by: by.optional(), service: service.optional() });
const questionWords = (asked: z.output<typeof shown>) => [
  asked.range,
  asked.by && `by ${asked.by}`,
  quoted(asked.service),
];

/** What can be asked for about costs. */
export const entries = {
  show: entry({
    asks: asks.show,
    name: "costs_show",
    title: "Costs",
    summary: "Shows what services cost, and how that changed.",
    effect: "read",
    isTool: true,
    args: shown,
    words: (asked) => ["costs", ...questionWords(asked)],
    result: CostsData,
  }),
  csv: entry({
    asks: asks.csv,
    name: "costs_csv",
    title: "Costs as a file",
    summary: "Sends you costs as a CSV file in direct messages.",
    effect: "read",
    args: shown,
    words: (asked) => ["costs csv", ...questionWords(asked)],
  }),
  focus: entry({
    asks: asks.focus,
    name: "costs_focus",
    title: "Costs in FOCUS",
    summary: "Sends you costs as a FOCUS file in direct messages.",
    effect: "read",
    args: z.object({
      range: range.optional(),
      version: z.enum(["1.2", "1.3"]).optional().describe("The version of FOCUS. By default 1.2"),
      connection: connection.optional(),
    }),
    words: ({ range, version, connection: of }) => ["costs focus", range, version, of],
  }),
  month: entry({
    asks: asks.month,
    name: "costs_month",
    title: "A month's page",
    summary: "Shows what a month cost on one page, with its forecast and budgets.",
    effect: "read",
    args: z.object({ month: range.optional(), connection: connection.optional() }),
    words: ({ month, connection: of }) => ["costs month", month, of],
    result: MonthData,
  }),
  savings: entry({
    asks: asks.savings,
    name: "costs_savings",
    title: "Savings",
    summary: "Lists savings that two weeks of final costs prove.",
    effect: "read",
    args: z.object({ connection: connection.optional() }),
    words: ({ connection: of }) => ["costs savings", of],
    result: SavingsData,
  }),
  share: entry({
    asks: asks.share,
    name: "costs_share",
    title: "Share costs",
    summary: "Posts costs in this channel.",
    effect: "change",
    access: "viewer",
    shares: true,
    args: shown,
    words: (asked) => ["costs share", ...questionWords(asked)],
  }),
  reports: entry({
    asks: asks.reports,
    name: "cost_reports_list",
    title: "Cost reports",
    summary: "Lists the cost reports that are posted regularly.",
    effect: "read",
    args: none,
    words: () => ["costs schedule list"],
    result: ReportsData,
  }),
  schedule: entry({
    asks: asks.schedule,
    name: "cost_reports_set",
    title: "Schedule a cost report",
    summary: "Posts a cost report in a channel regularly.",
    effect: "change",
    args: z.object({
      every: z
        .string()
        .max(60)
        .describe(
          "daily, weekdays, weekly, monthly, monthly page, monthly focus or a day: every friday. With a time and a zone if wanted",
        ),
      channel: channel.optional(),
    }),
    words: ({ every, channel }) => ["costs schedule", every, inChannel(channel)],
  }),
  unschedule: entry({
    asks: asks.unschedule,
    name: "cost_reports_stop",
    title: "Stop a cost report",
    summary: "Stops a cost report by its number in the list.",
    effect: "change",
    args: z.object({ number: z.int().min(1).max(999).describe("Its number in the list") }),
    words: ({ number }) => ["costs schedule stop", number],
  }),
  reread: entry({
    asks: asks.reread,
    name: "costs_reread",
    title: "Read costs again",
    summary: "Asks the cloud again for days that look wrong.",
    effect: "change",
    access: "admin",
    args: z.object({ range }),
    words: ({ range }) => ["costs reread", range],
  }),
};

/** What the words after `/db costs` call. */
export function entryOf(words: string): Entry {
  const [, first = "", second = ""] = /^\s*(\S*)\s*(\S*)/.exec(words.toLowerCase()) ?? [];
  if (first === "reread") return entries.reread;
  if (first === "month") return entries.month;
  if (first === "savings") return entries.savings;
  if (first === "focus") return isMonthly(words) ? entries.schedule : entries.focus;
  if (first === "schedule") return ofSchedule(second);
  if (first === "share" || laterWord("share", words)) return entries.share;
  return first === "csv" || laterWord("csv", words) ? entries.csv : entries.show;
}

const laterWords = {
  csv: /(?<!\S)(?:as (?:a )?)?csv(?!\S)/i,
  share: /(?<!\S)share(?= once:[\w-]+\s*$|\s*$)/i,
};

/** The words around a subcommand that isn't the first word: `csv` anywhere, `share` at the end. A quoted name has none. */
export function laterWord(word: keyof typeof laterWords, words: string): string | undefined {
  const unquoted = words.replace(/["\u201c-\u201f][^"\u201c-\u201f]*["\u201c-\u201f]/g, (name) =>
    "-".repeat(name.length),
  );
  const found = laterWords[word].exec(unquoted);
  return found ? `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}` : undefined;
}

/** True for words that want something each month. */
export function isMonthly(words: string): boolean {
  return /(?:^|\s)(?:monthly|(?:every|each) month)(?=\s|$)/i.test(words);
}

function ofSchedule(word: string): Entry {
  if (word === "" || word === "list") return entries.reports;
  return /^(?:stop|remove|delete|cancel)$/.test(word) ? entries.unschedule : entries.schedule;
}
