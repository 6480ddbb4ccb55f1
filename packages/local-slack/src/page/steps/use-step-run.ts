import { useState } from "react";
import type { StepOutcome, StepView } from "../../protocol.ts";
import { runStep } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";

interface Refusal {
  message?: string;
  /** By the inputs' names. */
  errors: Record<string, string>;
}

/** One run of a step: started, then running in the app, then ended. */
export function useStepRun({ callbackId }: StepView) {
  const { me, stepRuns } = useNearWorld();
  const [executionId, setExecutionId] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>({ errors: {} });
  const start = async (inputs: Record<string, unknown>) => {
    const answer = await runStep({ user: me.id, callbackId, inputs });
    if (answer.ok) return setExecutionId(answer.executionId);
    const errors = "errors" in answer ? (answer.errors ?? {}) : {};
    setRefusal({ errors, ...(Object.keys(errors).length === 0 ? { message: answer.message } : {}) });
  };
  const outcome: StepOutcome | undefined = stepRuns.find((run) => run.executionId === executionId)?.outcome;
  return { start, ...refusal, isStarted: executionId !== undefined, outcome };
}
