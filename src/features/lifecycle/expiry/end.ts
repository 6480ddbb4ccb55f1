import { z } from "zod";
import {
  type CalendarUnit,
  type Day,
  addDays,
  addMonths,
  dayOf,
  endOf,
  monthName,
  monthNames,
  monthNumber,
  startOf,
  weekdayAfter,
  weekdayNames,
} from "../../../lib/day.ts";
import { dayMs, hourMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { oneLine } from "../../../lib/text.ts";
import { localClock, localDay, localTime } from "../../../lib/time.ts";
import { argument, readableBy } from "../../../platform/commands/arguments/kind.ts";
import * as texts from "./texts.ts";

/** When something is asked for, and in which zone its days are. */
interface Asked {
  now: Date;
  zone: string;
  /** The end that it has. "7d more" counts from it. */
  present?: Date | undefined;
}

/** An end that was read: how it is written, and its moment. The moment is undefined for never. */
interface End {
  written: string;
  at(this: void, asked: Asked): Date | undefined;
}

/** One way to say when a service ends. */
interface Form {
  /** Without groups. */
  pattern: string;
  /** Undefined if the words are none after all. */
  read(this: void, words: string): End | undefined;
}

const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  "a couple of": 2,
  ...Object.fromEntries(
    "one two three four five six seven eight nine ten eleven twelve"
      .split(" ")
      .map((word, index) => [word, index + 1]),
  ),
};
const countWords = Object.keys(counts).join("|");
const unitWords = "hours?|hrs?|days?|weeks?|wks?|months?|years?";

const never: Form = {
  pattern:
    "never|permanent(?:ly)?|for ?ever|indefinitely|here to stay|(?:no|without an?) (?:end|expiry)(?: date)?|(?<!(?:delete|erase|remove|drop|kill|destroy|nuke|wipe|terminate)\\b.{0,60})for good",
  read: () => ({ written: "never", at: () => undefined }),
};
/** A sentence has this word for other things. */
const none: Form = { ...never, pattern: "none" };

const span: Form = {
  pattern: String.raw`(?:another )?(?:\d{1,4}(?: more)? ?(?:${unitWords}|[hdw])|(?:${countWords})(?: more)? (?:${unitWords}))(?: more| longer)?|another (?:${unitWords})`,
  read(words) {
    const end = spanIn(words.replace(/^another (?=\d)/, "").replace(/ (?:more|longer)\b/, ""));
    if (!/^another | (?:more|longer)\b/.test(words)) return end;
    return {
      written: `${end.written} more`,
      at: ({ now, zone, present = now }) => end.at({ now: present, zone }),
    };
  },
};

