import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { CostsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import { budgetInMrkdwn, budgetName } from "./format-budget.ts";
import { BudgetSchedule } from "./schedule.ts";
import { type UseOrWhy, statusLines, usesOf } from "./use-lines.ts";
import type { Responder } from "../../../platform/commands/command.ts";

const shownBudgets = 10;

/** The workspace's budgets in the order they were set, from a number on, and how each stands. */
export async function listBudgets(
  words: string,
  context: CostsContext,
  responder: Responder,
): Promise<Reply> {
  const budgets = await context.schedules.list(BudgetSchedule);
  if (budgets.length === 0) {
    return say(
      `There are no budgets here yet. To set one: ${code("/db budget set 500 monthly in #databases")}.`,
    );
  }
  const first = firstOf(words, budgets.length);
  const shown = budgets.slice(first - 1, first - 1 + shownBudgets);
  const uses = await usesOf(shown, context, responder);
  return listReply({ first, shown, uses, total: budgets.length });
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

interface Page {
  first: number;
  shown: readonly BudgetSchedule[];
  uses: readonly UseOrWhy[];
  total: number;
}

function listReply({ first, shown, uses, total }: Page): Reply {
  const headline = `*${plural(total, "budget")}*${shown.length < total ? `, ${first} to ${first + shown.length - 1} here` : ""}.`;
  const entries = shown.map((budget, index) => entryText(first + index, budget, uses[index]));
  const next = first + shown.length;
  const hint = "All days are UTC days, and what is used of a period that goes on may still change.";
  return reply([headline, ...entries, hint].join("\n"), [
    section(headline),
    ...shown.flatMap((budget, index): KnownBlock[] => [
      section(entries[index] ?? ""),
      actions([removeButton(first + index, budget)]),
    ]),
    ...(next <= total ? [actions([commandButton("More budgets", `budget list ${next}`)])] : []),
    smallPrint(hint),
  ]);
}

function entryText(number: number, budget: BudgetSchedule, use: UseOrWhy | undefined): string {
  const title = `*${number}.* The ${budgetInMrkdwn(budget)}, ${formatChannel(budget)}`;
  return [title, ...statusLines(budget, use)].join("\n");
}

function removeButton(number: number, budget: BudgetSchedule) {
  const question = {
    title: "Remove this budget?",
    text: `The ${budgetName(budget)} is removed, and its channel is told nothing more of it. At the cloud nothing changes.`,
    yes: "Remove",
    no: "Keep it",
  };
  return commandButtonAfter(question, `Remove ${number}`, `budget remove ${budget.id}`);
}
