import type { ServicesContext } from "../context.ts";
import type { ContextOf } from "../../../platform/context.ts";
import type { WorkState } from "../../../platform/jobs/queue.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { advanceCreated } from "../announcement/advance.ts";
import { formatState, ownStates } from "../announcement/states.ts";
import { awaitCreation, send } from "./send.ts";
import { resolveLost } from "../lost-response/resolve.ts";
import { askRequester, underClickersName } from "../workflow/ask-requester.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { AppError } from "../../../lib/errors.ts";
import { createServiceForm } from "../form/form.ts";
import type { ProgressOf } from "./progress.ts";
import { requestedName } from "../form/request.ts";
import { Submission, type ProvisioningRequest, resealedRequest, notifyRequester } from "./submission.ts";
import { completeStep, refuseStep, stepOutcome } from "../workflow/step.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";

/** Takes one step for a submitted request: sends it once, finds its outcome, and follows the service until it runs. */
export function advanceCreation(
  contextOf: ContextOf<ServicesContext>,
): (requestId: string, item: unknown) => Promise<Step> {
  return async (requestId, item) => {
    const accepted = Submission.parse(item);
    const context = contextOf(accepted.workspaceId);
    const submission = resealedRequest(accepted, context);
    const provisioning = await underClickersName({ requestId, submission, context });
    if (submission.workflow?.refusal) return refuseStep(provisioning, submission.workflow.refusal);
    const progress = await context.requests.find(requestId);
    switch (progress?.status) {
      case undefined: {
        const asked =
          submission.workflow?.asksUntil === undefined ? "agreed" : await askRequester(provisioning);
        return asked === "agreed" ? send(provisioning) : asked;
      }
      case "waiting":
        return send(provisioning, progress);
      case "sending":
        return awaitCreation(provisioning, progress);
      case "created":
        return advanceCreated(provisioning, progress);
      case "failed":
        return reportFailure(provisioning, progress);
      case "unknown":
        return resolveLost(provisioning, progress);
    }
  };
}

/** Nothing was created: returns the form with its input and the reason, or ends the workflow's step with it. */
async function reportFailure(provisioning: ProvisioningRequest, failed: ProgressOf<"failed">): Promise<Step> {
  if (failed.notified) return "done";
  const { requestId, context } = provisioning;
  await completeStep(provisioning, stepOutcome(failed));
  const shown = await returnForm(provisioning, failed);
  if (shown === "gone") await notifyRequester(provisioning, closedReply(provisioning, failed));
  // Only once, because the form may soon be at another attempt.
  await context.requests.saveUnlessChanged(requestId, failed, { ...failed, notified: true });
  return "done";
}

async function returnForm(
  { submission: { form, userId }, context }: ProvisioningRequest,
  failed: ProgressOf<"failed">,
): Promise<"updated" | "gone"> {
  if (!form) return "gone";
  const { message, field } = failed;
  const problem = field === undefined ? undefined : { field, message };
  const refusal = { message: `*Nothing was created.* ${reasonOf(failed)}`, problem };
  return refuseSubmission(createServiceForm, { ...form, userId }, refusal, context);
}

/** With the name, because the requester may have asked for several. */
function closedReply(
  { submission: { form, request } }: ProvisioningRequest,
  failed: ProgressOf<"failed">,
): Reply {
  const text = `:x: *${requestedName(request)} wasn't created.* ${reasonOf(failed)}`;
  return reply(text, [section(text), ...(form ? [actions([reopenButton(form.formId)])] : [])]);
}

function reasonOf({ message, ...failed }: ProgressOf<"failed">): string {
  return explain(new AppError("user", message, failed));
}

/** Where a request is, for whoever started it. It is done once the service runs. */
export async function stateOfCreation(
  requestId: string,
  { requests }: Pick<ServicesContext, "requests">,
): Promise<WorkState> {
  const progress = await requests.find(requestId);
  switch (progress?.status) {
    case "created": {
      const { outcome, words } = formatState(progress.announced ?? "");
      if (outcome === "running" || progress.announced === ownStates.unreported) return { state: "done" };
      if (outcome === "coming") return { state: progress.silent ? "done" : "running" };
      return { state: outcome, reason: words };
    }
    case "failed":
    case "unknown":
      return { state: progress.status, reason: progress.message };
    case undefined:
    case "waiting":
    case "sending":
      return { state: "running" };
  }
}
