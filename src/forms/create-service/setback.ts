import { explain } from "../../blocks/explain.ts";
import { say } from "../../blocks/reply.ts";
import type { Step } from "../../delivery/convergence.ts";
import { AppError } from "../../errors.ts";
import { type Refusal, refuseSubmission } from "../refuse.ts";
import { createServiceForm } from "./form.ts";
import { unknownText, unknownView } from "./views.ts";
import { showInForm, tellAsker } from "./say-where-asked.ts";
import type { ProgressOf, Wish } from "./wish.ts";

/** The cloud said no, so nothing was created: the form comes back with what was typed and the reason. */
export async function tellRefused(wish: Wish, refused: ProgressOf<"failed">): Promise<Step> {
  const { submission, context } = wish;
  const refusal = refusalOf(refused);
  const shown = submission.form
    ? await refuseSubmission(
        createServiceForm,
        { ...submission.form, userId: submission.userId },
        refusal,
        context,
      )
    : "gone";
  if (shown === "gone") await tellAsker(wish, say(`:warning: ${refusal.message}`));
  return "done";
}

function refusalOf({ message, field, ...refused }: ProgressOf<"failed">): Refusal {
  const reason = explain(new AppError("user", message, refused));
  return {
    message: `*Nothing was created.* ${reason}`,
    ...(field === undefined ? {} : { problem: { field, message } }),
  };
}

/** The answer was lost: says what is known, and the form comes back when the person asks for it. */
export async function tellUnknown(wish: Wish): Promise<Step> {
  const { request, form } = wish.submission;
  const shown = await showInForm(wish, unknownView(request, form?.formId ?? ""));
  if (shown === "gone") await tellAsker(wish, say(unknownText(request)));
  return "done";
}
