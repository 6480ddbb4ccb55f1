import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import { FeedProblem } from "./feed-lines.ts";
import { type WallTime, timeIn } from "./feed-times.ts";

const frequencies = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
type Frequency = (typeof frequencies)[number];

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** A rule of RFC 5545 by which an event repeats. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  count: number | undefined;
  until: WallTime | undefined;
  /** 0 for Sunday. */
  weekStart: number;
  /** The numbers after each BY, as in BYMONTH. */
  by: Readonly<Partial<Record<string, readonly number[]>>>;
  /** The days of BYDAY: 0 for Sunday, and which of them in the month or year, or 0 for each. */
  byDay: readonly { weekday: number; nth: number }[] | undefined;
}

/** The least and the most of the numbers after each BY. Most may be negative too: from the end. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  BYMONTH: [1, 12],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYSETPOS: [-366, 366],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 60],
};
/** An event that begins more often in a day isn't a shift. */
const mostTimesInDay = 24;

/** The rule in a text such as "FREQ=WEEKLY;BYDAY=MO"; undefined for others, and for what no rota needs. */
export function ruleIn(text: string): Rule | undefined {
  const parts = new Map(
    text
      .toUpperCase()
      .split(";")
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [name = "", value = ""] = part.split("=");
        return [name.trim(), value.trim()] as const;
      }),
  );
  const known = new Set([
    "FREQ",
    "INTERVAL",
    "COUNT",
    "UNTIL",
    "WKST",
    "BYDAY",
    "RSCALE",
    "SKIP",
    ...Object.keys(ranges),
  ]);
  const frequency = frequencies.find((each) => each === parts.get("FREQ"));
  const interval = wholeNumber(parts.get("INTERVAL") ?? "1");
  const count = parts.has("COUNT") ? wholeNumber(parts.get("COUNT")) : undefined;
  const until = parts.has("UNTIL") ? timeIn(parts.get("UNTIL") ?? "") : undefined;
  const weekStart = weekdays.indexOf(parts.get("WKST") ?? "MO");
  const byDay = parts.has("BYDAY") ? parts.get("BYDAY")?.split(",").map(dayIn) : undefined;
  const by = Object.fromEntries(
    [...parts].flatMap(([name, value]) => (name in ranges ? [[name, numbersIn(name, value)] as const] : [])),
  );
  const isOdd =
    [...parts.keys()].some((name) => !known.has(name) && !name.startsWith("X-")) ||
    !/^(?:GREGORIAN)?$/.test(parts.get("RSCALE") ?? "") ||
    !/^(?:OMIT)?$/.test(parts.get("SKIP") ?? "") ||
    weekStart < 0 ||
    (parts.has("COUNT") && count === undefined) ||
    (parts.has("UNTIL") && until === undefined) ||
    byDay?.includes(undefined) ||
    Object.values(by).includes(undefined);
  if (isOdd || !frequency || interval === undefined) return undefined;
  const rule = {
    frequency,
    interval,
    count,
    until,
    weekStart,
    by,
    byDay: byDay?.filter((each) => each !== undefined),
  };
  const inDay = ["BYHOUR", "BYMINUTE", "BYSECOND"].map((name) => by[name]?.length ?? 1);
  return inDay.reduce((product, each) => product * each) > mostTimesInDay ? undefined : rule;
}

function wholeNumber(text = ""): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

function dayIn(text: string) {
  const [, nth = "0", name = ""] = /^([+-]?[1-9]\d?)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(text.trim()) ?? [];
  return name === "" ? undefined : { weekday: weekdays.indexOf(name), nth: Number(nth) };
}

function numbersIn(name: string, text: string): readonly number[] | undefined {
  const [least = 0, most = 0] = ranges[name] ?? [];
  const numbers = text.split(",").map((each) => (/^[+-]?\d{1,3}$/.test(each.trim()) ? Number(each) : NaN));
  const isOdd = numbers.some((each) => !(each >= least && each <= most) || (each === 0 && least < 0));
  return isOdd ? undefined : [...new Set(numbers)].toSorted((a, b) => a - b);
}

