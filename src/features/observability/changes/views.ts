import type { Button, KnownBlock, ModalView } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandActions, commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { commandOn, formatThing, nounOf, verbForms, verbOf } from "./format-change.ts";
import type { PendingChange, WantedChange } from "./change.ts";

/** The words for an outcome: a title, paragraphs of mrkdwn, and buttons. */
export interface OutcomeWords {
  title: string;
  paragraphs: readonly string[];
  buttons: readonly Button[];
}

// A modal has no place for answers.
const whereAnswered = context("What you ask to be shown here comes to your direct messages.");

/** The words as a modal. */
export function viewOf({ title, ...words }: OutcomeWords): ModalView {
  const isAnswered = words.buttons.some(({ action_id: id }) => commandActions.test(id ?? ""));
  return notice(title, [...blocksOf(words), ...(isAnswered ? [whereAnswered] : [])]);
}

/** The words as a message. */
export function messageOf({ paragraphs, buttons }: Omit<OutcomeWords, "title">): Reply {
  return reply(paragraphs.join("\n"), blocksOf({ paragraphs, buttons }));
}

function blocksOf({ paragraphs, buttons }: Omit<OutcomeWords, "title">): KnownBlock[] {
  const texts = paragraphs.map((paragraph) => section(paragraph));
  return buttons.length === 0 ? texts : [...texts, actions(buttons)];
}

const mayClose = "You may close this window: you will be told what came of it.";

/** The modal while a change is made. */
export function savingView(wanted: WantedChange): ModalView {
  return viewOf(savingWords(wanted));
}

/** The same for a modal or a message. */
export function savingWords(wanted: WantedChange): OutcomeWords {
  const { doing } = verbForms[verbOf(wanted)];
  return {
    title: doing,
    paragraphs: [`:hourglass_flowing_sand: *${doing} ${formatThing(wanted)}…*`, mayClose],
    buttons: [],
  };
}

/** What a change waits for: the server's rate limit, a failing server, or our storage, which confirms nothing. */
export type Busy = "limited" | "failing" | "storage";

const why: Readonly<Record<Busy, string>> = {
  limited: "The server takes no more requests just now.",
  failing: "The server does not answer as it should just now.",
  storage:
    "Quartermaster's storage does not confirm just now that it keeps the change, so it was not sent yet.",
};

/** The modal while a change waits. */
export function waitingView(wanted: WantedChange, busy: Busy): ModalView {
  const { title, paragraphs } = savingWords(wanted);
  return viewOf({ title, paragraphs: [...paragraphs, triedAgain(busy)], buttons: [] });
}

/** Says that a change waits, and for what. */
export function waitingText(wanted: WantedChange, busy: Busy): string {
  const { doing } = verbForms[verbOf(wanted)];
  return `:hourglass_flowing_sand: *${doing} ${formatThing(wanted)} has to wait.* ${triedAgain(busy)}`;
}

function triedAgain(busy: Busy): string {
  return `${why[busy]} I try again for two minutes.`;
}

/** The modal while the server's list is searched. */
export function searchingView(wanted: WantedChange): ModalView {
  const why = `:mag: *The server's answer did not arrive.* Looking in its list of ${nounOf(wanted)}s whether ${formatThing(wanted)} was created. This may take a minute; nothing is sent again.`;
  return viewOf({ title: "Looking", paragraphs: [why, mayClose], buttons: [] });
}

/** A button that shows a change's thing, by its id. */
export function showButton({ submitted }: PendingChange, id: string): Button {
  return commandButton(`Show ${nounOf(submitted.wanted)}`, commandOn(submitted, "show", id));
}

/** A button that lists all things of its kind. */
export function listButton({ submitted }: PendingChange, text?: string): Button {
  return commandButton(text ?? `Show all ${nounOf(submitted.wanted)}s`, commandOn(submitted, "list"));
}
