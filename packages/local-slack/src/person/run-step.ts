import { newId, newSecret } from "../ids.ts";
import type { Step, StepParameter } from "../manifest-steps.ts";
import type { Person, StepRequest, StepStart } from "../protocol.ts";
import type { Slack } from "../slack.ts";
import { parameterProblems } from "../step-parameters.ts";
import { nowInSeconds } from "../time-stamps.ts";
import { sendEventAnyway } from "../to-app/events.ts";
import type { StepRun, Workspace } from "../workspace.ts";

/** Runs one of the app's custom steps, as Slack does when a workflow reaches it. */
export function runStep(slack: Slack, person: Person, { callbackId, inputs }: StepRequest): StepStart {
  const { workspace } = slack;
  const step = workspace.manifest.steps.find((known) => known.callbackId === callbackId);
  if (!step) return { ok: false, message: `The app has no step "${callbackId}".` };
  const problems = Object.entries(parameterProblems(workspace, step.inputs, inputs));
  if (problems.length > 0) {
    const errors = Object.fromEntries(problems.map(([name, problem]) => [name, `This input ${problem}.`]));
    return { ok: false, message: "Some inputs need another look.", errors };
  }
  const run: StepRun = { id: newId("Fx"), step, user: person.id, token: `xwfp-${newSecret(20)}` };
  workspace.stepRuns.set(run.id, run);
  workspace.changes.bump();
  // https://docs.slack.dev/reference/events/function_executed
  sendEventAnyway(slack, {
    type: "function_executed",
    function: functionPayload(workspace, step),
    inputs,
    function_execution_id: run.id,
    workflow_execution_id: newId("Wx"),
    bot_access_token: run.token,
  });
  return { ok: true, executionId: run.id };
}

function functionPayload(workspace: Workspace, step: Step): object {
  return {
    id: `Fn${workspace.app.id.slice(1)}`,
    callback_id: step.callbackId,
    title: step.title,
    description: step.description,
    type: "app",
    input_parameters: step.inputs.map(parameterPayload),
    output_parameters: step.outputs.map(parameterPayload),
    app_id: workspace.app.id,
    date_created: nowInSeconds(workspace),
    date_updated: nowInSeconds(workspace),
    date_deleted: 0,
  };
}

function parameterPayload({ type, name, description, title, isRequired }: StepParameter): object {
  return { type, name, description, title, is_required: isRequired };
}
