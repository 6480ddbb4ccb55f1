import type { App } from "@slack/bolt";
import type { WorkspaceContext } from "../../context.ts";
import { StepBody, workspaceIdOf } from "../bodies.ts";
import type { Dispatching } from "./commands.ts";
import { asAppError } from "../failure.ts";

// https://docs.slack.dev/apis/events-api: again at once, after one minute, after five minutes
const lastRetry = 3;

/** A workflow has come to a step of ours. */
export interface ExecutedStep {
  /** Slack's id of this run of the step, the same however often Slack tells of it. */
  executionId: string;
  /** Whatever the workflow filled in. */
  inputs: unknown;
}

/** A step that workflows may have. */
export interface WorkflowStep<Context = WorkspaceContext> {
  /** The function's callback_id in the manifest. */
  callbackId: string;
  /** Accepts one run durably and once. */
  accept(step: ExecutedStep, context: Context): Promise<void>;
}

/**
 * Listens to workflows that come to a step of ours. A step is acknowledged once it is accepted durably, and not at
 * all where that fails: then Slack tells of it again.
 */
export function listenToSteps(bolt: App, { contextOf, steps, inFlight }: Dispatching): void {
  for (const step of steps)
    bolt.function(step.callbackId, { autoAcknowledge: false }, async ({ body, ack, context }) => {
      const { event, authorizations, ...where } = StepBody.parse(body);
      const run = { executionId: event.function_execution_id, inputs: event.inputs };
      const workspace = contextOf(workspaceIdOf({ ...where, ...authorizations?.[0] }));
      await inFlight.track(async () => {
        try {
          await step.accept(run, workspace);
        } catch (error) {
          if ((context.retryNum ?? 0) < lastRetry) throw error;
          await ack();
          return giveUp(run, error, workspace);
        }
        await ack();
      });
    });
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
