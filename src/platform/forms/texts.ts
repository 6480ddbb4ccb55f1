import { formatList, truncate } from "../../lib/text.ts";
import { escapeMrkdwn } from "../blocks/escape.ts";

// The words of every form. Arguments of mrkdwn are escaped by the caller.

// Buttons

export const buttonTexts = {
  next: "Next",
  back: "Back",
  cancel: "Cancel",
  close: "Close",
  resume: "Continue",
  startOver: "Start over",
  reopen: "Open the form again with my input",
} as const;

// Steps

/** The number of a step. */
export function stepNumber(position: number, count: number): string {
  return `Step ${position} of ${count}`;
}

export const nothingToChoose = "Nothing to choose from yet.";
export const stillTrying = "No answer yet. I'll keep trying, and fill this in when it comes.";
export const changedElsewhere = "This form was changed in another window. Look again.";
export const outrun = "This form was changed in another window at the same moment. Try again.";

/** The words of a sentence that the form it opens has no field for, in mrkdwn. */
export function notFilledIn(words: readonly string[]): string {
  const all = words.map((each) => `“${escapeMrkdwn(truncate(each, 100))}”`);
  return `:information_source: *Not filled in:* ${all.slice(0, 10).join(", ")}. Check the fields.`;
}

/** A press came from a view that showed other values. `labels` are escaped. */
export function updatedMeanwhile(labels: readonly string[]): string {
  const what = labels.length === 0 ? "it" : formatList(labels);
  return `This form was updated while you pressed, so nothing was sent. Check ${what}, then press again.`;
}

/** A field that the last input made visible, in mrkdwn. */
export function alsoAsked(label: string): string {
  return `Fill in “${label}” too: your last change needs it.`;
}

/** A select that shows only some of its options. Plain text. */
export function cutList(shown: number, count: number): string {
  return `Shows ${shown} of ${count}.`;
}

// Drafts, in mrkdwn

/** A draft: its name, its step and its age. */
export function unfinished(name: string | undefined, step: string, savedAt: string): string {
  const called = name === undefined ? "" : `, “${name}”`;
  return `You have an unfinished draft${called} (${step}), last changed ${savedAt}.`;
}

/** What starting over does. */
export function startingOver(hasWords: boolean): string {
  return hasWords
    ? "Starting over discards the draft, and opens what you asked for."
    : "Starting over discards the draft.";
}

export const notYours = "Only the person who filled in this form can open it again.";

// Forms that are over

export const sentAlready = {
  title: "Already sent",
  text: "You already sent this form, and I'll tell you how it goes. To send another, open a new one.",
} as const;

export const expired = {
  title: "Form has expired",
  text: "This form has expired, so I sent nothing from it. Open a new one.",
} as const;
