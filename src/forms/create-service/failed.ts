import { actions } from "../../blocks/button.ts";
import { explain } from "../../blocks/explain.ts";
import { type Reply, reply } from "../../blocks/reply.ts";
import { section } from "../../blocks/text.ts";
import type { Step } from "../../delivery/convergence.ts";
import { AppError } from "../../errors.ts";
import { type Refusal, refuseSubmission } from "../refuse.ts";
import { reopenButton } from "../reopen.ts";
import { createServiceForm } from "./form.ts";
import { tellAsker } from "./say-where-asked.ts";
import type { ProgressOf } from "../../store/request-progress.ts";
import type { Wish } from "./wish.ts";
import { completeStep, stepOutcome } from "./workflow-outcome.ts";

/** Nothing was created: the form comes back with what was typed and the reason, and a workflow's step ends with it. */
export async function tellFailed(wish: Wish, failed: ProgressOf<"failed">): Promise<Step> {
  if (failed.told) return "done";
  const { requestId, context } = wish;
  await completeStep(wish, stepOutcome(failed));
  const refusal = refusalOf(failed);
  const shown = await bringBack(wish, refusal);
  if (shown === "gone") await tellAsker(wish, closedReply(wish, refusal));
  // Once told it is not told again, since the form may be on its way with another attempt by then.
  await context.requests.saveUnlessChanged(requestId, failed, { ...failed, told: true });
  return "done";
}

async function bringBack({ submission, context }: Wish, refusal: Refusal): Promise<"updated" | "gone"> {
  const { form, userId } = submission;
  return form ? refuseSubmission(createServiceForm, { ...form, userId }, refusal, context) : "gone";
}

function closedReply({ submission: { form } }: Wish, { message }: Refusal): Reply {
  const text = `:warning: ${message}`;
  return reply(text, [section(text), ...(form ? [actions([reopenButton(form.formId)])] : [])]);
}

function refusalOf({ message, field, ...failed }: ProgressOf<"failed">): Refusal {
  const reason = explain(new AppError("user", message, failed));
  return {
    message: `*Nothing was created.* ${reason}`,
    ...(field === undefined ? {} : { problem: { field, message } }),
  };
}
