import type { Button, KnownBlock, ModalView } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandActions, commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { type Verb, commandOn, verbOf, formatThing } from "./format-change.ts";
import type { PendingChange, WantedChange } from "./change.ts";

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

const doing: Readonly<Record<Verb, string>> = { create: "Creating", update: "Saving", delete: "Deleting" };

const told = "You may close this window: you will be told what came of it.";

/** What stands in a modal while a change is carried. */
export function savingView(wanted: WantedChange): ModalView {
  return viewOf(savingWords(wanted));
}

/** The same, for wherever it is said. */
export function savingWords(wanted: WantedChange): OutcomeWords {
  const word = doing[verbOf(wanted).verb];
  return {
    title: word,
    paragraphs: [`:hourglass_flowing_sand: *${word} ${formatThing(wanted)}…*`, told],
    buttons: [],
  };
}

/** What a change waits for: the server has no time, does not answer as it should, or our storage confirms nothing. */
export type Busy = "limited" | "failing" | "storage";

const why: Readonly<Record<Busy, string>> = {
  limited: "The server takes no more requests just now.",
  failing: "The server does not answer as it should just now.",
  storage:
    "Quartermaster's storage does not confirm just now that it keeps the change, so it was not sent yet.",
};

/** The same while the change waits. */
export function waitingView(wanted: WantedChange, busy: Busy): ModalView {
  const { title, paragraphs } = savingWords(wanted);
  return viewOf({ title, paragraphs: [...paragraphs, triedAgain(busy)], buttons: [] });
}

/** Says that a change waits, and for what. */
export function waitingText(wanted: WantedChange, busy: Busy): string {
  const word = doing[verbOf(wanted).verb];
  return `:hourglass_flowing_sand: *${word} ${formatThing(wanted)} has to wait.* ${triedAgain(busy)}`;
}

function triedAgain(busy: Busy): string {
  return `${why[busy]} I try again for two minutes.`;
}

/** What stands in a modal while the server's list is looked at. */
export function searchingView(wanted: WantedChange): ModalView {
  const { noun } = verbOf(wanted);
  const why = `:mag: *The server's answer did not arrive.* Looking in its list of ${noun}s whether ${formatThing(wanted)} was created. This may take a minute; nothing is sent again.`;
  return viewOf({ title: "Looking", paragraphs: [why, told], buttons: [] });
}

/** The button that shows what a change is about, by its id. */
export function showButton({ submitted }: PendingChange, id: string): Button {
  return commandButton(`Show ${verbOf(submitted.wanted).noun}`, commandOn(submitted, "show", id));
}

/** The button that shows all there are of its kind. */
export function listButton({ submitted }: PendingChange, text?: string): Button {
  const { noun } = verbOf(submitted.wanted);
  return commandButton(text ?? `Show all ${noun}s`, commandOn(submitted, "list"));
}
