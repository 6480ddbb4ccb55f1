import { escapeName } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/link.ts";
import { listInWords } from "../../../lib/text.ts";
import { type HookRule, ruleDays } from "../hooks/record.ts";
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
function daysInWords(days: NonNullable<RuleTime["days"]>): string {
  const named = ruleDays.filter((day) => days.includes(day));
  const [first, last] = [named[0], named.at(-1)];
  if (first === undefined || last === undefined) return "no day";
  const isRun = ruleDays.indexOf(last) - ruleDays.indexOf(first) === named.length - 1;
  return isRun && named.length > 2
    ? `${names[first]} to ${names[last]}`
    : listInWords(named.map((day) => names[day]));
}

/** A rule as a sentence in mrkdwn: what it fits, and what then happens. */
export function ruleInWords(rule: HookRule): string {
  const conditions = conditionsOf(rule);
  const begin = conditions.length === 0 ? "Always" : `If ${listInWords(conditions)}`;
  return `${begin}: ${doneInWords(rule)}.`;
}

/** What a rule does with what it fits, without a full stop. */
export function doneInWords({ mute, channelId, mentionGroupId, setSeverity }: HookRule): string {
  if (mute) return "tell nobody";
  return listInWords([
    channelId === undefined ? "post in the hook's own channel" : `post ${placeInMrkdwn({ channelId })}`,
    ...(mentionGroupId === undefined ? [] : [`mention <!subteam^${mentionGroupId}>`]),
    ...(setSeverity === undefined ? [] : [`count it as ${setSeverity}`]),
  ]);
}

function conditionsOf({ title, group, severity, time }: HookRule): string[] {
  return [
    ...(title === undefined ? [] : [`the title contains “${escapeName(title, 200)}”`]),
    ...(group === undefined ? [] : [`the group contains “${escapeName(group, 200)}”`]),
    ...(severity === undefined
      ? []
      : [`it is ${severity === "critical" ? severity : `${severity} or worse`}`]),
    ...(time === undefined ? [] : [timeInWords(time)]),
  ];
}

function timeInWords({ from, to, zone, days }: NonNullable<HookRule["time"]>): string {
  const clock = escapeName(zone);
  if (from === to && days !== undefined)
    return `it is ${daysInWords(days)}${from === "00:00" ? "" : ` from ${from} on`} (${clock})`;
  return `it is between ${from} and ${to} (${clock})${days === undefined ? "" : `, ${daysInWords(days)}`}`;
}