function spanIn(plain: string): End {
  const [, said = "", name = ""] = /^(.+?) ?([a-z]+)$/.exec(plain) ?? [];
  const count = said === "another" ? 1 : (counts[said.replace(/^another /, "")] ?? Number(said));
  switch (name[0]) {
    case "h":
      return { written: `${count}h`, at: ({ now }) => new Date(now.getTime() + count * hourMs) };
    case "d":
      return daysFromNow(`${count}d`, count);
    case "w":
      return daysFromNow(counted(count, "week"), 7 * count);
    case "m":
      return monthsFromNow(counted(count, "month"), count);
    default:
      return monthsFromNow(counted(count, "year"), 12 * count);
  }
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function daysFromNow(written: string, count: number): End {
  return { written, at: ({ now }) => new Date(now.getTime() + count * dayMs) };
}

/** At the same time of the day. */
function monthsFromNow(written: string, count: number): End {
  return {
    written,
    at({ now, zone }) {
      const { day, at } = localClock(now, zone);
      return localTime(addMonths(day, count), at, zone);
    },
  };
}

/** The end of a day in the zone. Fails as user if the calendar doesn't have it. */
function afterDay(written: string, dayIn: (today: Day) => Day | undefined): End {
  return {
    written,
    at({ now, zone }) {
      const day = dayIn(localDay(now, zone));
      if (day === undefined) throw new AppError("user", texts.when);
      return localTime(addDays(day, 1), "00:00", zone);
    },
  };
}

const date: Form = {
  pattern: String.raw`\d{4}-\d{2}-\d{2}`,
  read(words) {
    const [year = 0, month = 0, day = 0] = words.split("-").map(Number);
    return afterDay(words, () => dayOf(year, month, day));
  },
};

const monthWords = String.raw`(?:${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")}|sept)`;
const dayNumber = String.raw`(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?`;

const monthDay: Form = {
  pattern: String.raw`(?:${dayNumber} (?:of )?${monthWords}\.?|${monthWords}\.? (?:the )?${dayNumber})(?:,? \d{4})?`,
  read(words) {
    const [month = ""] = words.match(/[a-z]{3,}/g)?.filter((each) => each !== "the") ?? [];
    const number = monthNumber(month) ?? 0;
    const [day = 0, year] = (words.match(/\d+/g) ?? []).map(Number);
    if (year !== undefined) {
      const found = dayOf(year, number, day);
      return afterDay(found ?? words, () => found);
    }
    const name = monthName(`2024-${String(number).padStart(2, "0")}-01`).toLowerCase();
    return afterDay(`${day} ${name}`, (today) => nextOn(number, day, today));
  },
};

/** The next such day of a year: today or later. */
function nextOn(month: number, day: number, today: Day): Day | undefined {
  const year = Number(today.slice(0, 4));
  // A leap year may be eight years away.
  const years = Array.from({ length: 9 }, (_, index) => year + index);
  return years.map((each) => dayOf(each, month, day)).find((each) => each !== undefined && each >= today);
}

const edge: Form = {
  pattern: "end of (?:the |this |next )?(?:week|month|quarter|year)",
  read(words) {
    const unit = calendarUnits.find((each) => words.endsWith(each));
    if (unit === undefined) return undefined;
    if (!/\bnext\b/.test(words)) return afterDay(`end of ${unit}`, (today) => endOf(unit, today));
    return afterDay(`end of next ${unit}`, (today) => endOf(unit, addDays(endOf(unit, today), 1)));
  },
};
const calendarUnits: readonly CalendarUnit[] = ["week", "month", "quarter", "year"];

const weekday: Form = {
  pattern:
    "(?:this |next |coming )?(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?(?: week)?",
  read(words) {
    const [, next, short = ""] = /^(next )?(?:this |coming )?([a-z]{3})/.exec(words) ?? [];
    const name = weekdayNames.find((each) => each.startsWith(short));
    if (name === undefined) return undefined;
    // The one in the next week, and not just the one that comes first.
    if (next !== undefined)
      return afterDay(`next ${name}`, (today) => weekdayAfter(addDays(startOf("week", today), 6), name));
    // "Friday week" is the one after the next.
    if (words.endsWith(" week"))
      return afterDay(`${name} week`, (today) => weekdayAfter(addDays(today, 7), name));
    return afterDay(name, (today) => weekdayAfter(today, name));
  },
};

const tomorrow: Form = {
  pattern: "tomorrow",
  read: (words) => afterDay(words, (today) => addDays(today, 1)),
};
const today: Form = {
  pattern: "today|tonight",
  read: () => afterDay("today", (now) => now),
};

// Those that say more come first.
const said = [never, date, monthDay, span, edge, weekday, tomorrow, today];
const forms = [...said, none];
const before = "(?:(?:in|after|until|till?|by|on|at|to|for) )?(?:the )?";
const whole = forms.map(({ pattern, read }) => ({ pattern: new RegExp(`^(?:${pattern})$`, "i"), read }));
const atEnd = forms.map(({ pattern }) => new RegExp(String.raw`(?:^|\s)${before}(${pattern})$`, "i"));

/** Reads words such as "7d", "until friday" or "dec 15". Undefined for others. */
function endIn(words: string): End | undefined {
  const all = oneLine(words).toLowerCase();
  // "For good" begins like a clause.
  for (const plain of [all, all.replace(new RegExp(`^${before}`), "")])
    for (const { pattern, read } of whole) if (pattern.test(plain)) return read(plain);
  return undefined;
}

function readEnd(words: string): End {
  const end = endIn(words);
  if (!end) throw new AppError("user", texts.when);
  return end;
}

/** When a service ends, as the last words of a line: "never", "7d", "2026-12-31", "until friday". */
export const end = argument(
  {
    slot: {
      isOne: true,
      parts: [
        [
          new RegExp(String.raw`\b(?:extend|prolong|lengthen)\b.* by (${span.pattern})(?!\w)`, "i"),
          "$1 more",
        ],
        [/\b(?:don'?t|do not|never) let\b.*\b(?:expire|end|run out|go away)\b/i, "never"],
        [
          /\b(?:shouldn'?t|should not|mustn'?t|must not|doesn'?t|won'?t) (?:end|expire|go away)\b(?: any (?:more|longer)\b)?(?! (?:on|in|at(?! all)|by|until|before)\b)/i,
          "never",
        ],
        ...said.map(({ pattern }): [RegExp, string] => [
          new RegExp(String.raw`\b${before}\b(${pattern})(?!\w)`, "i"),
          "$1",
        ]),
      ],
    },
    usage: ["7d", "never", "2026-12-31", "friday"],
    take(words) {
      const [longest] = atEnd
        .flatMap((pattern) => pattern.exec(words) ?? [])
        .toSorted((one, other) => other.length - one.length);
      const value = longest === undefined ? undefined : endIn(longest);
      if (longest === undefined || !value) return undefined;
      return { value: value.written, rest: words.slice(0, -longest.length) };
    },
    write: (words) => endIn(String(words))?.written ?? String(words),
  },
  z.string().max(40).superRefine(readableBy(readEnd)),
).describe(
  "A span such as 7d or 2 months, a day such as 2026-12-31, 15 december, friday or end of month, or never",
);

const mostDays = 3_660;

/** The moment of an end. `present` is the one that it has. Undefined for never. A day counts to its end in the zone. Fails as user. */
export function endsAtOf(wanted: string, now: Date, zone: string, present?: Date): Date | undefined {
  const at = readEnd(wanted).at({ now, zone, present });
  if (at === undefined) return undefined;
  if (at.getTime() < now.getTime() + hourMs) throw new AppError("user", texts.past);
  if (at.getTime() > now.getTime() + mostDays * dayMs) throw new AppError("user", texts.tooFar);
  return at;
}
