import { type AlertEvent, type Severity, severities } from "../incident/event-record.ts";
import type { Hook, HookRule } from "../hooks/record.ts";
import { isWithin } from "./rule-time.ts";
import { foldName } from "../../../lib/text.ts";
import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/link.ts";
import { section } from "../../../platform/blocks/text.ts";
import { doneInWords, ruleInWords } from "./format-rule.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longestPart = 3_000;
// So that a part can be added to before the rest must move on.
const aim = 2_700;

/** How many inputs a long text can be spread over: as much as the settings of any sensible hook. */
export const mostParts = 8;

/** A text cut between its lines into parts that inputs take; undefined where it needs more than there may be. */
export function partsOf(text: string): string[] | undefined {
  const parts: string[] = [""];
  for (const line of text.trimEnd().split("\n")) {
    if (line.length > longestPart) return undefined;
    const last = parts.at(-1) ?? "";
    if (last !== "" && last.length + 1 + line.length > aim) parts.push(line);
    else parts[parts.length - 1] = last === "" ? line : `${last}\n${line}`;
  }
  return parts.length > mostParts ? undefined : parts;
}

/** Parts as one text again. */
export function textOfParts(parts: readonly string[]): string {
  return parts.join("\n");
}

/** Which part a line of the whole is in, and the line's number there; all from 1. */
export function placeInParts(line: number, parts: readonly string[]): { part: number; line: number } {
  let rest = line;
  for (const [index, part] of parts.entries()) {
    const lines = part.split("\n").length;
    if (rest <= lines) return { part: index + 1, line: rest };
    rest -= lines;
  }
  return { part: parts.length, line: parts.at(-1)?.split("\n").length ?? 1 };
}

/** True where somebody who goes on writing soon has no room left. */
export function isNearlyFull(part: string): boolean {
  return part.length > aim;
}

/** Where an event goes, and who is told. */
export interface Route {
  channelId: string;
  /** True where nobody is told. */
  isMuted: boolean;
  /** The user group to mention at once. */
  mentionGroupId?: string;
  /** How bad it counts: as the rule says, else as the event does. */
  severity?: Severity;
  /** The rule that decided, from 1; absent where none fits, and the hook's own channel is told. */
  ruleNumber?: number;
}

/** What rules look at in an event. */
export type RoutedEvent = Pick<AlertEvent, "key" | "title" | "group" | "severity">;

/** Where an event of a hook goes at a time: the first rule that fits decides, and a muted key stays muted. */
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

/** True where an event is all that a rule asks for; one that does not say how bad it is, is not that bad. */
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
 * True where a text contains a pattern, without case and runs of spaces; `*` in the pattern stands for anything. It is
 * no regular expression, so that no pattern makes a text slow to look through.
 */
function contains(text: string, pattern: string): boolean {
  const folded = foldName(text);
  let from = 0;
  for (const piece of foldName(pattern).split("*")) {
    const at = folded.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}

/** What a hook would do with an event at a time, and which of its rules says so. */
export function sampleOutcome(hook: Hook, event: RoutedEvent, at: Date): KnownBlock[] {
  return [section(outcomeInWords(hook, event, at))];
}

/** The same as two lines of mrkdwn. */
export function outcomeInWords(hook: Hook, event: RoutedEvent, at: Date): string {
  return `${eventInWords(event)}, ${slackDate(at)}\n${decided(hook, event, route(hook, event, at))}`;
}

/** An event as rules see it. */
export function eventInWords({ title, group, severity }: RoutedEvent): string {
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
      ? `No rule fits: post ${placeInMrkdwn(hook)}.`
      : `Rule ${ruleNumber} decides. ${ruleInWords(rule)}`;
  if (!Object.hasOwn(hook.muted, key)) return byRule;
  const otherwise = rule === undefined ? "no rule fits" : `rule ${ruleNumber} says to ${doneInWords(rule)}`;
  return `Somebody muted this alert: tell nobody. Without that, ${otherwise}.`;
}
