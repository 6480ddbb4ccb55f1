import { AppError } from "../../../lib/errors.ts";
import { formatList, nearest, oneLine, truncate } from "../../../lib/text.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import { Every } from "../../../platform/jobs/schedules/schedules.ts";
import { ReportSchedule } from "./schedule.ts";

/** The typed settings of a report; the ones that were left out are undefined. */
export type ScheduleWords = Pick<ReportSchedule, "every"> &
  Partial<Pick<ReportSchedule, "at" | "by" | "timeZone" | "channelId">>;

/** A correct command, for the end of an error. */
export const scheduleExample = "For example: `/db costs schedule weekly at 09:00 by service Europe/Berlin`.";

/** Reads words such as "weekly 9am #finance by metric Europe/Berlin", in any order. Fails as user, with an example. */
export function readScheduleWords(words: string): ScheduleWords {
  const { channelId, rest } = channelIn(oneLine(words.replaceAll(",", " ")));
  const reader = { left: ` ${rest} ` };
  const every = readEvery(reader);
  const at = readTimeOfDay(reader);
  const by = readView(reader);
  return { every, at, by, timeZone: readZone(reader), channelId };
}

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

const pace = /\s(?:(daily|weekly|monthly)|(?:every|each) (day|week|month|morning))(?=\s)/i;
const pacesByUnit: Record<string, Every> = {
  day: "daily",
  morning: "daily",
  week: "weekly",
  month: "monthly",
};

function readEvery(reader: Reader): Every {
  const [, word = "", unit = ""] = take(reader, pace) ?? [];
  const every = Every.safeParse(word.toLowerCase()).data ?? pacesByUnit[unit.toLowerCase()];
  if (every === undefined) throw howOften(reader);
  if (take(reader, pace))
    throw wrong("Choose one of daily, weekly and monthly; a second report is a command of its own.");
  return every;
}

function howOften({ left }: Reader): AppError {
  const near = left
    .split(" ")
    .map((word) => (word.length > 3 ? nearest(word, Every.options) : undefined))
    .find(Boolean);
  return wrong(
    `Say how often: \`daily\`, \`weekly\` or \`monthly\`.${near ? ` Did you mean \`${near}\`?` : ""}`,
  );
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
  return wrong(`“${shown(words)}” is no time of day; write a single one from 00:00 to 23:59, or as in 9am.`);
}

const views = ReportSchedule.shape.by.options;
const view = /\s(?:by|per) (\S+)(?=\s)/i;

function readView(reader: Reader): ReportSchedule["by"] | undefined {
  const [, word] = take(reader, view) ?? [];
  if (word === undefined) return undefined;
  const said = word.toLowerCase().replace(/s$/, "");
  const found = views.find((one) => one === said);
  if (found) return found;
  throw wrong(`Costs are told by ${formatList(views, "or")}, not by “${shown(word)}”.`);
}

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
