import { shortList } from "../../lib/text.ts";
import { codeWithTokens, escapeMrkdwn, escapeName } from "../blocks/escape.ts";

/** The first line of an answer to a sentence. */
export function understoodAs(words: string): string {
  return words;
}

/** Above the button that makes a change. */
export function asksFirst(words: string, line: string): string {
  // Names in the words are bold already, and bold text can't hold them.
  return `${words}?\n${codeWithTokens(`/db ${line}`)}\nNothing has changed yet.`;
}

export const notThis = "Not this";
export const help = "Help";
export const doIt = "Yes, do it";

/** In place of words that a form has no field for. */
export const maybeSecret = "words that may be a password or a key";

/** If there are several readings, or one that isn't clear. */
export const didYouMean = (count: number) =>
  count === 1 ? "I'm not sure. Do you mean this?" : "I'm not sure what you mean. Is it one of these?";
export const whichOne = "Which one do you mean?";

/** For a name that isn't known: what can be mentioned in Slack, and what has a list. */
export function unknownName(
  name: string,
  mentioned: readonly string[],
  lists: readonly { kind: string; names: readonly string[] }[],
): string {
  const [list] = lists;
  const first = unknownAs(`“${escapeName(name)}”`, [...mentioned, ...lists.map(({ kind }) => kind)]);
  const [own] = lists.length === 1 && list ? [listOf(list)] : [];
  return [first, own, howToMention(mentioned)].filter(Boolean).join(" ");
}

function unknownAs(name: string, kinds: readonly string[]): string {
  const [kind] = kinds;
  if (kinds.length !== 1 || kind === undefined) return `I don't know what ${name} is.`;
  if (kind === "person") return `I don't know anyone called ${name}.`;
  return `I don't know a ${kind === "group" ? "user group" : kind} called ${name}.`;
}

function listOf({ kind, names }: { kind: string; names: readonly string[] }): string {
  if (names.length === 0) return `You have no ${kind}s yet.`;
  return `You have ${escapeMrkdwn(shortList(names))}.`;
}

function howToMention(kinds: readonly string[]): string {
  const isChannel = kinds.includes("channel");
  const isPerson = kinds.includes("person") || kinds.includes("group");
  if (isPerson && isChannel)
    return "Choose people with @ and channels with # from Slack's lists, so I know whom you mean.";
  if (isPerson) return "Mention them with @, so I know whom you mean.";
  return isChannel ? "Type # and choose it from Slack's list, so I know which one you mean." : "";
}

/** For thanks. */
export const welcome = "You're welcome. :slightly_smiling_face:";
/** For a greeting, or for signs alone. */
export const hello =
  "Hello! Ask me about costs, backups, services, alerts or dashboards, as in “what did we spend last week”.";

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
