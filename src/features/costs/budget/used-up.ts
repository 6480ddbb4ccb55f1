import { type Team, isSameTeam } from "../../owners/index.ts";
import { AppError } from "../../../lib/errors.ts";
import { formatCredits } from "../../../lib/money.ts";
import type { CostsContext } from "../context.ts";
import { BudgetSchedule, budgetName } from "./schedule.ts";
import { usesOf } from "./use-lines.ts";

/** A budget with nothing left in its present period, in plain text: "monthly budget of 500 credits for orders". */
export interface UsedUp {
  budget: string;
  used: string;
}

/**
 * The first budget of a team, or of these services of it, that is used up. "unread" if their costs can't be read now; undefined if none is.
 */
export async function usedUpBudget(
  { team, serviceIds }: { team: Team; serviceIds: ReadonlySet<string> },
  context: CostsContext,
): Promise<UsedUp | "unread" | undefined> {
  const all = await context.schedules.list(BudgetSchedule);
  const theirs = all.filter(
    (budget) =>
      (budget.service && serviceIds.has(budget.service.serviceId.toLowerCase())) ||
      (budget.team && isSameTeam(budget.team, team)),
  );
  const uses = await usesOf(theirs, context, { progress: async () => undefined });
  for (const [index, budget] of theirs.entries()) {
    const use = uses[index];
    if (use && !(use instanceof AppError) && use.used.gte(use.credits))
      return { budget: budgetName(budget), used: formatCredits(use.used, use.price) };
  }
  return uses.some((use) => use instanceof AppError) ? "unread" : undefined;
}
