import { type ReportedState, meaningOf } from "./state.ts";

/** A title without the marks of its state, and that state. */
export interface ReadTitle {
  title: string;
  reported?: ReportedState;
  /** As in "[Triggered on {host:db-1}]". */
  group?: string;
}

const sign = /^(?:(🚨|:rotating_light:)|✅|:white_check_mark:)\ufe0f?\s*/u;
// As in "[FIRING:1]", "[No Data]", "[🔴 Down]" and "[Triggered on {host:db-1}]".
const bracket = /^\[([^[\]:{}]{1,30}?)(?::\d+| on \{([^[\]{}]{1,300})\})?\]\s*/;
// As in "Resolved: Disk full" and "Resolved in 5m 0s: Disk full". Other words for a state may begin a name.
const prefix =
  /^(alert|alerting|alarm|firing|fired|triggered|problem|resolved|recovered|recovery|ok|closed)(?: in [\d hdms]{2,20})?(?::|\s[-–—])\s+(?=\S)/i;

/** Reads the state at the beginning of a title: a siren or a check mark, words in brackets, or a word with a colon. */
export function readTitle(text: string): ReadTitle {
  const signed = sign.exec(text);
  const worded = readBrackets(signed ? text.slice(signed[0].length) : text);
  if (signed === null) return worded;
  const state = signed[1] === undefined ? "resolved" : "firing";
  return { ...worded, reported: worded.reported ?? { state } };
}

/** Brackets without a state belong to the name, so they stay. */
function readBrackets(text: string): ReadTitle {
  const found = bracket.exec(text);
  if (!found) return readPrefix(text);
  const [whole, word = "", group] = found;
  const rest = readBrackets(text.slice(whole.length));
  const state = meaningOf(word);
  if (rest.title === "") return { title: text };
  if (state === "unclear") return { title: whole + rest.title, reported: rest.reported };
  const reported = rest.reported ?? { state, stateWord: word.trim() };
  return { title: rest.title, reported, ...(group !== undefined && { group }) };
}

function readPrefix(text: string): ReadTitle {
  const [whole = "", stateWord = ""] = prefix.exec(text) ?? [];
  if (stateWord === "") return { title: text };
  return { title: text.slice(whole.length), reported: { state: meaningOf(stateWord), stateWord } };
}
