import { BackupWatchOrder } from "../../backups/watch/schedule.ts";
import { DigestOrder } from "../../costs/reports/schedule.ts";
import { BudgetOrder } from "../../costs/budget/schedule.ts";
import type { CheckingContext } from "../context.ts";
import { listInWords, plural } from "../../../lib/text.ts";

/** All that names a connection and would miss it. */
export interface Dependents {
  services: string[];
  hooks: string[];
  budgets: number;
  digests: number;
  watches: number;
}

type Context = Pick<CheckingContext, "services" | "hooks" | "standingOrders">;

/** Finds what depends on a connection. */
export async function dependentsOf(connection: string, context: Context): Promise<Dependents> {
  const [services, hooks, budgets, digests, watches] = await Promise.all([
    context.services.list(),
    context.hooks.list(),
    context.standingOrders.list(BudgetOrder),
    context.standingOrders.list(DigestOrder),
    context.standingOrders.list(BackupWatchOrder),
  ]);
  const isIts = (one: { connection: string }) => one.connection === connection;
  return {
    services: services.filter(isIts).map(({ name }) => name),
    hooks: hooks.filter(({ observes }) => observes && isIts(observes)).map(({ name }) => name),
    budgets: budgets.filter(isIts).length,
    digests: digests.filter(isIts).length,
    watches: watches.filter(isIts).length,
  };
}

// Enough to know what it is about.
const mostNames = 10;

/** The same in words, plain text, without a full stop; undefined where nothing depends on it. */
export function dependentsInWords(found: Dependents): string | undefined {
  const { services, hooks, budgets, digests, watches } = found;
  const parts = [
    ...(services.length > 0 ? [`${plural(services.length, "service")} (${namesOf(services)})`] : []),
    ...(hooks.length > 0 ? [`${plural(hooks.length, "hook")} that ask it (${namesOf(hooks)})`] : []),
    ...(budgets > 0 ? [plural(budgets, "budget")] : []),
    ...(digests > 0 ? [plural(digests, "digest of costs", "digests of costs")] : []),
    ...(watches > 0 ? [plural(watches, "watch over backups", "watches over backups")] : []),
  ];
  return parts.length === 0 ? undefined : listInWords(parts);
}

function namesOf(names: readonly string[]): string {
  const more = names.length - mostNames;
  return listInWords([...names.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])]);
}
