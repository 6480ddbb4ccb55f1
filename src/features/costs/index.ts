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

// What other features may use.
export type { CostsPart } from "./context.ts";
export { type RateFinding, keptComputeRate, lookUpComputeRate } from "./estimates/compute-rate-lookup.ts";
export { defaultReplicas } from "./estimates/estimate.ts";
export { formatEstimate } from "./estimates/format-estimate.ts";
export { mostCreditsAMonth } from "./estimates/estimate.ts";

export const costs = feature<CostsContext>({
  name: "costs",
  commands: [costsCommand, budget],
  interactions: [expectedAction],
  schedules: [budgets, reports],
  async connectionUses(connection, { schedules }) {
    const [ofBudgets, ofReports] = await Promise.all([
      schedules.list(BudgetSchedule),
      schedules.list(ReportSchedule),
    ]);
    const [some, more] = [ofBudgets, ofReports].map(
      (schedules) => schedules.filter((schedule) => schedule.connection === connection).length,
    );
    return [...(some ? [plural(some, "budget")] : []), ...(more ? [plural(more, "cost report")] : [])];
  },
  home: [monthOnHome],
});
