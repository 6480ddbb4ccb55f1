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
  /** Ids only, at most 3,000 characters. */
  privateMetadata?: string;
  blocks: KnownBlock[];
}

/** A modal view; its title and buttons are cut to the 24 characters that Slack takes. */
export function modal({ callbackId, title, submit, close, privateMetadata, blocks }: ModalFacts): ModalView {
  return {
    type: "modal",
    callback_id: callbackId,
    title: plainText(title, titleLength),
    close: plainText(close, titleLength),
    blocks,
    ...(submit === undefined ? {} : { submit: plainText(submit, titleLength) }),
    ...(privateMetadata === undefined ? {} : { private_metadata: privateMetadata }),
  };
}
