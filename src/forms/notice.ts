import type { KnownBlock, ModalView } from "@slack/types";
import { modal } from "../blocks/modal.ts";
import { section } from "../blocks/text.ts";

/** A modal that only says something. */
export function notice(title: string, blocks: KnownBlock[]): ModalView {
  return modal({ callbackId: "notice", title, close: "Close", blocks });
}

/** What a modal shows when its form is no longer kept. */
export function goneView(): ModalView {
  return notice("Form has expired", [
    section("This form is no longer kept, so nothing was created. Type `/db create` to start again."),
  ]);
}
