import type { KnownBlock } from "@slack/types";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { type Responder, command, subcommandWords } from "../../../platform/commands/command.ts";
import type { Asker } from "../../../platform/context.ts";
import { scheduleNamed } from "../../../platform/jobs/schedules/schedules.ts";
import { AppError } from "../../../lib/errors.ts";
import { oneLine, plural } from "../../../lib/text.ts";
import type { CostsContext } from "../context.ts";
import { budgetInMrkdwn, budgetName, setCommand } from "./format-budget.ts";
import { BudgetSchedule, budgetKind } from "./schedule.ts";
import { setBudget } from "./set.ts";
import { statusLines, usesOf } from "./use-lines.ts";

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

const Args = subcommandWords("costs budget", subcommands, {
  usual: "list",
  hint: "It is followed by `set <credits>`, `list` or `remove <number>`.",
});

/** `/db budget set|list|remove`: budgets in credits, with posts in a channel before they are used up. */
export const budget = command({
  name: "budget",
  partOf: "costs",
  summary: "Tells a channel when 50, 80 and 100% of a budget are used, and what costs unusually much.",
  usage: "set <credits> [daily | weekly | monthly] [service] [in #channel] | list | remove <number>",
  examples: [
    "/db costs budget set 500 monthly",
    "/db costs budget set 1,500.50 weekly orders prod in #databases",
    "/db costs budget list",
    "/db costs budget remove 2",
  ],
  details:
    "A budget is of all costs, or of one service; without a period it is monthly, and without a channel it is told of in the one you write in. Setting one again changes its amount. Days, weeks (from Monday) and months are UTC ones. The channel is told at 50, 80 and 100%, when the forecast goes beyond the budget, and of days that cost unusually much, once their costs are final.",
  args: Args,
  access: ({ subcommand }) => (subcommand === "list" ? "viewer" : "operator"),
  run: ({ subcommand, words }, context: CostsContext, asker, responder) =>
    subcommands[subcommand](oneLine(words), context, asker, responder),
});

const pageSize = 10;

/** The workspace's budgets in the order they were set, from a number on, with the use of each. */
async function listBudgets(words: string, context: CostsContext, responder: Responder): Promise<Reply> {
  const budgets = await context.schedules.list(BudgetSchedule);
  const total = budgets.length;
  if (total === 0) {
    return say(
      `There are no budgets here yet. To set one: ${code("/db costs budget set 500 monthly in #databases")}.`,
    );
  }
  const first = firstOf(words, total);
  const shown = budgets.slice(first - 1, first - 1 + pageSize);
  const uses = await usesOf(shown, context, responder);
  const next = first + shown.length;
  const headline = `*${plural(total, "budget")}*${shown.length < total ? `, ${first} to ${next - 1} here` : ""}.`;
  const entries = shown.map((each, index) => {
    const number = first + index;
    const title = `*${number}.* The ${budgetInMrkdwn(each)}, ${formatChannel(each)}`;
    return { number, each, text: [title, ...statusLines(each, uses[index])].join("\n") };
  });
  const hint = "All days are UTC days, and what is used of a period that goes on may still change.";
  return reply([headline, ...entries.map(({ text }) => text), hint].join("\n"), [
    section(headline),
    ...entries.flatMap(({ number, each, text }): KnownBlock[] => [
      section(text),
      actions([removeButton(number, each)]),
    ]),
    ...(next <= total ? [actions([commandButton("More budgets", `budget list ${next}`)])] : []),
    smallPrint(hint),
  ]);
}

function firstOf(words: string, total: number): number {
  if (words === "") return 1;
  const first = /^\d+$/.test(words) ? Number(words) : 0;
  if (first >= 1 && first <= total) return first;
  throw new AppError(
    "user",
    `After \`list\` comes nothing, or the number to begin with, of ${total}: \`/db budget list 1\`.`,
  );
}

function removeButton(number: number, { id, ...facts }: BudgetSchedule) {
  const question = {
    title: "Remove this budget?",
    text: `The ${budgetName(facts)} is removed, and its channel is told nothing more of it. At the cloud nothing changes.`,
    yes: "Remove",
    no: "Keep it",
  };
  return commandButtonAfter(question, `Remove ${number}`, `budget remove ${id}`);
}

/** Removes a budget by its number in the list, or by its id as the list's buttons do. */
async function removeBudget(words: string, context: CostsContext): Promise<Reply> {
  const removed = find(words.replace(/^#/, ""), await context.schedules.list(BudgetSchedule));
  await removeSchedule(budgetKind, removed, context);
  return say(
    `The ${budgetInMrkdwn(removed)} is removed: nothing more of it is told ${formatChannel(removed)}. To set it again, write there: ${code(setCommand(removed))}.`,
  );
}

function find(word: string, budgets: readonly BudgetSchedule[]): BudgetSchedule {
  if (word === "") throw new AppError("user", `Say which, by its number in \`/db budget list\`: ${example}.`);
  const found = scheduleNamed(word, budgets);
  if (found) return found;
  const count = budgets.length === 0 ? "There are no budgets" : `The last one is ${budgets.length}`;
  // Another person may have clicked the same button before.
  const what = word.startsWith("budget-")
    ? "That budget is no longer there."
    : `There is no budget “${word}”. ${count}.`;
  throw new AppError(
    "missing",
    `${what} \`/db budget list\` shows them with their numbers; then ${example}.`,
  );
}

const example = "`/db budget remove 1`";
