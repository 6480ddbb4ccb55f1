import type { KnownBlock } from "@slack/types";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import {
  type Answer,
  type Found,
  type Responder,
  command,
  subcommandWords,
} from "../../../platform/commands/command.ts";
import type { Asker } from "../../../platform/context.ts";
import { scheduleNamed } from "../../../platform/jobs/schedules/schedules.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { AppError } from "../../../lib/errors.ts";
import { oneLine } from "../../../lib/text.ts";
import type { CostsContext } from "../context.ts";
import { type FoundBudgets, budgetsData } from "./data.ts";
import { BudgetSchedule, budgetKind } from "./schedule.ts";
import { setBudget } from "./set.ts";
import { listed } from "../../../platform/commands/entry.ts";
import { entries } from "./entries.ts";
import * as texts from "./texts.ts";
import { statusLines, usesOf } from "./use-lines.ts";

type BudgetSubcommand = (
  words: string,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
) => Promise<Answer>;

const subcommands = {
  set: setBudget,
  list: (words, context, _asker, responder) => listBudgets(words, context, responder),
  remove: removeBudget,
} satisfies Record<string, BudgetSubcommand>;

const Args = subcommandWords("costs budget", subcommands, {
  usual: "list",
  hint: texts.help.hint,
});

/** `/db costs budget set|list|remove`: budgets in credits, with posts in a channel before they are used up. */
export const budget = command({
  name: "budget",
  partOf: "costs",
  summary: texts.help.summary,
  usage:
    "set <credits> [daily | weekly | monthly] [service | team <name>] [in #channel] | list | remove <number>",
  examples: [
    "/db costs budget set 500 monthly",
    "/db costs budget set 1,500.50 weekly orders prod in #databases",
    "/db costs budget set 800 monthly team payments",
    "/db costs budget list",
    "/db costs budget remove 2",
  ],
  details: texts.help.details,
  args: Args,
  entries: listed(entries),
  calls: ({ subcommand }) => entries[subcommand],
  run: ({ subcommand, words }, context: CostsContext, asker, responder) =>
    subcommands[subcommand](oneLine(words), context, asker, responder),
});

const pageSize = 10;

/** The workspace's budgets in the order they were set, from a number on, with the use of each. */
async function listBudgets(words: string, context: CostsContext, responder: Responder): Promise<Found> {
  const all = await context.schedules.list(BudgetSchedule);
  const total = all.length;
  const first = total === 0 ? 1 : firstOf(words, total);
  const budgets = all.slice(first - 1, first - 1 + pageSize);
  const uses = await usesOf(budgets, context, responder);
  const troubles = await troublesOf(budgetKind, budgets, context);
  const found = { budgets, uses, troubles, first, total, at: context.now() };
  return { data: () => budgetsData(found), draw: () => budgetsReply(found) };
}

function budgetsReply({ budgets: shown, uses, troubles, first, total }: FoundBudgets): Reply {
  if (total === 0) return say(texts.noBudgets);
  const next = first + shown.length;
  const headline = texts.listed(total, shown.length < total ? { first, last: next - 1 } : undefined);
  const entries = shown.map((each, index) => {
    const number = first + index;
    const use = uses[index];
    const price = use instanceof AppError ? undefined : use?.price;
    const title = texts.entry(number, { ...each, price }, formatChannel(each));
    const trouble = troubles.get(each.id);
    const lines = [title, ...statusLines(each, use), ...(trouble ? [trouble.line] : [])];
    return { number, each, text: lines.join("\n") };
  });
  const hint = texts.listNote;
  return reply([headline, ...entries.map(({ text }) => text), hint].join("\n"), [
    section(headline),
    ...entries.flatMap(({ number, each, text }): KnownBlock[] => [
      section(text),
      actions([removeButton(number, each)]),
    ]),
    ...(next <= total ? [actions([commandButton(texts.moreBudgets, `costs budget list ${next}`)])] : []),
    smallPrint(hint),
  ]);
}

function firstOf(words: string, total: number): number {
  if (words === "") return 1;
  const first = /^\d+$/.test(words) ? Number(words) : 0;
  if (first >= 1 && first <= total) return first;
  throw new AppError("user", texts.wrongPage(total));
}

function removeButton(number: number, { id, ...facts }: BudgetSchedule) {
  return commandButtonAfter(
    texts.removeQuestion(facts),
    texts.removeButton(number),
    `costs budget remove ${id}`,
  );
}

/** Removes a budget by its number in the list, or by its id as the list's buttons do. */
async function removeBudget(words: string, context: CostsContext): Promise<Reply> {
  const removed = find(words.replace(/^#/, ""), await context.schedules.list(BudgetSchedule));
  await removeSchedule(budgetKind, removed, context);
  return say(texts.removed(removed, formatChannel(removed)));
}

function find(word: string, budgets: readonly BudgetSchedule[]): BudgetSchedule {
  if (word === "") throw new AppError("user", texts.removeWhich);
  const found = scheduleNamed(word, budgets);
  if (found) return found;
  // Another person may have clicked the same button before.
  const isId = word.startsWith("budget-");
  throw new AppError("missing", isId ? texts.alreadyRemoved : texts.noSuchBudget(word, budgets.length));
}
