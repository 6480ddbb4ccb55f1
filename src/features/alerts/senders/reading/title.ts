import { type ReportedState, meaningOf } from "./state.ts";

/** A title without the signs of a state before it, and the state they tell. */
export interface ReadTitle {
  title: string;
  told?: ReportedState;
}

const sign = /^(?:(🚨|:rotating_light:)|✅|:white_check_mark:)\ufe0f?\s*/u;
// As in "[FIRING:1]", "[No Data]" and "[🔴 Down]".
const bracket = /^\[([^[\]:]{1,30})(?::\d+)?\]\s*/;
// As in "Resolved: Disk full". Other words of a state may well be the beginning of a name.
const prefix =
  /^(alert|alerting|alarm|firing|fired|triggered|problem|resolved|recovered|recovery|ok|closed)(?::|\s[-–—])\s+(?=\S)/i;

/** Reads the state off the beginning of a title: a siren or a check, words in brackets, a word and a colon. */
export function readTitle(text: string): ReadTitle {
  const signed = sign.exec(text);
  const worded = readBrackets(signed ? text.slice(signed[0].length) : text);
  if (signed === null) return worded;
  const state = signed[1] === undefined ? "resolved" : "firing";
  return { title: worded.title, told: worded.told ?? { state } };
}

/** The brackets that tell no state stay, for somebody wrote them into the name. */
function readBrackets(text: string): ReadTitle {
  const found = bracket.exec(text);
  if (!found) return readPrefix(text);
  const [whole, word = ""] = found;
  const rest = readBrackets(text.slice(whole.length));
  const state = meaningOf(word);
  if (rest.title === "") return { title: text };
  if (state === "unclear") return { title: whole + rest.title, told: rest.told };
  return { title: rest.title, told: rest.told ?? { state, stateWord: word.trim() } };
}

function readPrefix(text: string): ReadTitle {
  const [whole = "", stateWord = ""] = prefix.exec(text) ?? [];
  if (stateWord === "") return { title: text };
  return { title: text.slice(whole.length), told: { state: meaningOf(stateWord), stateWord } };
}
