import type { CostView } from "../read-words.ts";
import { AppError } from "../../../lib/errors.ts";
import { nearest, oneLine, truncate } from "../../../lib/text.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import { type ReportSchedule, Rhythm, Weekday } from "./schedule.ts";
import { type FocusVersion, focusVersions } from "../focus/rows.ts";
import { unknownVersion } from "../focus/texts.ts";
import * as texts from "./texts.ts";

/** The typed settings of a report; the ones that were left out are undefined. */
export type ScheduleWords = Pick<ReportSchedule, "every" | "on"> &
  Partial<Pick<ReportSchedule, "at" | "timeZone" | "channelId" | "isPage" | "focus">> & {
    by?: CostView | undefined;
  };

/** Reads words such as "weekly 9am #finance by metric Europe/Berlin", in any order. Fails as user, with an example. */
export function readScheduleWords(words: string): ScheduleWords {
  const { channelId, rest } = channelIn(oneLine(words.replaceAll(",", " ")));
  const reader = { left: ` ${rest} ` };
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
    channelId,
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

function readRhythm(reader: Reader): Pick<ScheduleWords, "every" | "on"> {
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

const views: readonly CostView[] = ["service", "team", "metric", "day"];
const view = /\s(?:by|per) (\S+)(?=\s)/i;

function readView(reader: Reader): CostView | undefined {
  const [, word] = take(reader, view) ?? [];
  if (word === undefined) return undefined;
  const said = word.toLowerCase().replace(/s$/, "");
  const found = views.find((one) => one === said);
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
