import type { ServicesContext } from "../context.ts";
import type { ContextOf } from "../../../platform/context.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { advanceCreated } from "../announcement/advance.ts";
import { awaitSender, send } from "./send.ts";
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
import { Submission, type ProvisioningRequest, resealedRequest, tellAsker } from "./submission.ts";
import { completeStep, refuseStep, stepOutcome } from "../workflow/step.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";

/** One step in the life of a submitted request: send it once, find out what became of it, follow it until it runs. */
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
        return awaitSender(provisioning, progress);
      case "created":
        return advanceCreated(provisioning, progress);
      case "failed":
        return tellFailed(provisioning, progress);
      case "unknown":
        return resolveLost(provisioning, progress);
    }
  };
}

/** Nothing was created: the form comes back with what was typed and the reason, and a workflow's step ends with it. */
async function tellFailed(provisioning: ProvisioningRequest, failed: ProgressOf<"failed">): Promise<Step> {
  if (failed.told) return "done";
  const { requestId, context } = provisioning;
  await completeStep(provisioning, stepOutcome(failed));
  const shown = await bringBack(provisioning, failed);
  if (shown === "gone") await tellAsker(provisioning, closedReply(provisioning, failed));
  // Once told it is not told again, since the form may be on its way with another attempt by then.
  await context.requests.saveUnlessChanged(requestId, failed, { ...failed, told: true });
  return "done";
}

async function bringBack(
  { submission: { form, userId }, context }: ProvisioningRequest,
  failed: ProgressOf<"failed">,
): Promise<"updated" | "gone"> {
  if (!form) return "gone";
  const { message, field } = failed;
  const refusal = {
    message: `*Nothing was created.* ${reasonOf(failed)}`,
    ...(field === undefined ? {} : { problem: { field, message } }),
  };
  return refuseSubmission(createServiceForm, { ...form, userId }, refusal, context);
}

/** Where several were asked for, only the name tells which one this is about. */
function closedReply(
  { submission: { form, request } }: ProvisioningRequest,
  failed: ProgressOf<"failed">,
): Reply {
  const text = `:x: *${requestedName(request)} was not created.* ${reasonOf(failed)}`;
  return reply(text, [section(text), ...(form ? [actions([reopenButton(form.formId)])] : [])]);
}

function reasonOf({ message, ...failed }: ProgressOf<"failed">): string {
  return explain(new AppError("user", message, failed));
}
