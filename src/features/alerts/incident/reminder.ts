import type { Incident } from "./record.ts";
import { told } from "./step.ts";
import { minuteMs } from "../../../lib/duration.ts";

const remindedAfterMs = 30 * minuteMs;

/** When whoever acknowledged an incident is to be reminded; undefined where that is done, or not due as things are. */
export function reminderDueMs({ state, acknowledged, truth }: Incident): number | undefined {
  if (state !== "acknowledged" || !acknowledged || truth?.found === "silenced") return undefined;
  return acknowledged.remindedAtMs === undefined ? acknowledged.atMs + remindedAfterMs : undefined;
}

/** An incident that somebody took and did not resolve: they are reminded once, unless it is muted. */
export function reminded(incident: Incident, atMs: number, isMuted: boolean): Incident {
  const dueMs = reminderDueMs(incident);
  const { acknowledged } = incident;
  if (dueMs === undefined || dueMs > atMs || !acknowledged) return incident;
  const done = { ...incident, acknowledged: { ...acknowledged, remindedAtMs: atMs } };
  return isMuted ? done : told(done, { atMs, what: "reminded", userId: acknowledged.userId });
}
