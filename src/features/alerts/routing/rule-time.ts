import { addDays, weekdayOf } from "../../../lib/day.ts";
import { localClock } from "../../../lib/time.ts";
import { type HookRule, ruleDays } from "../hooks/record.ts";
import { hashJson } from "../../../lib/hash.ts";

/** The condition of a rule on the time of day. */
export type RuleTime = NonNullable<HookRule["time"]>;
type Days = NonNullable<RuleTime["days"]>;
type RuleDay = Days[number];

const sets: Readonly<Record<string, Days>> = {
  weekday: ["mon", "tue", "wed", "thu", "fri"],
  weekend: ["sat", "sun"],
};
const day = /^(mon|tue|wed|thu|fri|sat|sun)(?:s|rs|urs|nes)?(?:days?)?$/;

/**
 * Reads days as in "mon-fri", "sat and sun" or "weekdays", in the order of the week. Undefined if a word is not a day.
 */
export function daysIn(words: readonly string[]): Days | undefined {
  const said = words
    .join(" ")
    .toLowerCase()
    .replaceAll(/\s*(?:[-–]|\b(?:to|until|through)\b)\s*/g, "-")
    .split(/[\s,]+|\band\b/)
    .filter(Boolean);
  const days = said.map(daysOf);
  if (days.length === 0 || days.includes(undefined)) return undefined;
  return ruleDays.filter((one) => days.some((some) => some?.includes(one)));
}

/** Reads a day, a set such as "weekend", or a range such as "mon-fri". */
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

/**
 * True if the local time in the zone is at or after `from` and before `to`. A range over midnight belongs to the day on
 * which it begins. Equal times are a whole day. An hour that clocks show twice counts twice.
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

/** Undefined if the runtime no longer knows the zone. The rule then fits nothing, and the other rules still work. */
function clockIn(zone: string, time: Date) {
  try {
    return localClock(time, zone);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A hash of a rule, 8 characters. It shows if the rule at a number is still the same. */
export function ruleHash(rule: HookRule): string {
  return hashJson(rule, 8);
}
