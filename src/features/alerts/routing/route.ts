import { type AlertEvent, severities, type Severity } from "../incident/event-record.ts";
import { type Hook, type HookRule, muteOf, ruleDays } from "../hooks/record.ts";
import * as texts from "../hooks/rules/texts.ts";
import { isWithin, type RuleTime } from "./rule-time.ts";
import { foldName, formatList } from "../../../lib/text.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName, formatChannel } from "../../../platform/blocks/escape.ts";

/** The route of an event: where to post it and whom to mention. */
export interface Route {
  channelId: string;
  /** True if the event is not posted. */
  isMuted: boolean;
  /** The user group to mention at once. */
  mentionGroupId?: string | undefined;
  /** The severity of the rule, else of the event. */
  severity?: Severity | undefined;
  /** The number of the rule that decided, from 1; undefined if no rule fits. */
  ruleNumber?: number | undefined;
}

/** What rules read of an event. */
export type RoutedEvent = Pick<AlertEvent, "key" | "title" | "group" | "severity"> & { alertName?: string };

/** Routes an event of a hook at a time. The first rule that fits decides; a muted key stays muted. */
export function route(hook: Hook, event: RoutedEvent, at: Date): Route {
  const index = hook.rules.findIndex((rule) => fits(rule, event, at));
  const { channelId = hook.channelId, mute = false, mentionGroupId, setSeverity } = hook.rules[index] ?? {};
  return {
    channelId,
    isMuted: mute || muteOf(hook, event) !== undefined,
    mentionGroupId,
    severity: setSeverity ?? event.severity,
    ruleNumber: index === -1 ? undefined : index + 1,
  };
}

/** True if an event meets all conditions of a rule. An event without a severity meets no condition on severity. */
function fits({ title, group, severity, time }: HookRule, event: RoutedEvent, at: Date): boolean {
  return (
    (title === undefined || contains(event.title, title)) &&
    (group === undefined || (event.group !== undefined && contains(event.group, group))) &&
    (severity === undefined || isAtLeast(event.severity, severity)) &&
    (time === undefined || isWithin(time, at))
  );
}

function isAtLeast(severity: Severity | undefined, least: Severity): boolean {
  return severity !== undefined && severities.indexOf(severity) >= severities.indexOf(least);
}

/**
 * True if a text contains a pattern, in any case and with any runs of spaces; `*` matches anything. It is not a regular
 * expression, so no pattern is slow to match.
 */
function contains(text: string, pattern: string): boolean {
  const normalized = foldName(text);
  let from = 0;
  for (const piece of foldName(pattern).split("*")) {
    const at = normalized.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}

/** Two lines of mrkdwn that show what a hook would do with an event at a time, and which rule decides. */
export function formatSampleOutcome(hook: Hook, event: RoutedEvent, at: Date): string {
  const { ruleNumber = 0 } = route(hook, event, at);
  const rule = hook.rules[ruleNumber - 1];
  const isMuted = muteOf(hook, event) !== undefined;
  const byRule = rule ? texts.decides(ruleNumber, formatRule(rule)) : texts.noneFits(formatChannel(hook));
  const otherwise = rule ? texts.ruleSays(ruleNumber, formatOutcome(rule)) : texts.noRuleFits;
  const decision = isMuted ? texts.mutedByPerson(otherwise) : byRule;
  return `${formatRoutedEvent(event)}, ${slackDate(at)}\n${decision}`;
}

/** Formats the parts of an event that rules read, in mrkdwn. */
export function formatRoutedEvent({ title, group, severity }: RoutedEvent): string {
  const groupFact = group === undefined ? undefined : texts.ofGroup(escapeName(group));
  const facts = [severity, groupFact].filter((fact) => fact !== undefined);
  return `*${escapeName(title, 100)}*${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
}

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
export function formatDays(days: NonNullable<RuleTime["days"]>): string {
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
  const begin = conditions.length === 0 ? texts.always : texts.ifSo(formatList(conditions));
  return `${begin}: ${formatOutcome(rule)}.`;
}

/** Formats the effects of a rule in mrkdwn, without a full stop. */
function formatOutcome({ mute, channelId, mentionGroupId, setSeverity }: HookRule): string {
  if (mute) return texts.mute;
  return formatList([
    channelId === undefined ? texts.ownChannel : texts.post(formatChannel({ channelId })),
    ...(mentionGroupId === undefined ? [] : [texts.mention(`<!subteam^${mentionGroupId}>`)]),
    ...(setSeverity === undefined ? [] : [texts.setSeverity(setSeverity)]),
  ]);
}

function conditionsOf({ title, group, severity, time }: HookRule): string[] {
  return [
    ...(title === undefined ? [] : [texts.titleContains(escapeName(title, 200))]),
    ...(group === undefined ? [] : [texts.groupContains(escapeName(group, 200))]),
    ...(severity === undefined ? [] : [texts.severityIs(severity)]),
    ...(time === undefined ? [] : [formatTime(time)]),
  ];
}

function formatTime({ from, to, zone, days }: NonNullable<HookRule["time"]>): string {
  const clock = escapeName(zone);
  if (from === to && days !== undefined) return texts.onDays(formatDays(days), from, clock);
  return texts.between(from, to, clock, days === undefined ? "" : formatDays(days));
}
