import { feature } from "../../platform/feature.ts";
import { advanceBudget } from "./budget/advance.ts";
import { advanceDigest } from "./reports/advance.ts";
import { budget } from "./budget/command.ts";
import { expectedAct } from "./budget/expected.ts";
import { costs as costsCommand } from "./command.ts";

export const costs = feature({
  name: "costs",
  commands: [costsCommand, budget],
  interactions: [expectedAct],
  schedules: [
    { kind: "budget", advance: advanceBudget },
    { kind: "digest", advance: advanceDigest },
  ],
});
