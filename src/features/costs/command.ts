import { unconnectedReply } from "../connections/index.ts";
import { z } from "zod";
import type { CostsContext } from "./context.ts";
import { AppError } from "../../lib/errors.ts";
import { foldName } from "../../lib/text.ts";
import { command, type ReadCommand } from "../../platform/commands/command.ts";
import { sendCsv } from "./csv.ts";
import { rereadCosts } from "./reread.ts";
import { scheduleCosts } from "./reports/command.ts";
import { shareCosts, showCosts } from "./show.ts";

type Run = ReadCommand<CostsContext>["run"];
type Subcommand = (words: string, ...around: Parameters<Run>) => ReturnType<Run>;

/** The subcommands that may follow `costs` in place of a period; each gets the words after its own. */
const subcommands: Readonly<Record<string, Subcommand>> = {
  csv: sendCsv,
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
  summary:
    "Adds up costs by service, metric or day, with a picture, and compares them with the period before.",
  usage:
    "[csv | share] [range] [by service|metric|day] [service] | schedule [daily|weekly|monthly … | list | stop <number>] | reread <range>",
  examples: [
    "/db costs last 7 days",
    "/db costs last month by metric",
    "/db costs since 1 October orders prod",
    "/db costs csv last quarter",
    "/db costs schedule weekly at 09:00 by service Europe/Berlin",
    "/db costs reread last month",
  ],
  details:
    "A range is `today`, `yesterday`, `last 7 days`, `this week`, `last month`, `last quarter`, `this year`, `october`, `since 1 October`, a date or two dates, of any length; all days are UTC days. A service whose name reads as a range goes in quotes. `csv`, first or last, sends every row and metric as a file into your direct messages, `share` posts the answer in the channel for everybody. `schedule daily`, `weekly` or `monthly` posts a report in a channel again and again; a time of day, a channel, `by …` and a time zone may follow. `schedule list` numbers all reports, `schedule stop 1` stops the first. `reread` asks the cloud again for days that are kept here as final, should they be wrong; it takes an admin.",
  args: z.string(),
  access(words) {
    if (/^\s*reread(?:\s|$)/i.test(words)) return "admin";
    return /^\s*schedule\s+(?!list(?:\s|$))\S/i.test(words) ? "operator" : "viewer";
  },
  shares: (words) => /^\s*share(?:\s|$)/i.test(words),

  async run(words, ...around: Parameters<Run>) {
    const { subcommand = showCosts, rest } = await subcommandIn(words, around[0]);
    if (subcommand !== scheduleCosts) {
      refuseChannel(words);
      const first = await unconnectedReply(around[0]);
      if (first) return first;
    }
    return subcommand(rest, ...around);
  },
});

/** Splits off the subcommand, which is the first word. `csv` may also be the last word. */
async function subcommandIn(
  words: string,
  { services }: CostsContext,
): Promise<{ subcommand?: Subcommand; rest: string }> {
  const [, word = "", rest = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
  const name = word.toLowerCase();
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (subcommand) return { subcommand, rest };
  const [, before] = /^([\s\S]*?\S)\s+(?:as\s+)?csv\s*$/i.exec(words) ?? [];
  const isFile = before !== undefined && !endsWithName(words, await services.list());
  return isFile ? { subcommand: sendCsv, rest: before } : { rest: words };
}

function endsWithName(words: string, things: readonly { name: string }[]): boolean {
  const normalized = foldName(words);
  return things.some(
    ({ name }) => normalized === foldName(name) || normalized.endsWith(` ${foldName(name)}`),
  );
}

/** Only cost reports may go to another channel. A person who shares costs must see who will read them. */
function refuseChannel(words: string): void {
  if (!/<#|(?:^|\s)#\S/.test(words)) return;
  throw new AppError(
    "user",
    "Costs are shown, and shared, in the channel that this is typed in: leave the channel out, as in `/db costs share last 7 days`.",
  );
}
