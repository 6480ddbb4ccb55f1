import type { Hook } from "../hooks/record.ts";
import type { Incident } from "./record.ts";
import { flappingOverMs } from "./flapping.ts";
import { mentionDueMs } from "./mention.ts";
import { presumedOverMs } from "./presumed-over.ts";
import { reminderDueMs } from "./reminder.ts";
import { snoozeOverMs } from "./snooze-over.ts";

/** When the next tick changes something of an incident that nobody sends, in Unix milliseconds; undefined where none does. */
export function nextTimerMs(incident: Incident, hook: Hook): number | undefined {
  const timers = [
    snoozeOverMs(incident),
    presumedOverMs(incident),
    flappingOverMs(incident),
    mentionDueMs(incident, hook),
    reminderDueMs(incident),
  ].filter((timer) => timer !== undefined);
  return timers.length === 0 ? undefined : Math.min(...timers);
}
