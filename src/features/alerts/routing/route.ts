import { type AlertEvent, type Severity, severities } from "../incident/event-record.ts";
import type { Hook, HookRule } from "../hooks/record.ts";
import { isWithin } from "./rule-time.ts";
import { foldName } from "../../../lib/text.ts";
import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { section } from "../../../platform/blocks/text.ts";
import { formatOutcome, formatRule } from "./format-rule.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longestPart = 3_000;
// Leaves room in each part, so that people can add to it.
const usualPart = 2_700;

/** The most inputs for one long text: enough for the settings of any sensible hook. */
export const mostParts = 8;

/** Splits a text between its lines into parts that inputs take. Undefined if it needs more than `mostParts`. */
export function partsOf(text: string): string[] | undefined {
  const parts: string[] = [""];
  for (const line of text.trimEnd().split("\n")) {
    if (line.length > longestPart) return undefined;
    const last = parts.at(-1) ?? "";
    if (last !== "" && last.length + 1 + line.length > usualPart) parts.push(line);
    else parts[parts.length - 1] = last === "" ? line : `${last}\n${line}`;
  }
  return parts.length > mostParts ? undefined : parts;
}

/** Joins parts into one text again. */
export function textOfParts(parts: readonly string[]): string {
  return parts.join("\n");
}

/** The part that holds a line of the whole text, and the line's number there; all from 1. */
export function lineInParts(line: number, parts: readonly string[]): { part: number; line: number } {
  let rest = line;
  for (const [index, part] of parts.entries()) {
    const lines = part.split("\n").length;
    if (rest <= lines) return { part: index + 1, line: rest };
    rest -= lines;
  }
  return { part: parts.length, line: parts.at(-1)?.split("\n").length ?? 1 };
}

/** True if a part has little room left, so the next input is to show. */
export function isNearlyFull(part: string): boolean {
  return part.length > usualPart;
}

/** The route of an event: where to post it and whom to mention. */
export interface Route {
  channelId: string;
  /** True if the event is not posted. */
  isMuted: boolean;
  /** The user group to mention at once. */
  mentionGroupId?: string;
  /** The severity of the rule, else of the event. */
  severity?: Severity;
  /** The number of the rule that decided, from 1; absent if no rule fits. */
  ruleNumber?: number;
}

/** What rules read of an event. */
export type RoutedEvent = Pick<AlertEvent, "key" | "title" | "group" | "severity">;

/** Routes an event of a hook at a time. The first rule that fits decides; a muted key stays muted. */
export function route(hook: Hook, event: RoutedEvent, at: Date): Route {
  const index = hook.rules.findIndex((rule) => fits(rule, event, at));
  const { channelId = hook.channelId, mute = false, mentionGroupId, setSeverity } = hook.rules[index] ?? {};
  const severity = setSeverity ?? event.severity;
  return {
    channelId,
    isMuted: mute || Object.hasOwn(hook.muted, event.key),
    ...(mentionGroupId !== undefined && { mentionGroupId }),
    ...(severity !== undefined && { severity }),
    ...(index !== -1 && { ruleNumber: index + 1 }),
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

/** Blocks that show what a hook would do with an event at a time, and which rule decides. */
export function sampleOutcome(hook: Hook, event: RoutedEvent, at: Date): KnownBlock[] {
  return [section(formatSampleOutcome(hook, event, at))];
}

/** Two lines of mrkdwn that show what a hook would do with an event at a time, and which rule decides. */
export function formatSampleOutcome(hook: Hook, event: RoutedEvent, at: Date): string {
  return `${formatRoutedEvent(event)}, ${slackDate(at)}\n${decided(hook, event, route(hook, event, at))}`;
}

/** Formats the parts of an event that rules read, in mrkdwn. */
export function formatRoutedEvent({ title, group, severity }: RoutedEvent): string {
  const facts = [
    ...(severity === undefined ? [] : [severity]),
    ...(group === undefined ? [] : [`group “${escapeName(group)}”`]),
  ];
  return `*${escapeName(title, 100)}*${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
}

function decided(hook: Hook, { key }: RoutedEvent, { ruleNumber = 0 }: Route): string {
  const rule = hook.rules[ruleNumber - 1];
  const byRule =
    rule === undefined
      ? `No rule fits: post ${formatChannel(hook)}.`
      : `Rule ${ruleNumber} decides. ${formatRule(rule)}`;
  if (!Object.hasOwn(hook.muted, key)) return byRule;
  const otherwise = rule === undefined ? "no rule fits" : `rule ${ruleNumber} says to ${formatOutcome(rule)}`;
  return `Somebody muted this alert: tell nobody. Without that, ${otherwise}.`;
}
