import { type ReportedState, meaningOf } from "./state.ts";

/** A title without the marks of its state, and that state. */
export interface ReadTitle {
  title: string;
  reported?: ReportedState;
}

const sign = /^(?:(🚨|:rotating_light:)|✅|:white_check_mark:)\ufe0f?\s*/u;
// As in "[FIRING:1]", "[No Data]" and "[🔴 Down]".
const bracket = /^\[([^[\]:]{1,30})(?::\d+)?\]\s*/;
// As in "Resolved: Disk full". Other words for a state may begin a name.
const prefix =
  /^(alert|alerting|alarm|firing|fired|triggered|problem|resolved|recovered|recovery|ok|closed)(?::|\s[-–—])\s+(?=\S)/i;

/** Reads the state at the beginning of a title: a siren or a check mark, words in brackets, or a word with a colon. */
export function readTitle(text: string): ReadTitle {
  const signed = sign.exec(text);
  const worded = readBrackets(signed ? text.slice(signed[0].length) : text);
  if (signed === null) return worded;
  const state = signed[1] === undefined ? "resolved" : "firing";
  return { title: worded.title, reported: worded.reported ?? { state } };
}

/** Brackets without a state belong to the name, so they stay. */
function readBrackets(text: string): ReadTitle {
  const found = bracket.exec(text);
  if (!found) return readPrefix(text);
  const [whole, word = ""] = found;
  const rest = readBrackets(text.slice(whole.length));
  const state = meaningOf(word);
  if (rest.title === "") return { title: text };
  if (state === "unclear") return { title: whole + rest.title, reported: rest.reported };
  return { title: rest.title, reported: rest.reported ?? { state, stateWord: word.trim() } };
}

function readPrefix(text: string): ReadTitle {
  const [whole = "", stateWord = ""] = prefix.exec(text) ?? [];
  if (stateWord === "") return { title: text };
  return { title: text.slice(whole.length), reported: { state: meaningOf(stateWord), stateWord } };
}
