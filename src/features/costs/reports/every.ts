import { z } from "zod";
import { type CostView, costViews, monthly } from "../arguments.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { nearest, oneLine, truncate } from "../../../lib/text.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import { type ArgumentKind, argument, gap } from "../../../platform/commands/arguments/kind.ts";
import { type ReportSchedule, Rhythm, Weekday } from "./schedule.ts";
import { type FocusVersion, focusVersions } from "../focus/rows.ts";
import { unknownVersion } from "../focus/texts.ts";
import type { Slot } from "../../../platform/commands/entry.ts";
import * as texts from "./texts.ts";

/** When a report comes and what it has. What was left out is undefined. */
export type WantedReport = Pick<ReportSchedule, "every" | "on"> &
  Partial<Pick<ReportSchedule, "at" | "timeZone" | "isPage" | "focus">> & {
    by?: CostView | undefined;
  };

/** How a sentence says when a report comes. */
const everySlot: Slot = {
  parts: [
    [
      /\b(?!(?:week|month)ly\b(?=.*\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b))((?:(?:every|each|on) )?(?:week|work|working )days?|mon(?:day)? (?:to|-|through) fri(?:day)?|daily|weekly|monthly|(?:every|each) (?:day|morning|week|month)|(?:every|each) (?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i,
      "$1",
    ],
    [
      /\bonce (?:a|per|every|each) day\b|\b(?:every|each) (?:evening|night|afternoon|noon)\b|\bnightly\b/i,
      "daily",
    ],
    [/\bonce (?:a|per|every|each) week\b(?!.*day)/i, "weekly"],
    [/\bonce (?:a|per|every|each) month\b/i, "monthly"],
    [
      /\bat (\d{1,2}(?::\d{2})?(?: ?[ap]m)?|noon|midnight)\b|\b(\d{1,2}:\d{2}(?: ?[ap]m)?|\d{1,2} ?[ap]m)\b/i,
      "at $1$2",
    ],
    [/\b(?:by|per|each) (metric|service|team)s?\b|\bby (day)s?\b/i, "by $1$2"],
    [/\bfocus\b/i, "focus"],
    [
      /\b(?!(?:same|next|this|that|the|a|of|on|in|any|each|every|last|first|local|our|my|right)\b)([a-z]+(?:\/[a-z_]+)?) time\b|\b([A-Z][a-z]+\/[A-Z][A-Za-z_]+|UTC)\b/i,
      "$1$2",
    ],
  ],
};

/**
 * All the words: "weekly 9am by metric Europe/Berlin". Behind the mark `focus`, those that want its file each month:
 * "focus monthly 1.3".
 */
const everyKind: ArgumentKind = {
  slot: everySlot,
  usage: ["daily", "weekdays", "weekly", "monthly", "every friday"],
  takes: "words",
  take(words, mark) {
    const typed = oneLine(words.replaceAll(gap, " "));
    if (typed === "") return undefined;
    if (mark === "") return { value: typed, rest: "" };
    const [, file] = /^focus (.+)$/i.exec(typed) ?? [];
    return file !== undefined && monthly.test(file) ? { value: `${file} focus`, rest: "" } : undefined;
  },
  write: String,
};

export const every = argument(
  everyKind,
  z
    .string()
    .max(120)
    .superRefine((words, issues) => {
      const message = problemOf(words);
      if (message !== undefined) issues.addIssue({ code: "custom", message });
    }),
).describe(
  "daily, weekdays, weekly, monthly, monthly page, monthly focus or a day: every friday. With a time and a zone if wanted",
);

function problemOf(words: string): string | undefined {
  try {
    readEvery(words);
    return undefined;
  } catch (error) {
    if (!isAppError(error, "user")) throw error;
    return error.message;
  }
}

/** Reads words such as "weekly 9am by metric Europe/Berlin", in any order. Fails as user, with an example. */
export function readEvery(words: string): WantedReport {
  const reader = { left: ` ${oneLine(words.replaceAll(",", " "))} ` };
  const rhythm = readRhythm(reader);
  const isPage = take(reader, page) !== undefined;
  const focus = readFocus(reader);
  if (isPage && rhythm.every !== "monthly") throw wrong(texts.pageIsMonthly);
  if (focus && rhythm.every !== "monthly") throw wrong(texts.focusIsMonthly);
  const at = readTimeOfDay(reader);
  const by = readView(reader);
  return {
    ...rhythm,
    at,
    by,
    timeZone: readZone(reader),
    ...(isPage && { isPage }),
    ...(focus && { focus }),
  };
}

const focusWords = /\s(?:(?:as|with|in) )?(?:an? |the )?focus(?: v?(1\.\d))?(?: file)?(?: v?(1\.\d))?(?=\s)/i;

function readFocus(reader: Reader): FocusVersion | undefined {
  const found = take(reader, focusWords);
  if (!found) return undefined;
  const version = found[1] ?? found[2] ?? take(reader, /\sv?(1\.\d)(?=\s)/i)?.[1] ?? "1.2";
  const known = focusVersions.find((each) => each === version);
  if (known) return known;
  throw new AppError("user", unknownVersion(version));
}

const page = /\s(?:as |with )?(?:an? |the )?(?:month(?:'s)? )?page(?=\s)/i;

/** The words that are not read yet, between spaces. */
interface Reader {
  left: string;
}

/** Takes a part out of the words; undefined if there is none. */
function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  const found = pattern.exec(reader.left);
  if (!found) return undefined;
  reader.left = reader.left.replace(found[0], " ");
  return found;
}

const everyWeekday = String.raw`(?:(?:every|each|on) )?(?:week|work|working )days?`;
const mondayToFriday = String.raw`(?:every )?mon(?:days?)? ?(?:to|-|\u2013|through|until) ?fri(?:days?)?`;
const rhythms: Record<Rhythm, RegExp> = {
  weekdays: new RegExp(String.raw`\s(?:${everyWeekday}|${mondayToFriday})(?=\s)`, "i"),
  daily: /\s(?:daily|(?:every|each) (?:day|morning))(?=\s)/i,
  weekly: /\s(?:weekly|(?:every|each) week)(?=\s)/i,
  monthly: /\s(?:monthly|(?:every|each) month)(?=\s)/i,
};

// "Mon" alone may begin a place, so a short name needs a word before it.
const weekday =
  /\s(?:(?:every|each|on) (mon|tue|wed|thu|fri|sat|sun)[a-z]*|(mon|tues|wednes|thurs|fri|satur|sun)days?)(?=\s)/i;

function readRhythm(reader: Reader): Pick<WantedReport, "every" | "on"> {
  // Weekdays first, because they may be named by their first and last one.
  const [every, another] = (["weekdays", "daily", "weekly", "monthly"] as const).filter(
    (each) => take(reader, rhythms[each]) !== undefined,
  );
  const [, short, long] = take(reader, weekday) ?? [];
  const on = Weekday.options.find((day) =>
    day.startsWith((short ?? long ?? "none").toLowerCase().slice(0, 3)),
  );
  if (another !== undefined || take(reader, weekday)) throw wrong(texts.oneRhythm);
  if (on !== undefined && every !== undefined && every !== "weekly") throw wrong(texts.oneRhythm);
  if (on === undefined && every === undefined) throw howOften(reader);
  return { every: every ?? "weekly", on };
}

function howOften({ left }: Reader): AppError {
  const near = left
    .split(" ")
    .map((word) => (word.length > 3 ? nearest(word, Rhythm.options) : undefined))
    .find((word) => word !== undefined);
  return wrong(texts.howOften(near));
}

const time =
  /\s(?:at )?(\d{1,2}(?:[:.h]\d{2}|h)?(?: ?(?:am|pm|a\.m\.|p\.m\.))?|noon|midnight)(?: o['’]clock)?(?=\s)/i;

function readTimeOfDay(reader: Reader): string | undefined {
  const [typed = "", word] = take(reader, time) ?? [];
  if (word === undefined) return undefined;
  const at = timeOfDay(word.replace(" ", ""));
  if (at === undefined) throw noTimeOfDay(typed.trim());
  return at;
}

function noTimeOfDay(words: string): AppError {
  return wrong(texts.notATime(shown(words)));
}

const view = /\s(?:by|per) (\S+)(?=\s)/i;

function readView(reader: Reader): CostView | undefined {
  const [, word] = take(reader, view) ?? [];
  if (word === undefined) return undefined;
  const said = word.toLowerCase().replace(/s$/, "");
  const found = costViews.find((one) => one === said);
  if (found) return found;
  throw wrong(texts.notAView(shown(word)));
}

const fillers = /\s(?:in|at|on|the|my|time ?zone|tz|zone|time|please)(?=\s)/gi;
const dayOfMonth = /^\d+(?:st|nd|rd|th)$/i;

function readZone(reader: Reader): string | undefined {
  const words = oneLine(reader.left.replaceAll(fillers, " ").replaceAll(fillers, " "));
  if (words === "") return undefined;
  if (dayOfMonth.test(words)) throw wrong(texts.noDayOfMonth(shown(words)));
  if (/^\d/.test(words)) throw noTimeOfDay(words);
  const found = findZone(words);
  if ("zone" in found) return found.zone;
  throw wrong(texts.notAZone(shown(words), zoneHint(found.nearestName)));
}

function shown(word: string): string {
  return truncate(word, 40);
}

function wrong(sentence: string): AppError {
  return new AppError("user", `${sentence} ${texts.example}`);
}
