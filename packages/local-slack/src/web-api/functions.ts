import { z } from "zod";
import { SlackRefusal } from "../refusal.ts";
import { parameterProblems } from "../step-parameters.ts";
import type { StepRun, Workspace } from "../workspace.ts";
import { orJson } from "./arguments.ts";
import { method } from "./method.ts";

/** functions.completeSuccess: a custom step's run is done, with these outputs. */
export const completeSuccess = method({
  args: z.object({
    function_execution_id: z.string(),
    outputs: orJson(z.record(z.string(), z.unknown())),
  }),
  run({ function_execution_id, outputs }, { workspace }) {
    const run = running(workspace, function_execution_id);
    const problems = Object.entries(parameterProblems(workspace, run.step.outputs, outputs));
    if (problems.length > 0) {
      const messages = problems.map(
        ([name, problem]) => `[ERROR] ${problem} [json-pointer:/outputs/${name}]`,
      );
      throw new SlackRefusal("parameter_validation_failed", messages);
    }
    return complete(workspace, run, { ok: true, outputs });
  },
});

/** functions.completeError: a custom step's run failed, with a message for people. */
export const completeError = method({
  args: z.object({ function_execution_id: z.string(), error: z.string().min(1) }),
  run({ function_execution_id, error }, { workspace }) {
    return complete(workspace, running(workspace, function_execution_id), { ok: false, error });
  },
});

/** A run without an outcome. Each gets only one. */
function running({ stepRuns }: Workspace, executionId: string): StepRun {
  const run = stepRuns.get(executionId);
  if (!run) throw new SlackRefusal("function_execution_not_found");
  if (run.outcome) throw new SlackRefusal("execution_not_in_running_state");
  return run;
}

function complete({ changes }: Workspace, run: StepRun, outcome: NonNullable<StepRun["outcome"]>) {
  run.outcome = outcome;
  changes.bump();
  return {};
}
