import type { ModalView } from "@slack/types";
import { explain } from "../../blocks/explain.ts";
import { say } from "../../blocks/reply.ts";
import type { Step } from "../../delivery/convergence.ts";
import { AppError } from "../../errors.ts";
import { drawForm } from "../draw.ts";
import type { FormTicket } from "../event.ts";
import { createServiceForm } from "./form.ts";
import { unknownText, unknownView } from "./views.ts";
import { showInForm, tellAsker } from "./say-where-asked.ts";
import type { ProgressOf, Wish } from "./wish.ts";

/** The cloud said no, so nothing was created: the form comes back with what was typed and the reason. */
export async function tellRefused(wish: Wish, refused: ProgressOf<"failed">): Promise<Step> {
  const { submission, context } = wish;
  const reason = explain(new AppError("user", refused.message, refused));
  const ticket = await nextTicket(wish);
  const form = submission.form && (await context.forms.find(submission.form.formId));
  const view = drawForm(createServiceForm, {
    ticket,
    values: form?.values ?? submission.request,
    refusal: { message: reason, field: refused.field },
  });
  return show(wish, view, `:warning: *Nothing was created.* ${reason}`);
}

/** The answer was lost: says what is known, and the form comes back when the person asks for it. */
export async function tellUnknown(wish: Wish): Promise<Step> {
  const { request } = wish.submission;
  return show(wish, unknownView(request, await nextTicket(wish)), unknownText(request));
}

/** A new attempt, so that what is submitted next is a request of its own. */
async function nextTicket({ submission, context }: Wish): Promise<FormTicket> {
  const { formId, attempt: tried } = submission.form ?? { formId: "", attempt: 0 };
  const attempt = tried + 1;
  const form = await context.forms.find(formId);
  if (form) await context.forms.save({ ...form, attempt });
  return { formId, attempt };
}

async function show(wish: Wish, view: ModalView, otherwise: string): Promise<Step> {
  const shown = await showInForm(wish, view);
  if (shown === "gone") await tellAsker(wish, say(otherwise));
  return "done";
}
