import { recordingCosts } from "./recording.ts";
import type { CostsContext } from "./context.ts";
import { feature } from "../../platform/feature.ts";
import { budgets } from "./budget/advance.ts";
import { digests } from "./reports/advance.ts";
import { budget } from "./budget/command.ts";
import { expectedAct } from "./budget/expected.ts";
import { costs as costsCommand } from "./command.ts";

export const costs = feature<CostsContext>({
  name: "costs",
  commands: [costsCommand, budget],
  interactions: [expectedAct],
  schedules: [budgets, digests],
  recording: recordingCosts,
});
