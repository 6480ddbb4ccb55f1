import type { KnownBlock, ModalView } from "@slack/types";
import { modal } from "../blocks/view-blocks.ts";
import { section } from "../blocks/text.ts";
import { openedActionId } from "../blocks/button.ts";
import { buttonTexts, expired, sentAlready } from "./texts.ts";
import type { Action } from "./interaction.ts";

/** A click on a button that only opens an address needs nothing but an acknowledgement. */
export const openedAction: Action = {
  actionId: openedActionId,
  access: "viewer",
  run: async () => undefined,
};

/** A modal with text only. */
export function notice(title: string, blocks: KnownBlock[]): ModalView {
  return modal({ callbackId: "notice", title, close: buttonTexts.close, blocks });
}

/** The modal's content if its form can no longer be filled in: it expired, or was sent. */
export function closedView(draft: { submitted: boolean } | undefined): ModalView {
  return draft?.submitted ? sentView() : goneView();
}

function sentView(): ModalView {
  return notice(sentAlready.title, [section(sentAlready.text)]);
}

/** The modal's content if its form expired. It may have been sent before. */
export function goneView(): ModalView {
  return notice(expired.title, [section(expired.text)]);
}
