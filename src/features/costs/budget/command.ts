import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { oneLine } from "../../../lib/text.ts";
import { listBudgets } from "./list.ts";
import { setBudget } from "./set.ts";
import { type Responder, subcommandWords, command } from "../../../platform/commands/command.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { AppError } from "../../../lib/errors.ts";
import { budgetInMrkdwn, setCommand } from "./format-budget.ts";
import { BudgetSchedule, auditedBudget } from "./schedule.ts";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";

type BudgetSubcommand = (
  words: string,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
) => Promise<Reply>;

const subcommands = {
  set: setBudget,
  list: (words, context, _asker, responder) => listBudgets(words, context, responder),
  remove: removeBudget,
} satisfies Record<string, BudgetSubcommand>;

const Args = subcommandWords("budget", subcommands, {
  usual: "list",
  hint: "It is followed by `set <credits>`, `list` or `remove <number>`.",
});

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
  access: ({ subcommand }) => (subcommand === "list" ? "viewer" : "operator"),
  run: ({ subcommand, words }, context: CostsContext, asker, responder) =>
    subcommands[subcommand](oneLine(words), context, asker, responder),
});

/** Removes a budget by its number in the list, or by its id as the list's buttons do. */
async function removeBudget(words: string, context: CostsContext): Promise<Reply> {
  const budget = budgetNamed(words, await context.schedules.list(BudgetSchedule));
  await removeSchedule(budget, auditedBudget, context);
  return say(
    `The ${budgetInMrkdwn(budget)} is removed: nothing more of it is told ${formatChannel(budget)}. To set it again, write there: ${code(setCommand(budget))}.`,
  );
}

function budgetNamed(words: string, budgets: readonly BudgetSchedule[]): BudgetSchedule {
  const word = words.replace(/^#/, "");
  if (word === "") throw new AppError("user", `Say which, by its number in \`/db budget list\`: ${example}.`);
  const found = /^\d+$/.test(word) ? budgets[Number(word) - 1] : budgets.find(({ id }) => id === word);
  if (found) return found;
  const count = budgets.length === 0 ? "There are no budgets" : `The last one is ${budgets.length}`;
  // A button of a list may be pressed after somebody else did.
  const what = word.startsWith("budget-")
    ? "That budget is no longer there."
    : `There is no budget “${word}”. ${count}.`;
  throw new AppError(
    "missing",
    `${what} \`/db budget list\` shows them with their numbers; then ${example}.`,
  );
}

const example = "`/db budget remove 1`";
