import type { KnownBlock, ModalView } from "@slack/types";
import { modal } from "../blocks/modal.ts";
import { section } from "../blocks/text.ts";
import { openedActionId } from "../blocks/button.ts";
import type { Action } from "./interaction.ts";

/** A click on a button that only opens an address needs nothing but an acknowledgement. */
export const openedAction: Action = {
  actionId: openedActionId,
  access: "viewer",
  run: async () => undefined,
};

/** A modal with text only. */
export function notice(title: string, blocks: KnownBlock[]): ModalView {
  return modal({ callbackId: "notice", title, close: "Close", blocks });
}

/** The modal's content if its form can no longer be filled in: it expired, or was sent. */
export function closedView(draft: { submitted: boolean } | undefined): ModalView {
  return draft?.submitted ? sentView() : goneView();
}

function sentView(): ModalView {
  return notice("Sent already", [
    section(
      "This form was sent already, and you are told what becomes of it. To send another, open it anew.",
    ),
  ]);
}

/** The modal's content if its form expired. It may have been sent before. */
export function goneView(): ModalView {
  return notice("Form has expired", [
    section("This form is no longer kept, so nothing was sent from it now. Open it anew."),
  ]);
}
