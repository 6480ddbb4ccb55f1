import { escapeName } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { formatList } from "../../../lib/text.ts";
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

/** Formats days as in "Monday to Friday" or "Saturday and Sunday". */
function formatDays(days: NonNullable<RuleTime["days"]>): string {
  const named = ruleDays.filter((day) => days.includes(day));
  const [first, last] = [named[0], named.at(-1)];
  if (first === undefined || last === undefined) return "no day";
  const isRun = ruleDays.indexOf(last) - ruleDays.indexOf(first) === named.length - 1;
  return isRun && named.length > 2
    ? `${names[first]} to ${names[last]}`
    : formatList(named.map((day) => names[day]));
}

/** Formats a rule as a sentence in mrkdwn: its conditions and its effects. */
export function formatRule(rule: HookRule): string {
  const conditions = conditionsOf(rule);
  const begin = conditions.length === 0 ? "Always" : `If ${formatList(conditions)}`;
  return `${begin}: ${formatOutcome(rule)}.`;
}

/** Formats the effects of a rule in mrkdwn, without a full stop. */
export function formatOutcome({ mute, channelId, mentionGroupId, setSeverity }: HookRule): string {
  if (mute) return "tell nobody";
  return formatList([
    channelId === undefined ? "post in the hook's own channel" : `post ${formatChannel({ channelId })}`,
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
    ...(time === undefined ? [] : [formatTime(time)]),
  ];
}

function formatTime({ from, to, zone, days }: NonNullable<HookRule["time"]>): string {
  const clock = escapeName(zone);
  if (from === to && days !== undefined)
    return `it is ${formatDays(days)}${from === "00:00" ? "" : ` from ${from} on`} (${clock})`;
  return `it is between ${from} and ${to} (${clock})${days === undefined ? "" : `, ${formatDays(days)}`}`;
}
