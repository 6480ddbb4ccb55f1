import type { ModalView } from "@slack/types";
import type { WantedChange } from "./change.ts";
import { type Deed, deedOf, thingInWords } from "./format-change.ts";
import { type OutcomeWords, viewOf } from "./outcome-view.ts";

const doing: Readonly<Record<Deed, string>> = { create: "Creating", update: "Saving", delete: "Deleting" };

const told = "You may close this window: you will be told what came of it.";

/** What stands in a modal while a change is carried. */
export function savingView(wanted: WantedChange): ModalView {
  return viewOf(savingWords(wanted));
}

/** The same, for wherever it is said. */
export function savingWords(wanted: WantedChange): OutcomeWords {
  const word = doing[deedOf(wanted).deed];
  return {
    title: word,
    paragraphs: [`:hourglass_flowing_sand: *${word} ${thingInWords(wanted)}…*`, told],
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
  const word = doing[deedOf(wanted).deed];
  return `:hourglass_flowing_sand: *${word} ${thingInWords(wanted)} has to wait.* ${triedAgain(busy)}`;
}

function triedAgain(busy: Busy): string {
  return `${why[busy]} I try again for two minutes.`;
}

/** What stands in a modal while the server's list is looked at. */
export function lookingView(wanted: WantedChange): ModalView {
  const { noun } = deedOf(wanted);
  const why = `:mag: *The server's answer did not arrive.* Looking in its list of ${noun}s whether ${thingInWords(wanted)} was created. This may take a minute; nothing is sent again.`;
  return viewOf({ title: "Looking", paragraphs: [why, told], buttons: [] });
}
