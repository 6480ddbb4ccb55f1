import type { ModalView } from "@slack/types";
import { type AppError, isAppError } from "../../errors.ts";
import type { WantedChange } from "./change.ts";
import { type Deed, deedOf, thingInWords } from "./in-words.ts";
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

/** The same while the server has no time, or a problem of its own. */
export function waitingView(wanted: WantedChange, failure: AppError): ModalView {
  const { title, paragraphs } = savingWords(wanted);
  const what = isAppError(failure, "limited")
    ? "The server takes no more requests just now."
    : "The server does not answer as it should just now.";
  const why = `${what} It is tried again for two minutes.`;
  return viewOf({ title, paragraphs: [...paragraphs, why], buttons: [] });
}

/** What stands in a modal while the server's list is looked at. */
export function lookingView(wanted: WantedChange): ModalView {
  const { noun } = deedOf(wanted);
  const why = `:mag: *The server's answer did not arrive.* Looking in its list of ${noun}s whether ${thingInWords(wanted)} was created. This may take a minute; nothing is sent again.`;
  return viewOf({ title: "Looking", paragraphs: [why, told], buttons: [] });
}
