import type { Recorder } from "../../platform/audit/recorder.ts";
import type { CostsContext } from "./context.ts";
import { monthOnHome } from "./home.ts";
import { plural } from "../../lib/text.ts";
import { BudgetOrder } from "./budget/schedule.ts";
import { DigestOrder } from "./reports/schedule.ts";
import { feature } from "../../platform/feature.ts";
import { budgets } from "./budget/advance.ts";
import { digests } from "./reports/advance.ts";
import { budget } from "./budget/command.ts";
import { expectedAct } from "./budget/unusual-post.ts";
import { costs as costsCommand } from "./command.ts";

/** Unusual days: each that a person calls expected is written down. */
function recordingCosts({ unusualDays }: CostsContext, record: Recorder): Partial<CostsContext> {
  return {
    unusualDays: {
      ...unusualDays,
      async expect(scope, day, expectation) {
        record.begin({ action: "unusual-day.expect" });
        const unusual = await unusualDays.expect(scope, day, expectation);
        if (unusual?.expected?.by === expectation.by && unusual.expected.at === expectation.at)
          await record.done({
            action: "unusual-day.expect",
            subject: unusual.service?.name ?? "all services",
            after: { day },
          });
        return unusual;
      },
    },
  };
}

// What other features may use.
export type { CostsPart } from "./context.ts";
export { type RateFinding, keptComputeRate, lookUpComputeRate } from "./estimates/compute-rate-lookup.ts";
export { defaultReplicas } from "./estimates/estimate.ts";
export { estimateInWords } from "./estimates/format-estimate.ts";
export { mostCreditsAMonth } from "./estimates/estimate.ts";

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
