import type { Step } from "../../../platform/jobs/queue.ts";
import type { StepOutcome } from "../../../platform/jobs/messenger.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";

/** Ends the workflow's step that waits for this request, if one does; more often than once changes nothing. */
export async function completeStep({ submission, context }: Wish, outcome: StepOutcome): Promise<void> {
  if (!submission.workflow) return;
  await context.messenger.completeStep(submission.workflow.executionId, outcome);
}

/** What a workflow learns of a request that has come so far; the outputs are those that the manifest declares. */
export function stepOutcome(progress: ProgressOf<"created" | "failed" | "unknown">): StepOutcome {
  switch (progress.status) {
    case "created":
      // A workflow that uses an output wants it to be there, be it empty.
      return { outputs: { service_id: progress.serviceId ?? "", service_name: progress.name } };
    case "failed":
      return { error: `Nothing was created. ${progress.message}` };
    case "unknown":
      return {
        error: `It is not certain whether the service was created: ${progress.message} Look in the cloud's console before you run this again.`,
      };
  }
}

/** Nothing is sent for a step that could not be accepted: it ends with the reason. */
export async function refuseStep(wish: Wish, error: string): Promise<Step> {
  await completeStep(wish, { error });
  return "done";
}
