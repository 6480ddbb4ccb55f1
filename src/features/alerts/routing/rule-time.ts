import { addDays, weekdayOf } from "../../../lib/day.ts";
import { localClock } from "../../../lib/time.ts";
import { type HookRule, ruleDays } from "../hooks/record.ts";
import { hashJson } from "../../../lib/hash.ts";

type Days = NonNullable<NonNullable<HookRule["time"]>["days"]>;
type RuleDay = Days[number];

const sets: Readonly<Record<string, Days>> = {
  weekday: ["mon", "tue", "wed", "thu", "fri"],
  weekend: ["sat", "sun"],
};
const day = /^(mon|tue|wed|thu|fri|sat|sun)(?:s|rs|urs|nes)?(?:days?)?$/;

/** The days that words name, as in "mon-fri", "sat and sun" or "weekdays", in the week's order; undefined where one is none. */
export function daysIn(words: readonly string[]): Days | undefined {
  const said = words
    .join(" ")
    .toLowerCase()
    .replaceAll(/\s*(?:[-–]|\b(?:to|until|through)\b)\s*/g, "-")
    .split(/[\s,]+|\band\b/)
    .filter(Boolean);
  const days = said.map(daysOf);
  if (days.length === 0 || days.includes(undefined)) return undefined;
  const named = new Set(days.flatMap((some) => some ?? []));
  return ruleDays.filter((one) => named.has(one));
}

/** A day, some by their common name, or those from one to another. */
function daysOf(words: string): readonly RuleDay[] | undefined {
  const set = sets[words.replace(/s$/, "")];
  if (set) return set;
  const [from, to = from, ...more] = words.split("-").map(dayIn);
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  const week = [...ruleDays, ...ruleDays];
  const first = ruleDays.indexOf(from);
  return week.slice(first, week.indexOf(to, first) + 1);
}

function dayIn(word: string): RuleDay | undefined {
  const [, short] = day.exec(word) ?? [];
  return ruleDays.find((one) => one === short);
}

/** The part of a rule that says when it holds. */
export type RuleTime = NonNullable<HookRule["time"]>;

/**
 * True where clocks of the zone show a time from `from` on and before `to`. What goes over midnight belongs to the day it
 * begins on, and the same time twice is a whole day. Clocks are read as they are, so an hour that they show twice counts
 * twice.
 */
export function isWithin({ from, to, zone, days }: RuleTime, time: Date): boolean {
  const clock = clockIn(zone, time);
  if (clock === undefined) return false;
  const { day, at } = clock;
  const isToday = from < to ? at >= from && at < to : at >= from;
  const isSinceYesterday = from >= to && at < to;
  if (!isToday && !isSinceYesterday) return false;
  const weekday = weekdayOf(isToday ? day : addDays(day, -1))
    .slice(0, 3)
    .toLowerCase();
  return days?.some((one) => one === weekday) ?? true;
}

/** Undefined where the runtime does not know the zone any more: the rule then fits nothing, and all others go on. */
function clockIn(zone: string, time: Date): ReturnType<typeof localClock> | undefined {
  try {
    return localClock(time, zone);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Tells a rule from others that may stand at its number by now; 8 characters. */
export function ruleDigest(rule: HookRule): string {
  return hashJson(rule, 8);
}
