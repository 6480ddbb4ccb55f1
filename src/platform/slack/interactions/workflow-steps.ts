import type { App } from "@slack/bolt";
import type { WorkspaceContext } from "../../context.ts";
import { StepBody, workspaceIdOf } from "../bodies.ts";
import type { ListenerDeps, ExecutedStep } from "./deps.ts";
import { asAppError } from "../failure.ts";
import * as texts from "../texts.ts";

// https://docs.slack.dev/apis/events-api: retries at once, after one minute, after five minutes
const lastRetry = 3;

/**
 * Listens for workflows at our steps. A step is acknowledged once it is accepted durably. If that fails it is not
 * acknowledged, and Slack sends it again.
 */
export function listenToSteps(bolt: App, { contextOf, rateLimits, steps }: ListenerDeps): void {
  for (const step of steps)
    bolt.function(step.callbackId, { autoAcknowledge: false }, async ({ body, ack, context }) => {
      const read = StepBody.parse(body);
      const run = { executionId: read.event.function_execution_id, inputs: read.event.inputs };
      const workspace = contextOf(workspaceIdOf(read));
      try {
        // All workflows of a workspace together. Slack sends again what is above the limit.
        await rateLimits.take({ workspaceId: workspace.workspaceId, userId: "workflows" }, "quick");
        await step.accept(run, workspace);
      } catch (error) {
        if ((context.retryNum ?? 0) < lastRetry) throw error;
        await ack();
        return giveUp(run, error, workspace);
      }
      await ack();
    });
}

/** Slack will not send it again, and the workflow would wait forever. */
async function giveUp(
  { executionId }: ExecutedStep,
  error: unknown,
  workspace: WorkspaceContext,
): Promise<void> {
  const { message } = asAppError(error, workspace);
  // An earlier delivery may have been accepted without an acknowledgement.
  await workspace.messenger.completeStep(executionId, { error: texts.stepFailed(message) });
}
