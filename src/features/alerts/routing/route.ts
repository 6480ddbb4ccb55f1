import { type AlertEvent, type Severity, severities } from "../incident/event-record.ts";
import type { Hook, HookRule } from "../hooks/record.ts";
import { contains } from "./pattern.ts";
import { isWithin } from "./rule-time.ts";

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
