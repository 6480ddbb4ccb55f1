import { actions } from "../../../platform/blocks/button.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { AppError } from "../../../lib/errors.ts";
import { refuseSubmission } from "../../../platform/forms/refuse.ts";
import { reopenButton } from "../../../platform/forms/reopen.ts";
import { createServiceForm } from "../form/form.ts";
import { requestedName } from "../form/requested-name.ts";
import { tellAsker } from "./say-where-asked.ts";
import type { ProgressOf } from "./progress.ts";
import type { Wish } from "./provisioning-request.ts";
import { completeStep, stepOutcome } from "../workflow/outcome.ts";

/** Nothing was created: the form comes back with what was typed and the reason, and a workflow's step ends with it. */
export async function tellFailed(wish: Wish, failed: ProgressOf<"failed">): Promise<Step> {
  if (failed.told) return "done";
  const { requestId, context } = wish;
  await completeStep(wish, stepOutcome(failed));
  const shown = await bringBack(wish, failed);
  if (shown === "gone") await tellAsker(wish, closedReply(wish, failed));
  // Once told it is not told again, since the form may be on its way with another attempt by then.
  await context.requests.saveUnlessChanged(requestId, failed, { ...failed, told: true });
  return "done";
}

async function bringBack(
  { submission: { form, userId }, context }: Wish,
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
function closedReply({ submission: { form, request } }: Wish, failed: ProgressOf<"failed">): Reply {
  const text = `:x: *${requestedName(request)} was not created.* ${reasonOf(failed)}`;
  return reply(text, [section(text), ...(form ? [actions([reopenButton(form.formId)])] : [])]);
}

function reasonOf({ message, ...failed }: ProgressOf<"failed">): string {
  return explain(new AppError("user", message, failed));
}
