import { z } from "zod";
import type { KnownBlock } from "@slack/types";
import { removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { number, page } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import type { Found, Responder } from "../../../platform/commands/found.ts";
import { type WantedPage, pageOf, rangeOf } from "../../../platform/commands/paging.ts";
import { scheduleNamed } from "../../../platform/jobs/schedules/schedules.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { AppError } from "../../../lib/errors.ts";
import type { CostsContext } from "../context.ts";
import { from, ownId } from "../arguments.ts";
import { asks } from "./asks.ts";
import { BudgetsData, type FoundBudgets, budgetsData } from "./data.ts";
import { BudgetSchedule, budgetKind } from "./schedule.ts";
import { set } from "./set.ts";
import * as texts from "./texts.ts";
import { statusLines, usesOf } from "./use-lines.ts";

/** `/db costs budget list page 2`. Older buttons have the number of the first one. */
const list = call({
  name: "budgets_list",
  title: "Budgets",
  summary: "Lists the budgets, and how much of each is used.",
  effect: "read",
  isTool: true,
  line: ["costs budget", "costs budget list page {page}", "costs budget list {from}"],
  verb: "list",
  args: z.object({ page: page.optional(), from: from.optional() }),
  result: BudgetsData,
  asks: asks.list,
  run: (wanted, context: CostsContext, _asker, responder) => listBudgets(wanted, context, responder),
});

/** `/db costs budget remove 2`. */
const remove = call({
  name: "budgets_remove",
  title: "Remove a budget",
  summary: "Removes a budget by its number in the list.",
  effect: "change",
  line: "costs budget remove {number|id}",
  verb: "remove",
  args: z.object({ number: number.optional(), id: ownId.optional() }),
  asks: asks.remove,
  async run(wanted, context: CostsContext) {
    const removed = find(wanted, await context.schedules.list(BudgetSchedule));
    await removeSchedule(budgetKind, removed, context);
    return say(texts.removed(removed, formatChannel(removed)));
  },
});

/** `/db costs budget set|list|remove`: budgets in credits, with posts in a channel before they are used up. */
export const budget = commandOf({
  name: "budget",
  partOf: "costs",
  summary: texts.help.summary,
  examples: [
    "/db costs budget set 500 monthly",
    "/db costs budget set 1,500.50 weekly orders prod in #databases",
    "/db costs budget set 800 monthly team payments",
    "/db costs budget list",
    "/db costs budget remove 2",
  ],
  details: texts.help.details,
  hint: texts.help.hint,
  calls: [list, set, remove],
});

const pageSize = 10;

/** A page of the workspace's budgets in the order they were set, with the use of each. */
async function listBudgets(wanted: WantedPage, context: CostsContext, responder: Responder): Promise<Found> {
  const all = await context.schedules.list(BudgetSchedule);
  const page = pageOf(all, wanted, pageSize);
  const uses = await usesOf(page.items, context, responder);
  const troubles = await troublesOf(budgetKind, page.items, context);
  const found = { ...page, uses, troubles, at: context.now() };
  return { data: () => budgetsData(found), draw: () => budgetsReply(found) };
}

function budgetsReply({ uses, troubles, ...page }: FoundBudgets): Reply {
  const { items, first, total, next } = page;
  if (total === 0) return say(texts.noBudgets);
  const headline = texts.listed(total, rangeOf(page));
  const entries = items.map((each, index) => {
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
    ...(next === undefined
      ? []
      : [actions([commandButton(texts.moreBudgets, { call: "budgets_list", args: { page: next } })])]),
    smallPrint(hint),
  ]);
}

function removeButton(number: number, { id, ...facts }: BudgetSchedule) {
  return commandButtonAfter(texts.removeQuestion(facts), texts.removeButton(number), {
    call: "budgets_remove",
    args: { id },
    yes: true,
  });
}

function find(
  { number: wanted, id: wantedId }: { number?: number | undefined; id?: string | undefined },
  budgets: readonly BudgetSchedule[],
): BudgetSchedule {
  const word = wantedId ?? wanted?.toString();
  if (word === undefined) throw new AppError("user", texts.removeWhich);
  const found = scheduleNamed(word, budgets);
  if (found) return found;
  // Another person may have clicked the same button before.
  const isId = word.startsWith("budget-");
  throw new AppError("missing", isId ? texts.alreadyRemoved : texts.noSuchBudget(word, budgets.length));
}
