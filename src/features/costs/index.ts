import { monthOnHome } from "./home.ts";
import { plural } from "../../lib/text.ts";
import { BudgetOrder } from "./budget/schedule.ts";
import { DigestOrder } from "./reports/schedule.ts";
import { recordingCosts } from "./recording.ts";
import type { CostsContext } from "./context.ts";
import { feature } from "../../platform/feature.ts";
import { budgets } from "./budget/advance.ts";
import { digests } from "./reports/advance.ts";
import { budget } from "./budget/command.ts";
import { expectedAct } from "./budget/expected.ts";
import { costs as costsCommand } from "./command.ts";

// What other features may use.
export type { CostsPart } from "./context.ts";
export { type RateFinding, keptComputeRate, lookUpComputeRate } from "./estimates/compute-rate-lookup.ts";
export { defaultReplicas } from "./estimates/estimate.ts";
export { estimateInWords } from "./estimates/format-estimate.ts";
export { mostCreditsAMonth } from "./forecast/most-a-month.ts";

export const costs = feature<CostsContext>({
  name: "costs",
  commands: [costsCommand, budget],
  interactions: [expectedAct],
  schedules: [budgets, digests],
  recording: recordingCosts,
  async connectionUses(connection, { schedules }) {
    const [ofBudgets, ofDigests] = await Promise.all([
      schedules.list(BudgetOrder),
      schedules.list(DigestOrder),
    ]);
    const [some, more] = [ofBudgets, ofDigests].map(
      (orders) => orders.filter((order) => order.connection === connection).length,
    );
    return [
      ...(some ? [plural(some, "budget")] : []),
      ...(more ? [plural(more, "digest of costs", "digests of costs")] : []),
    ];
  },
  home: [monthOnHome],
});
