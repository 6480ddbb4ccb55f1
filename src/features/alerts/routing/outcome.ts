import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Hook } from "../hooks/record.ts";
import { type Route, type RoutedEvent, route } from "./route.ts";
import { doneInWords, ruleInWords } from "./format-rule.ts";

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
