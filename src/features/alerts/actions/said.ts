import type { Slot } from "../../../platform/commands/entry.ts";
import { amountsPattern, momentPattern, withDigits } from "./snooze-time.ts";

// How a sentence says which alert, and for how long.

const noun = String.raw`(?:alerts?|alarms?|incidents?|ones?)\b`;
const verb =
  "(?:ack(?:nowledg(?:e|ing))?|snoozing|snooze|mut(?:e|ing)|silenc(?:e|ing)|tak(?:e|ing)(?: care of)?|own|claim|handle|quiet|hush)";
// What tells alerts apart without a word of their titles.
const before =
  "(?:the|that|this|those|these|all|of|our|my|a|an|open|firing|active|current|new|newest|latest|last|recent|oldest|only|same|other|next|previous|unacked|unacknowledged)";
const numbers = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth".split("|");
const isOther = String.raw`(?!(?:${amountsPattern}|${before}|it|them|me|${numbers.join("|")}|\d+(?:st|nd|rd|th)|everything|every|each|any|which|what)\b)`;
// A hook has its own quiet, and what is masked is excluded.
const word = String.raw`(?!${noun}|hooks?\b|webhooks?\b|roles?\b|access\b|rights?\b|permissions?\b|tokens?\b)[^\s,;?!"~<]+`;
const title = String.raw`(${isOther}${word}(?:\s${word}){0,5})`;
// As few words as there can be.
const titleUntil = title.replace(/\)$/, "?)");
const sayTime = String.raw`(?=$|[.,;?!]|\s${amountsPattern}\b|\s(?:for|until|till?|on|at|in|every|when|while|but|only|back|please|again|now|yes|it'?s|(?:be)?cause|since)\b)`;
// What follows a number that is all of the name.
const isAlone = String.raw`(?=$|[.,;?!]|\s(?:for|until|till?|and|please|pls)\b|\s${amountsPattern}\b)`;
const pattern = (source: string) => new RegExp(source, "i");

/** By number in the list of open alerts: "alert 2", "#2", "ack 2", "the second one". */
const byNumber: readonly (readonly [RegExp, string])[] = [
  ...numbers.map((each, index): [RegExp, string] => [
    pattern(String.raw`\b${each}(?: open| firing)? ${noun}|\b${verb} (?:the )?${each}${isAlone}`),
    String(index + 1),
  ]),
  [pattern(String.raw`\b(\d{1,3})(?:st|nd|rd|th)(?: open| firing)? ${noun}`), "$1"],
  [
    pattern(
      String.raw`\b(?:alert|alarm|incident|number)s? ?(?:number |no\.? |nr\.? |#)?(\d{1,3})\b(?!\s?(?:m|min|h|hr|d|w|minute|hour|day|week)s?\b)(?![.:]\d)`,
    ),
    "$1",
  ],
  [pattern(String.raw`\b(?:${verb}|open|show) (?:no|nr) (\d{1,3})\b`), "$1"],
  [pattern(String.raw`\b${verb} (\d{1,3})${isAlone}`), "$1"],
  [/(?<![\w&])#(\d{1,3})\b/, "$1"],
];
const quoted: readonly [RegExp, string] = [/"([^"]{1,100})"/, "$1"];
/** "Shush replication lag for an hour", "disk full is mine". */
const byWords: readonly (readonly [RegExp, string])[] = [
  [
    pattern(
      String.raw`^(?:please\s|can you\s|just\s|i'?ll\s|i'?m\s|i will\s|let me\s|i can\s)*(?:ack(?:nowledge)?|snooze|mute|silence|shush|hush|quiet|take|hold)\s(?:the\s)?(?!for\b|until\b|till?\b|on\b|at\b)(${isOther}${word}(?:\s(?!for\b|until\b|till?\b|on\b|at\b|every\b|when\b|while\b|and\b|but\b|only\b|not\b|it'?s\b|(?:be)?cause\b|since\b|except\b|off\b|away\b|back\b)${word}){1,4}?)${sayTime}`,
    ),
    "$1",
  ],
  [pattern(String.raw`^(?:the\s)?(${isOther}${word}(?:\s${word}){1,3}?) is mine\b`), "$1"],
];
/** "The disk full alert", "the alert about replication lag". */
const byTitle: readonly (readonly [RegExp, string])[] = [
  [
    pattern(
      String.raw`\b(?:alert|alarm|incident|one) (?:about|called|named|titled)\s(?:${before}\s){0,3}${titleUntil}${sayTime}`,
    ),
    "$1",
  ],
  [pattern(String.raw`\b${verb}\s(?:the |my |our )?(?:alert|alarm|incident)\s${titleUntil}${sayTime}`), "$1"],
  [pattern(String.raw`\b${verb}\s(?:${before}\s){0,4}${title}\s${noun}`), "$1"],
  [pattern(String.raw`\b(?:the|that|this)\s(?:${before}\s){0,3}${title}\s${noun}`), "$1"],
];
const every: readonly (readonly [RegExp, string])[] = [
  [
    pattern(
      String.raw`\b(?:all|every)\s(?:of\s)?(?:(?:${before}\s)){0,4}(?:alerts?|alarms?|incidents?)\b|\beverything\b|\b(?:them\s)?all\b(?!\s(?:of\s)?(?:the\s)?${title}\s${noun})`,
    ),
    "all",
  ],
];

/** An alert in a sentence. Its id is found as a word. */
export const alertSlots: readonly Slot[] = [
  "id",
  { isOne: true, parts: byNumber, shows: "number {value} in the list" },
  { isOne: true, parts: [quoted] },
  { isOne: true, parts: every, shows: "all open alerts" },
  { isOne: true, parts: [...byTitle, ...byWords] },
];

/** How long, or until when, as it is typed. */
export const spanPattern = String.raw`(?:for\s)?${amountsPattern}|(?:until|till?)\s${momentPattern}`;

/** How long in a sentence: "for half an hour", "until tomorrow morning". */
export const spanSlot: readonly Slot[] = [
  { isOne: true, parts: [[pattern(String.raw`\b(?:until|till?)\s(${momentPattern})(?![\w:])`), "until $1"]] },
  {
    isOne: true,
    parts: [[pattern(String.raw`\b(?:for\s)?(${amountsPattern})(?!\w)`), "$1"]],
    shows: "for {value}",
  },
];

/** How long, in digits and without "for". Until when, in its words. */
export function spanAsWritten(typed: string): string {
  return withDigits(
    typed
      .trim()
      .replace(/^for\s/i, "")
      .replace(/^till?\s/i, "until "),
  );
}
