import { code } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/link.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { CostsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { budgetInMrkdwn, setCommand } from "./format-budget.ts";
import { BudgetOrder } from "./schedule.ts";

/** Removes a budget by its number in the list, or by its id as the list's buttons do. */
export async function removeBudget(words: string, { schedules }: CostsContext): Promise<Reply> {
  const budget = budgetNamed(words, await schedules.list(BudgetOrder));
  await schedules.remove(budget.id);
  return say(
    `The ${budgetInMrkdwn(budget)} is removed: nothing more of it is told ${placeInMrkdwn(budget)}. To set it again, write there: ${code(setCommand(budget))}.`,
  );
}

function budgetNamed(words: string, budgets: readonly BudgetOrder[]): BudgetOrder {
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
