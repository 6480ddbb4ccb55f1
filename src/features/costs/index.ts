import type { CostsContext } from "./context.ts";
import { costThisMonth, monthOnHome } from "./home.ts";
import { feature } from "../../platform/feature.ts";
import { budgets } from "./budget/advance.ts";
import { reports } from "./reports/advance.ts";
import { estimateChecks } from "./estimates/check.ts";
import { budget } from "./budget/command.ts";
import { expectedAction } from "./budget/unusual-post.ts";
import { costs as costsCommand } from "./command.ts";

// What other features may use.
export type { CostsPart } from "./context.ts";
export { type KeptBasisParts, PriceBasis, keptPriceBasis, readPriceBasis } from "./estimates/price-basis.ts";
export {
  type Price,
  type RequestedSize,
  defaultReplicas,
  estimateText,
  formatEstimate,
  isSizeKnown,
  mostCreditsAMonth,
  PerDay,
  perDayOf,
  priceOf,
  shortPrice,
  usualCreditsAMonth,
} from "./estimates/price.ts";

export { usedUpBudget } from "./budget/use-lines.ts";
export { checkEstimate } from "./estimates/check.ts";

export const costs = feature<CostsContext>({
  name: "costs",
  commands: [costsCommand, budget],
  interactions: [expectedAction],
  schedules: [budgets, reports, estimateChecks],
  home: [monthOnHome],
  serviceFacts: [costThisMonth],
});
