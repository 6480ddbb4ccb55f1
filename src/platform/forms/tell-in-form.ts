import type { ModalView } from "@slack/types";
import { explain } from "../blocks/explain.ts";
import { modal } from "../blocks/modal.ts";
import { section } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";
import { type AppError, isAppError } from "../../lib/errors.ts";
import type { Draft } from "./kept-drafts.ts";
import { findDraft } from "./drafts.ts";
import type { FormEvent } from "./event.ts";
import { redraw } from "./page.ts";
import { draftKey, withTyped } from "./change.ts";

/** Says in the form that a change failed. The input stays. */
export async function tellInForm(
  event: FormEvent,
  failure: AppError,
  context: WorkspaceContext,
): Promise<void> {
  const banner = explain(failure);
  const draft = await reachable(() => findDraft(event.form, draftKey(event), context));
  if (draft === "away") {
    // With the hash, because something newer may have been drawn.
    return void (await context.messenger.updateModal(event.view.id, asItWas(event, banner), event.view.hash));
  }
  // If the form was closed, another view may be there, and must not be replaced.
  if (!draft || draft.submitted) return;
  await redraw(event.form, withTyped(event, draft), context, { banner });
}

async function reachable(find: () => Promise<Draft | undefined>): Promise<Draft | undefined | "away"> {
  try {
    return await find();
  } catch (error) {
    if (isAppError(error, "upstream")) return "away";
    throw error;
  }
}

const bannerBlockId = "trouble";

/** The same view with a banner on top. If Redis is away, this is all we know of the form. */
function asItWas({ view }: FormEvent, banner: string): ModalView {
  const { callback_id: callbackId, private_metadata: ticket, title, submit, close, blocks } = view;
  return modal({
    callbackId,
    title: title?.text ?? "",
    ...(submit ? { submit: submit.text } : {}),
    close: close?.text ?? "Cancel",
    notifyOnClose: true,
    privateMetadata: JSON.stringify(ticket),
    blocks: [
      { ...section(`:warning: ${banner}`), block_id: bannerBlockId },
      ...blocks.filter(({ block_id }) => block_id !== bannerBlockId),
    ],
  });
}
