import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { reopenAct } from "../../../platform/forms/reopen.ts";
import { createServiceForm } from "../form/form.ts";
import { recordOutcome } from "../provisioning/record-outcome.ts";
import { completeStep, stepOutcome } from "../workflow/outcome.ts";
import { askedIn } from "./asked-in.ts";
import { closeQuestion } from "./ask.ts";
import { wasNotActionId } from "./question.ts";
import { stillAsked } from "./still-asked.ts";
import { deniedText } from "./texts.ts";

/** “It was not: try again”: the request has failed, by its person's word, and the form is open again as it was. */
export const wasNotAct: Act<ServicesContext> = {
  actionId: wasNotActionId,
  access: "operator",
  askedIn,
  press,
};

async function press(pressed: Press, context: ServicesContext): Promise<Reply | undefined> {
  const asked = await stillAsked(pressed, context);
  if ("text" in asked) return asked;
  const { wish, unknown } = asked;
  const { requestId, submission } = wish;
  const failed: ProgressOf<"failed"> = {
    status: "failed",
    message: "Its person looked, and it is not there.",
    told: true,
  };
  if (!(await context.requests.saveUnlessChanged(requestId, unknown, failed))) return press(pressed, context);
  // The trigger lives 3 s, so the form comes first.
  const answer = await reopen(pressed, submission.form?.formId, context);
  await context.unsettled.drop(requestId);
  await recordOutcome(wish, { act: "create", result: "failed", detail: failed.message });
  const question = unknown.askedIn ?? pressed.message;
  if (question) await closeQuestion(question, deniedText(submission.request), context);
  await completeStep(wish, stepOutcome(failed));
  return answer;
}

async function reopen(
  pressed: Press,
  formId: string | undefined,
  context: ServicesContext,
): Promise<Reply | undefined> {
  if (formId === undefined) return say("Nothing was created, then. Run the workflow again to try again.");
  return reopenAct([createServiceForm]).press({ ...pressed, value: formId }, context);
}
