import { unconnected } from "../connections/index.ts";
import { z } from "zod";
import type { CostsContext } from "./context.ts";
import { AppError } from "../../lib/errors.ts";
import { foldName } from "../../lib/text.ts";
import { command, type ReadCommand } from "../../platform/commands/command.ts";
import { listed } from "../../platform/commands/entry.ts";
import { entries, entryOf, isMonthly, laterWord } from "./entries.ts";
import { sendFocus } from "./focus/send.ts";
import { showMonth } from "./month/page.ts";
import { showSavings } from "./savings/show.ts";
import { sendCsv } from "./csv.ts";
import { rereadCosts } from "./reread.ts";
import { scheduleCosts } from "./reports/command.ts";
import { shareCosts, showCosts } from "./show.ts";
import * as texts from "./texts.ts";

type Run = ReadCommand<CostsContext>["run"];
type Subcommand = (words: string, ...around: Parameters<Run>) => ReturnType<Run>;

/** The subcommands that may follow `costs` in place of a period; each gets the words after its own. */
const subcommands: Readonly<Record<string, Subcommand>> = {
  csv: sendCsv,
  focus: sendFocus,
  month: showMonth,
  savings: showSavings,
  reread: rereadCosts,
  schedule: scheduleCosts,
  share: shareCosts,
};

/** `/db costs [range] [by …] [service]`: shows costs to one person, sends them as a file, or shares them in a channel. */
export const costs = command({
  name: "costs",
  group: {
    line: "See costs, set budgets, schedule reports.",
    buttons: [
      ["Costs", "costs"],
      ["Budgets", "costs budget list"],
    ],
  },
  summary: "Shows what your services cost, with a picture, and how that changed.",
  usage:
    "[range] [by service|team|metric|day] [service] [csv|share] | month [month] [connection] | focus [range|monthly] [1.3] [connection] | savings [connection] | schedule [daily|weekdays|weekly|monthly …|list|stop <number>] | reread <range>",
  examples: [
    "/db costs",
    "/db costs last month by metric",
    "/db costs orders prod since 1 October",
    "/db costs oct 1 - oct 15 by service csv",
    "/db costs schedule every monday at 9 Europe/Berlin",
    "/db costs focus last month",
    "/db costs focus monthly",
    "/db costs month october",
    "/db costs savings",
    "/db costs reread last month",
  ],
  details: [
    "Without a range you get the last seven whole days. A range is `today`, `yesterday`, `last 30 days`, `this week`, `last month`, `q3`, `this year`, `october`, `since 1 October`, a date or two dates. Days are in UTC. Whole days are compared with the same part of the period before: less than 5% is steady.",
    "Put a service's name in quotes if it reads like a range. `csv` sends you every row as a file. `share` posts the answer in this channel.",
    "`month` shows a month on one page: spent, forecast, budgets, movers, unusual days and what was saved. `schedule monthly page` posts it.",
    "`focus` sends you a file in FOCUS 1.2, the format of the FinOps Foundation, or in 1.3. `focus monthly` posts the file of each month in a channel. Both need the price of a credit.",
    "`savings` lists what two weeks of final costs prove: services that never idle, that only store, or that no alert or dashboard reads.",
    "`schedule` posts a report in a channel: `daily`, `weekdays` (Monday to Friday; Monday's has the weekend too), `weekly`, `every friday` or `monthly`. You can add a time, a channel, `by …` and a time zone. `schedule list` shows all reports, and `schedule stop 1` stops the first.",
    "`reread` asks the cloud again for days that should be final but look wrong. Only admins can do this.",
  ].join("\n"),
  args: z.string(),
  entries: listed(entries),
  calls: entryOf,

  async run(words, ...around: Parameters<Run>) {
    const { subcommand = showCosts, rest } = await subcommandIn(words, around[0]);
    if (subcommand !== scheduleCosts) {
      refuseChannel(words);
      const first = await unconnected(around[0]);
      if (first) return first;
    }
    return subcommand(rest, ...around);
  },
});

/** Splits off the subcommand, which is the first word. `csv` may stand anywhere, and `share` at the end too. */
async function subcommandIn(
  words: string,
  { services }: CostsContext,
): Promise<{ subcommand?: Subcommand; rest: string }> {
  const [, word = "", rest = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
  const name = word.toLowerCase();
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  // A file that comes by itself is a report.
  if (name === "focus" && isMonthly(rest)) return { subcommand: scheduleCosts, rest: `${rest} focus` };
  if (subcommand) return { subcommand, rest };
  // What is shared is seen by others, so a name with this word at its end needs quotes.
  const shared = laterWord("share", words);
  if (shared !== undefined) return { subcommand: shareCosts, rest: shared };
  const asFile = laterWord("csv", words);
  if (asFile === undefined || isInName("csv", words, await services.list())) return { rest: words };
  return { subcommand: sendCsv, rest: asFile };
}

/** True if the words name a service that has this word in its name. */
function isInName(word: string, words: string, things: readonly { name: string }[]): boolean {
  const normalized = ` ${foldName(words)} `;
  return things
    .map(({ name }) => foldName(name))
    .some((name) => name.split(" ").includes(word) && normalized.includes(` ${name} `));
}

/** Only cost reports may go to another channel. A person who shares costs must see who will read them. */
function refuseChannel(words: string): void {
  if (!/<#|(?:^|\s)#\S/.test(words)) return;
  throw new AppError("user", texts.channelTyped);
}
