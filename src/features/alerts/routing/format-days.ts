import { listInWords } from "../../../lib/text.ts";
import { ruleDays } from "../hooks/record.ts";
import type { RuleTime } from "./rule-time.ts";

const names: Readonly<Record<(typeof ruleDays)[number], string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** Days as people say them: "Monday to Friday", "Saturday and Sunday". */
export function daysInWords(days: NonNullable<RuleTime["days"]>): string {
  const named = ruleDays.filter((day) => days.includes(day));
  const [first, last] = [named[0], named.at(-1)];
  if (first === undefined || last === undefined) return "no day";
  const isRun = ruleDays.indexOf(last) - ruleDays.indexOf(first) === named.length - 1;
  return isRun && named.length > 2
    ? `${names[first]} to ${names[last]}`
    : listInWords(named.map((day) => names[day]));
}
