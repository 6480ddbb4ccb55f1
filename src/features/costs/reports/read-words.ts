import { AppError } from "../../../lib/errors.ts";
import { formatList, nearest, oneLine, truncate } from "../../../lib/text.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import type { ReportSchedule } from "./schedule.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";

/** What somebody said of a report that they want; what they left out is not there. */
export interface ScheduleWords {
  every: ReportSchedule["every"];
  /** As in "09:00". */
  at?: string;
  by?: ReportSchedule["by"];
  timeZone?: string;
  channelId?: string;
}

/** A line that works as it stands, for the end of an error. */
export const scheduleExample = "For example: `/db costs schedule weekly at 09:00 by service Europe/Berlin`.";

/** Reads a wish for a report, in any order of its parts, as in "weekly 9am #finance by metric Europe/Berlin". Fails as user, with an example. */
export function readScheduleWords(words: string): ScheduleWords {
  const { channelId, rest } = channelIn(oneLine(words.replaceAll(",", " ")));
  const reader = { left: ` ${rest} ` };
  const every = readEvery(reader);
  const at = readTimeOfDay(reader);
  const by = readView(reader);
  const timeZone = readZone(reader);
  return {
    every,
    ...(at !== undefined && { at }),
    ...(by !== undefined && { by }),
    ...(timeZone !== undefined && { timeZone }),
    ...(channelId !== undefined && { channelId }),
  };
}

/** What is left to read, in between spaces. */
interface Reader {
  left: string;
}

/** Takes a part out of what is left; undefined where it is not there. */
function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  const found = pattern.exec(reader.left);
  if (!found) return undefined;
  reader.left = reader.left.replace(found[0], " ");
  return found;
}

const paces = ["daily", "weekly", "monthly"] as const;
const pace = /\s(?:(daily|weekly|monthly)|(?:every|each) (day|week|month|morning))(?=\s)/i;
const pacesByUnit: Record<string, ReportSchedule["every"]> = {
  day: "daily",
  morning: "daily",
  week: "weekly",
  month: "monthly",
};

function readEvery(reader: Reader): ReportSchedule["every"] {
  const [, word, unit = ""] = take(reader, pace) ?? [];
  const every = paces.find((one) => one === word?.toLowerCase()) ?? pacesByUnit[unit.toLowerCase()];
  if (every === undefined) throw howOften(reader);
  if (take(reader, pace))
    throw wrong("Choose one of daily, weekly and monthly; a second report is a command of its own.");
  return every;
}

function howOften({ left }: Reader): AppError {
  const near = left
    .split(" ")
    .map((word) => (word.length > 3 ? nearest(word, paces) : undefined))
    .find(Boolean);
  return wrong(
    `Say how often: \`daily\`, \`weekly\` or \`monthly\`.${near ? ` Did you mean \`${near}\`?` : ""}`,
  );
}

const time =
  /\s(?:at )?(?:(\d{1,2})(?:[:.h](\d{2})|h)?(?: ?(am|pm|a\.m\.|p\.m\.))?(?: o['’]clock)?|(noon|midnight))(?=\s)/i;

function readTimeOfDay(reader: Reader): string | undefined {
  const found = take(reader, time);
  if (!found) return undefined;
  const [typed, hours = "", minutes = "00", half, named] = found;
  if (named) return named.toLowerCase() === "noon" ? "12:00" : "00:00";
  const hour = half ? onTwelveHourClock(Number(hours), half) : Number(hours);
  if (hour === undefined || hour > 23 || Number(minutes) > 59) throw noTimeOfDay(typed.trim());
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

function noTimeOfDay(words: string): AppError {
  return wrong(`“${shown(words)}” is no time of day; write a single one from 00:00 to 23:59, or as in 9am.`);
}

function onTwelveHourClock(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}

const views = ["service", "metric", "day"] as const;
const view = /\s(?:by|per) (\S+)(?=\s)/i;

function readView(reader: Reader): ReportSchedule["by"] | undefined {
  const [, word] = take(reader, view) ?? [];
  if (word === undefined) return undefined;
  const said = word.toLowerCase().replace(/s$/, "");
  const found = views.find((one) => one === said);
  if (found) return found;
  throw wrong(`Costs are told by ${formatList(views, "or")}, not by “${shown(word)}”.`);
}

/** What people say beside the parts themselves. */
const fillers = /\s(?:in|at|on|the|my|time ?zone|tz|zone|time|please)(?=\s)/gi;
const certainDay = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d+(?:st|nd|rd|th))$/i;

function readZone(reader: Reader): string | undefined {
  const words = oneLine(reader.left.replaceAll(fillers, " ").replaceAll(fillers, " "));
  if (words === "") return undefined;
  if (certainDay.test(words))
    throw wrong(
      `A report comes by itself once its day, week (Monday to Sunday) or month is over; leave “${shown(words)}” out.`,
    );
  if (/^\d/.test(words)) throw noTimeOfDay(words);
  const found = findZone(words);
  if ("zone" in found) return found.zone;
  throw wrong(
    `I took “${shown(words)}” for a time zone and know none of this name. ${zoneHint(found.nearestName)}`,
  );
}

function shown(word: string): string {
  return truncate(word, 40);
}

function wrong(sentence: string): AppError {
  return new AppError("user", `${sentence} ${scheduleExample}`);
}
