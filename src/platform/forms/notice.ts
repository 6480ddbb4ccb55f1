import type { KnownBlock, ModalView } from "@slack/types";
import { modal } from "../blocks/modal.ts";
import { section } from "../blocks/text.ts";
import { openedActionId } from "../blocks/button.ts";
import type { Action } from "./interaction.ts";

/** A click on a button that only opens an address: there is nothing to do, but to take note of it. */
export const openedAction: Action = {
  actionId: openedActionId,
  access: "viewer",
  run: async () => undefined,
};

/** A modal that only says something. */
export function notice(title: string, blocks: KnownBlock[]): ModalView {
  return modal({ callbackId: "notice", title, close: "Close", blocks });
}

/** What a modal shows when its form is no longer to be filled in: it is not kept any more, or was sent. */
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

/** What a modal shows when its form is no longer kept; it may have been sent before. */
export function goneView(): ModalView {
  return notice("Form has expired", [
    section("This form is no longer kept, so nothing was sent from it now. Open it anew."),
  ]);
}
