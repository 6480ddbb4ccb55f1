import type { App } from "@slack/bolt";
import { recorder } from "../../audit/recorder.ts";
import { recordingCreations } from "../../audit/recording-creations.ts";
import type { WorkspaceContext } from "../../../app/context.ts";
import { type ExecutedStep, acceptStep } from "../../../features/services/workflow/step.ts";
import { StepBody, workspaceIdOf } from "../bodies.ts";
import type { Dispatching } from "./commands.ts";
import { asAppError } from "../failure-reply.ts";

// https://docs.slack.dev/apis/events-api: again at once, after one minute, after five minutes
const lastRetry = 3;

/**
 * Listens to workflows that come to a step of ours. A step is acknowledged once it is accepted durably, and not at
 * all where that fails: then Slack tells of it again.
 */
export function listenToSteps(bolt: App, { contextOf, inFlight }: Dispatching): void {
  bolt.function("create_database_service", { autoAcknowledge: false }, async ({ body, ack, context }) => {
    const { event, authorizations, ...where } = StepBody.parse(body);
    const step = { executionId: event.function_execution_id, inputs: event.inputs };
    const workspace = contextOf(workspaceIdOf({ ...where, ...authorizations?.[0] }));
    await inFlight.track(async () => {
      try {
        await acceptStep(step, recorded(workspace));
      } catch (error) {
        if ((context.retryNum ?? 0) < lastRetry) throw error;
        await ack();
        return giveUp(step, error, workspace);
      }
      await ack();
    });
  });
}

/** Who runs a workflow Slack does not tell: what it asks for is written down as its requester's. */
function recorded(workspace: WorkspaceContext): WorkspaceContext {
  const doing = { userId: "app", userName: "a workflow", action: "service.request" } as const;
  return { ...workspace, creations: recordingCreations(workspace, recorder(doing, workspace)) };
}

/** Slack does not tell of it again, and the workflow would wait for ever. */
async function giveUp(
  { executionId }: ExecutedStep,
  error: unknown,
  workspace: WorkspaceContext,
): Promise<void> {
  const { message } = asAppError(error, workspace);
  // An earlier time may have been accepted although we could not say so.
  const advice = "Look at /db services before you run this again.";
  await workspace.messenger.completeStep(executionId, { error: `${message} ${advice}` });
}
