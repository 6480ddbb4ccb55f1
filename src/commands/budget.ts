import { z } from "zod";
import { oneLine } from "../lib/text.ts";
import { listBudgets } from "./budget-list.ts";
import { removeBudget } from "./budget-remove.ts";
import { setBudget } from "./budget-set.ts";
import { command } from "./command.ts";

const Act = z.object({
  act: z.enum(["set", "list", "remove"], {
    error: "After `budget` comes `set <credits>`, `list` or `remove <number>`.",
  }),
  words: z.string(),
});

const Args = z.preprocess(inWords, Act);

/** The words after `budget`: what to do, and the rest says how. */
function inWords(text: unknown) {
  const [, act = "", words = ""] = /^(\S*)\s*(.*)$/.exec(oneLine(String(text))) ?? [];
  return { act: act.toLowerCase() || "list", words };
}

/** `/db budget set|list|remove`: amounts of credits that a channel is told of before they are used up. */
export const budget = command({
  name: "budget",
  summary: "Tells a channel when 50, 80 and 100% of a budget are used, and what costs unusually much.",
  usage: "set <credits> [daily | weekly | monthly] [service] [in #channel] | list | remove <number>",
  examples: [
    "/db budget set 500 monthly",
    "/db budget set 1,500.50 weekly orders prod in #databases",
    "/db budget list",
    "/db budget remove 2",
  ],
  details:
    "A budget is of all costs, or of one service; without a period it is monthly, and without a channel it is told of in the one you write in. Setting one again changes its amount. Days, weeks (from Monday) and months are UTC ones. The channel is told at 50, 80 and 100%, when the forecast goes beyond the budget, and of days that cost unusually much, once their costs are final.",
  args: Args,
  access: ({ act }) => (act === "list" ? "viewer" : "operator"),

  async run({ act, words }, context, asker, telling) {
    switch (act) {
      case "set":
        return setBudget(words, context, asker, telling);
      case "list":
        return listBudgets(words, context, telling);
      case "remove":
        return removeBudget(words, context);
    }
  },
});
