import type { KnownBlock, ModalView } from "@slack/types";
import { plainText } from "./text.ts";

// https://docs.slack.dev/reference/views/modal-views
const titleLength = 24;

interface ModalFacts {
  callbackId: string;
  title: string;
  /** Left out for a modal that only says something. */
  submit?: string;
  close: string;
  /** Whether the app is told when its person closes it. */
  notifyOnClose?: true;
  /** Ids only, at most 3,000 characters. */
  privateMetadata?: string;
  blocks: KnownBlock[];
}

/** A modal view; its title and buttons are cut to the 24 characters that Slack takes. */
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
