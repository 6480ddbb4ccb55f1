import type { Button, KnownBlock, ModalView } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandActions } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";

/** What is said of an outcome: a title, paragraphs of mrkdwn, and the ways on. */
export interface OutcomeWords {
  title: string;
  paragraphs: readonly string[];
  buttons: readonly Button[];
}

// A modal has nowhere to answer in.
const whereAnswered = context("What you ask to be shown here comes to your direct messages.");

/** It as a modal. */
export function viewOf({ title, ...words }: OutcomeWords): ModalView {
  const isAnswered = words.buttons.some(({ action_id: id }) => commandActions.test(id ?? ""));
  return notice(title, [...blocksOf(words), ...(isAnswered ? [whereAnswered] : [])]);
}

/** It as a message. */
export function messageOf({ paragraphs, buttons }: Omit<OutcomeWords, "title">): Reply {
  return reply(paragraphs.join("\n"), blocksOf({ paragraphs, buttons }));
}

function blocksOf({ paragraphs, buttons }: Omit<OutcomeWords, "title">): KnownBlock[] {
  const texts = paragraphs.map((paragraph) => section(paragraph));
  return buttons.length === 0 ? texts : [...texts, actions(buttons)];
}
