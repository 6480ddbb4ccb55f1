import { code } from "../blocks/escape.ts";

/** The first line of an answer to a sentence. */
export function understoodAs(words: string): string {
  return words;
}

/** Above the button that makes a change. */
export function asksFirst(words: string, line: string): string {
  // Names in the words are bold already, and bold text can't hold them.
  return `${words}?\n${code(`/db ${line}`)}\nNothing has changed yet.`;
}

export const notThis = "Not this";
export const help = "Help";
export const doIt = "Yes, do it";

/** If there are several readings, or one that isn't clear. */
export const didYouMean = (count: number) =>
  count === 1 ? "I'm not sure. Do you mean this?" : "I'm not sure what you mean. Is it one of these?";
export const whichOne = "Which one do you mean?";

/** For what no command does. */
export const outOfScope =
  "I can't do that. I can show costs, backups, services, alerts and dashboards, and open the forms that change them. For example: “what did we spend last week”, “what's firing” or “is there a backup of orders”.";

export const tooLong = "That is too long for me. Ask in one short sentence.";

/** After "Not this". */
export const whatThen = "OK. What did you mean?";
export const sayItAgain = "OK. Say it in other words, or look at what I can do.";

/** In small print, if a model read a sentence. */
export const byModel = "A model read your sentence. Check that this is what you meant.";
/** If it was asked in vain. */
export const modelIsAway = "The model that helps me didn't answer, so this is my own reading.";
export const modelIsBusy =
  "I can't ask the model that helps me so often in a minute, so this is my own reading.";
/** While it is asked. */
export const stillReading = "Reading your question…";
export const open = "Open it";
