import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { clockTime, kept, timeZone } from "../../../lib/kinds.ts";
import { truncate } from "../../../lib/text.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import { declareSchedule, settings as sameSettings } from "../../../platform/as-code/declare-schedule.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import { ServiceOfSchedule, placeOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import * as texts from "./texts.ts";

const Time = z.iso.datetime();

const settings = {
  ...placeOfSchedule,
  service: ServiceOfSchedule,
  from: kept(clockTime),
  /** Up to then. On the next day, if it isn't after `from`. */
  to: kept(clockTime),
  /** The days that it begins on, 1 for Monday. */
  days: z.array(z.int().min(1).max(7)).min(1),
  timeZone: kept(timeZone),
};

/** When a service runs: from one time of day to another, on some days of the week, in a zone. */
export const HoursSchedule = z.object({
  ...scheduleFacts,
  ...settings,
  kind: z.literal("hours"),
  setAt: Time,
  state: z.object({
    /** The last edge that was carried out. At first, when the hours were set. */
    doneAt: Time,
    /** The edge that is being carried out: which try, since when, and whether its failure was posted. */
    trying: z.object({ edge: Time, attempt: z.int(), at: Time, isTold: z.boolean() }).optional(),
    /** Woken until then. */
    wokenUntil: Time.optional(),
  }),
});
export type HoursSchedule = z.output<typeof HoursSchedule>;

/** The hours of a service, as a kind of schedule. */
export const hoursKind = declareSchedule({
  kind: "hours",
  record: HoursSchedule,
  subject: ({ service }) => texts.subject(service.name),
  command: ({ service, ...hours }) => `/db services hours ${service.name} ${texts.hours(hours)}`,
  count: texts.count,
  settings: sameSettings(settings),
  name: ({ service }) => service.name,
  inFile: {
    first: ({ createdAt }, { service }) => ({
      id: hoursId(service.serviceId),
      setAt: createdAt,
      state: { doneAt: createdAt },
    }),
    name: "hours",
    noun: "service with hours",
    nouns: "services with hours",
    shownIn: { lists: ["services_hours"] },
    rule: (item) =>
      item.refine(({ from, to }) => from !== to, {
        path: ["to"],
        message: "is the same time as `from`. Leave the hours out if it runs all day",
      }),
    leftOut: { setAt: "when they were set here" },
    keyOf: ({ service }) => hoursId(service.serviceId),
    label: ({ service }) => service.name,
  },
});

/** The id of the schedule of a service's hours. */
export function hoursId(serviceId: string): string {
  return `hours-${serviceId.toLowerCase()}`;
}

/** When a service runs. Without a zone, in that of the person. */
export type Hours = Pick<HoursSchedule, "from" | "to" | "days"> & { timeZone: string | undefined };

const time = String.raw`\d{1,2}(?:[:.h]\d{2})? ?(?:am|pm)?`;
const span = new RegExp(String.raw`(?:^|\s)(${time}) ?(?:-|–|to|until) ?(${time})(?=\s|$)(.*)$`, "i");

/** Hours with their days and their zone, as the last words of a line. */
const hoursArgument: ArgumentKind = {
  slot: {
    parts: [
      [/\b(\d{1,2}(?::\d{2})?) ?(?:-|–|to|until) ?(\d{1,2}(?::\d{2})?)\b/i, "$1-$2"],
      [/\b(mon-fri|weekdays|daily)\b/i, "$1"],
    ],
  },
  usage: ["08:00-19:00 [Mon-Fri] [<zone>]"],
  take(words) {
    const [whole] = span.exec(words) ?? [];
    if (whole === undefined) return undefined;
    return { value: texts.hours(readHours(whole)), rest: words.slice(0, -whole.length) };
  },
  write: String,
};

export const hours = argument(
  hoursArgument,
  z
    .string()
    .max(100)
    .regex(/^\d{1,2}(?::\d{2})?-\d{1,2}(?::\d{2})?(?:\s|$)/),
).describe("Such as 08:00-19:00 Mon-Fri Europe/Berlin");

/** Reads words such as "08:00-19:00 Mon-Fri Europe/Berlin". Fails as user. */
export function readHours(words: string): Hours {
  const [, from = "", to = "", rest = ""] = span.exec(words) ?? [];
  const { days, left } = readDays(rest);
  const times = { from: readTime(from), to: readTime(to) };
  if (times.from === times.to) throw new AppError("user", texts.sameTimes);
  return { ...times, days, timeZone: readZone(left) };
}

function readTime(word: string): string {
  const plain = word.trim().replace(" ", "");
  const at = timeOfDay(/^\d{1,2}$/.test(plain) ? `${plain}:00` : plain);
  if (at === undefined) throw new AppError("user", texts.notATime(truncate(word.trim(), 20)));
  return at;
}

const short = "(mon|tue|wed|thu|fri|sat|sun)[a-z]*";
const oneDay = new RegExp(String.raw`^\s*(?:on )?${short}(?=[\s,.]|$)[,\s]*`, "i");
const range = new RegExp(String.raw`^\s*(?:on )?${short} ?(?:-|–|to) ?${short}(?=[\s,.]|$)[,\s]*`, "i");
const every = /^\s*(?:(daily|every ?day)|(?:on )?(weekdays|working days))(?=\s|$)/i;
const names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const all = [1, 2, 3, 4, 5, 6, 7];
const workdays = [1, 2, 3, 4, 5];

/** Every day, if none is named. */
function readDays(words: string): { days: number[]; left: string } {
  const [whole, daily] = every.exec(words) ?? [];
  if (whole !== undefined)
    return { days: daily === undefined ? workdays : all, left: words.slice(whole.length) };
  let left = words;
  const days = new Set<number>();
  for (;;) {
    const found = range.exec(left) ?? oneDay.exec(left);
    if (!found) break;
    const [matched, first = "", last = first] = found;
    for (const day of daysFrom(numberOf(first), numberOf(last))) days.add(day);
    left = left.slice(matched.length);
  }
  return { days: days.size === 0 ? all : [...days].toSorted((a, b) => a - b), left };
}

function numberOf(name: string): number {
  return names.indexOf(name.toLowerCase()) + 1;
}

/** "Fri-Mon" goes over the end of the week. */
function daysFrom(first: number, last: number): number[] {
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => ((first + index - 1) % 7) + 1);
}

function readZone(words: string): string | undefined {
  const zone = words.trim();
  if (zone === "") return undefined;
  const found = findZone(zone);
  if ("zone" in found) return found.zone;
  throw new AppError("user", texts.notAZone(truncate(zone, 40), zoneHint(found.nearestName)));
}
