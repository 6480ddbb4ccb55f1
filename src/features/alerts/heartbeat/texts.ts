import { humanDuration } from "../../../lib/duration.ts";
import { utcTime } from "../../../lib/time.ts";
import type { Heartbeat } from "./record.ts";

// The plain words of missing beats. They are escaped later, as an alert's words are.

export const beat = "A beat";
export const missing = (hook: string, { everySeconds, graceSeconds }: Heartbeat) =>
  `No beat from ${hook} for ${humanDuration(everySeconds + graceSeconds)}`;
export const missingName = (hook: string) => `No beat from ${hook}`;
export const missingBody = ({ everySeconds, graceSeconds }: Heartbeat, beatAtMs: number | undefined) => {
  const grace = graceSeconds === 0 ? "" : `, and it may be ${humanDuration(graceSeconds)} late`;
  const last =
    beatAtMs === undefined ? "None has come yet." : `The last one came ${utcTime(new Date(beatAtMs))}.`;
  return `A beat is expected every ${humanDuration(everySeconds)}${grace}. ${last}`;
};
