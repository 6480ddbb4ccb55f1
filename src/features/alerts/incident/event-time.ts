import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** What is told again so soon after it was over is the same incident; what comes later is a new one. */
export const againWithinMs = 10 * minuteMs;

/** When what an event says was so: by the sender's clock, or without that when it was received. */
export function eventAtMs({ event, receivedAtMs }: ReceivedEvent): number {
  return event.atMs ?? receivedAtMs;
}

/** True where an event is older than the latest one that said firing or resolved. */
export function isOlderThanState({ stateAtMs }: Incident, atMs: number): boolean {
  return stateAtMs !== undefined && atMs < stateAtMs;
}

/** When an incident was over, by the latest that said so; undefined for an open one. */
export function endMs({ resolved, stateAtMs }: Incident): number | undefined {
  return resolved && Math.max(resolved.atMs, stateAtMs ?? resolved.atMs);
}
