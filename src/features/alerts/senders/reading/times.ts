import type { AlertEvent } from "../../incident/event-record.ts";
import type { Reading } from "../sender.ts";
import { readTimeMs } from "./time.ts";

type Times = Pick<AlertEvent, "startsAtMs" | "endsAtMs" | "windowMs" | "atMs">;

/** The times of an event: what holds for a window holds at its end, what began or ended holds from then. */
export function timesOf(reading: Reading, state: AlertEvent["state"], receivedAt: Date): Times {
  const start = readTimeMs(reading.startsAt, receivedAt);
  const end = readTimeMs(reading.endsAt, receivedAt);
  const at = readTimeMs(reading.at, receivedAt);
  if (reading.hasWindow) {
    return { startsAtMs: start, endsAtMs: end, windowMs: lengthOf(start, end), atMs: at ?? end ?? start };
  }
  // Of an alert that fires, some senders say when it would end if it were not heard of again.
  const over = state === "resolved" ? end : undefined;
  return { startsAtMs: start, endsAtMs: over, atMs: at ?? over ?? start };
}

function lengthOf(start: number | undefined, end: number | undefined): number | undefined {
  return start !== undefined && end !== undefined && end > start ? end - start : undefined;
}
