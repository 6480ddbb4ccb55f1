import { type HookRule, ruleDays } from "../hooks/record.ts";

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
