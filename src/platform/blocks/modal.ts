import type { KnownBlock, ModalView } from "@slack/types";
import { limits } from "./limits.ts";
import { plainText } from "./text.ts";

const titleLength = limits.view.title;

interface ModalFacts {
  callbackId: string;
  title: string;
  /** Absent for a modal that only shows something. */
  submit?: string | undefined;
  close: string;
  /** True if Slack notifies the app when the modal is closed. */
  notifyOnClose?: true;
  /** Ids only, at most 3,000 characters. */
  privateMetadata?: string;
  blocks: KnownBlock[];
}

/** A modal view. Its title and buttons are cut to Slack's 24 characters. */
export function modal(facts: ModalFacts): ModalView {
  const { callbackId, title, submit, close, notifyOnClose, privateMetadata, blocks } = facts;
  return {
    type: "modal",
    callback_id: callbackId,
    title: plainText(title, titleLength),
    close: plainText(close, titleLength),
    blocks,
    ...(submit === undefined ? {} : { submit: plainText(submit, titleLength) }),
    ...(notifyOnClose === undefined ? {} : { notify_on_close: notifyOnClose }),
    ...(privateMetadata === undefined ? {} : { private_metadata: privateMetadata }),
  };
}
