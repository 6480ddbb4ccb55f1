import { z } from "zod";
import { kept, userId } from "../../../lib/kinds.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** What a hook expects: a delivery at least every so often, and how late one may be. */
export const Heartbeat = z.object({
  everySeconds: z
    .int()
    .min(30)
    .max(31 * 86_400),
  graceSeconds: z
    .int()
    .min(0)
    .max(7 * 86_400),
  userId: kept(userId),
  at: z.iso.datetime(),
});
export type Heartbeat = z.output<typeof Heartbeat>;

/** What is known of a hook's beats. Times are in Unix milliseconds. */
export const HeartbeatState = z.object({
  /** The countdown began then: with the last beat, or later if we could not have received one. */
  fromMs: z.number(),
  /** The last beat. Absent before the first one. */
  beatAtMs: z.number().optional(),
  /** Since when the countdown begins again and again, without a beat, because none could have been received. */
  putOffSinceMs: z.number().optional(),
  /** When a beat was found missing; absent while none is. */
  missedAtMs: z.number().optional(),
});
export type HeartbeatState = z.output<typeof HeartbeatState>;

/** The key of a hook's incidents of missing beats. */
export const heartbeatKey = "heartbeat";

/** The timer of a hook's next beat, among those of its incidents. */
export const heartbeatTimer = "heartbeat";

/** How long a missing beat is put off while processes come and go, if its own time isn't longer. */
export const longestPutOffMs = 10 * minuteMs;

/** How long after its time a missing beat is looked for: what was received in time is in the inbox by then. */
export const settleMs = 3_000;

/** When the next beat is due at the latest, in Unix milliseconds. */
export function dueMs({ everySeconds, graceSeconds }: Heartbeat, { fromMs }: HeartbeatState): number {
  return fromMs + (everySeconds + graceSeconds) * 1_000;
}
