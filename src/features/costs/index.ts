import type { Recorder } from "../../platform/audit/recorder.ts";
import type { CostsContext } from "./context.ts";
import { monthOnHome } from "./home.ts";
import { plural } from "../../lib/text.ts";
import { BudgetSchedule } from "./budget/schedule.ts";
import { ReportSchedule } from "./reports/schedule.ts";
import { feature } from "../../platform/feature.ts";
import { budgets } from "./budget/advance.ts";
import { reports } from "./reports/advance.ts";
import { budget } from "./budget/command.ts";
import { expectedAction } from "./budget/unusual-post.ts";
import { costs as costsCommand } from "./command.ts";

/** Audits each day that a person marks as expected. */
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
  interactions: [expectedAction],
  schedules: [budgets, reports],
  recording: recordingCosts,
  async connectionUses(connection, { schedules }) {
    const [ofBudgets, ofReports] = await Promise.all([
      schedules.list(BudgetSchedule),
      schedules.list(ReportSchedule),
    ]);
    const [some, more] = [ofBudgets, ofReports].map(
      (schedules) => schedules.filter((schedule) => schedule.connection === connection).length,
    );
    return [
      ...(some ? [plural(some, "budget")] : []),
      ...(more ? [plural(more, "digest of costs", "digests of costs")] : []),
    ];
  },
  home: [monthOnHome],
});