/** Limits the days that are tried at for one feed. Fails as a FeedProblem when they are used up. */
export function dayQuota(most = 300_000): () => void {
  let tried = 0;
  return () => {
    if ((tried += 1) > most) throw new FeedProblem("It has more dates than a rota needs.");
  };
}

/**
 * The times at which an event begins by its rule, as its clock shows them, up to a time. Those long before `fromMs` may be
 * left out. It looks at each day once, so no rule takes long. UNTIL is the caller's, because it needs the zone.
 */
export function* timesBy(
  rule: Rule,
  startMs: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  look: () => void,
): Generator<number> {
  const calendar = calendarOf(rule, startMs);
  const { count = Infinity, by } = rule;
  const firstMs = count === Infinity && fromMs > startMs ? fromMs : startMs;
  let found = 0;
  let group: number[] = [];
  let period = NaN;
  function* taken(): Generator<number> {
    const positions = by["BYSETPOS"];
    const times = positions
      ? group.filter((_, index) => positions.includes(index + 1) || positions.includes(index - group.length))
      : group;
    group = [];
    for (const ms of times) {
      if (ms < startMs || found >= count) continue;
      found += 1;
      yield ms;
    }
  }
  // A count includes the first, also if the rule doesn't.
  if (count !== Infinity && !calendar.has(startMs)) found = 1;
  // The positions in a period need all of it.
  const first = calendar.firstDay(dayOf(firstMs), by["BYSETPOS"] !== undefined);
  const last = dayOf(toMs) + (by["BYSETPOS"] ? 366 : 0);
  for (let day = first; day <= last && found < count; day += 1) {
    look();
    const date = dateOf(day);
    const its = calendar.periodOf(date);
    if (its !== period) {
      yield* taken();
      period = its;
    }
    if (calendar.hasDay(date)) group.push(...calendar.timesOn(day));
  }
  yield* taken();
}

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** What a rule says about days, which are counted from 1970. */
function calendarOf({ frequency, interval, weekStart, by, byDay }: Rule, startMs: number) {
  const start = dateOf(dayOf(startMs));
  const startHour = Math.floor(startMs / hourMs);
  const startClockMs = startMs - start.day * dayMs;
  const startPeriod = periodOf(start);
  const isFree = !["BYYEARDAY", "BYMONTHDAY", "BYWEEKNO"].some((name) => by[name]) && !byDay;

  function firstOfWeek({ day, weekday }: DateOfDay): number {
    return day - ((weekday - weekStart + 7) % 7);
  }
  function periodOf(date: DateOfDay): number {
    if (frequency === "YEARLY") return date.year;
    if (frequency === "MONTHLY") return date.year * 12 + date.month;
    return frequency === "WEEKLY" ? firstOfWeek(date) / 7 : date.day;
  }
  function hasDay(date: DateOfDay): boolean {
    const isOurs = frequency === "HOURLY" || (periodOf(date) - startPeriod) % interval === 0;
    if (!isOurs || !isAmong("BYMONTH", date.month)) return false;
    if (
      !isAmong("BYYEARDAY", date.yearDay, date.yearDays) ||
      !isAmong("BYMONTHDAY", date.monthDay, date.monthDays)
    )
      return false;
    if (by["BYWEEKNO"] && !isInWeek(date)) return false;
    if (byDay) return byDay.some((each) => isThat(each, date));
    // What the rule leaves open is as it is at the start.
    if (frequency === "WEEKLY" || (frequency === "YEARLY" && by["BYWEEKNO"]))
      return date.weekday === start.weekday;
    if (!isFree || frequency === "DAILY" || frequency === "HOURLY") return true;
    const isMonth = frequency === "MONTHLY" || by["BYMONTH"] || date.month === start.month;
    return date.monthDay === start.monthDay && Boolean(isMonth);
  }
  /** True without such a part, and if it names the number or the same one from the end. */
  function isAmong(name: string, number: number, of = 0): boolean {
    const numbers = by[name];
    return numbers === undefined || numbers.includes(number) || (of > 0 && numbers.includes(number - of - 1));
  }
  function isThat({ weekday, nth }: { weekday: number; nth: number }, date: DateOfDay): boolean {
    if (weekday !== date.weekday) return false;
    if (nth === 0 || frequency === "WEEKLY" || frequency === "DAILY" || frequency === "HOURLY") return true;
    const isOfMonth = frequency === "MONTHLY" || by["BYMONTH"] !== undefined;
    const [number, of] = isOfMonth ? [date.monthDay, date.monthDays] : [date.yearDay, date.yearDays];
    return nth === Math.ceil(number / 7) || nth === -Math.ceil((of - number + 1) / 7);
  }
  /** The first week of a year has at least four of its days. */
  function isInWeek(date: DateOfDay): boolean {
    const { year } = dateOf(firstOfWeek(date) + 3);
    const firstWeek = (each: number) => firstOfWeek(dateOf(dayOf(Date.UTC(each, 0, 4))));
    const number = (firstOfWeek(date) - firstWeek(year)) / 7 + 1;
    return isAmong("BYWEEKNO", number, (firstWeek(year + 1) - firstWeek(year)) / 7);
  }
  function timesOn(day: number): number[] {
    const withinHour = startClockMs % hourMs;
    const minutes = by["BYMINUTE"] ?? [Math.floor(withinHour / minuteMs)];
    const seconds = by["BYSECOND"] ?? [(withinHour % minuteMs) / 1_000];
    const hours =
      frequency === "HOURLY"
        ? [...Array(24).keys()].filter(
            (hour) => (day * 24 + hour - startHour) % interval === 0 && isAmong("BYHOUR", hour),
          )
        : (by["BYHOUR"] ?? [Math.floor(startClockMs / hourMs)]);
    return hours.flatMap((hour) =>
      minutes.flatMap((minute) =>
        seconds.map((second) => day * dayMs + hour * hourMs + minute * minuteMs + second * 1_000),
      ),
    );
  }
  return {
    periodOf,
    hasDay,
    timesOn,
    has: (ms: number) => hasDay(dateOf(dayOf(ms))) && timesOn(dayOf(ms)).includes(ms),
    firstDay(day: number, isWholePeriod: boolean): number {
      const date = dateOf(day);
      if (!isWholePeriod || frequency === "DAILY" || frequency === "HOURLY") return day;
      if (frequency === "WEEKLY") return firstOfWeek(date);
      return day + 1 - (frequency === "YEARLY" ? date.yearDay : date.monthDay);
    },
  };
}

type DateOfDay = ReturnType<typeof dateOf>;

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function dateOf(day: number) {
  const { year, firstDay, length } = yearOf(day);
  let [month, monthDay] = [1, day - firstDay + 1];
  let monthDays = 31;
  while (monthDay > monthDays) {
    monthDay -= monthDays;
    month += 1;
    monthDays = (monthLengths[month - 1] ?? 31) + (month === 2 ? length - 365 : 0);
  }
  const [yearDay, weekday] = [day - firstDay + 1, (((day + 4) % 7) + 7) % 7];
  return { day, year, month, monthDay, monthDays, weekday, yearDay, yearDays: length };
}

// Days come one after the other.
let lastYear = { year: NaN, firstDay: NaN, length: 0 };

function yearOf(day: number): typeof lastYear {
  if (day >= lastYear.firstDay && day < lastYear.firstDay + lastYear.length) return lastYear;
  const year = new Date(day * dayMs).getUTCFullYear();
  const [firstDay, next] = [year, year + 1].map((each) => new Date(0).setUTCFullYear(each, 0, 1) / dayMs);
  lastYear = { year, firstDay: firstDay ?? 0, length: (next ?? 0) - (firstDay ?? 0) };
  return lastYear;
}
