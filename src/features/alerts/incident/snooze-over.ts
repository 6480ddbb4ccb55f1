import type { Incident } from "./record.ts";
import { rearmed } from "./mention.ts";
import { type Facts, quietly, told } from "./step.ts";

/** When an incident's snooze is over; undefined for one that is not snoozed. */
export function snoozeOverMs({ state, snoozed }: Incident): number | undefined {
  return state === "snoozed" ? snoozed?.untilMs : undefined;
}

/** An incident whose snooze is over, where that is so: acknowledged again if it was, else firing. */
export function snoozeOver(incident: Incident, atMs: number, { hook, route }: Facts): Incident {
  const overMs = snoozeOverMs(incident);
  if (overMs === undefined || overMs > atMs) return incident;
  const { acknowledged, snoozed } = incident;
  const awake: Incident = {
    ...incident,
    state: acknowledged ? "acknowledged" : "firing",
    snoozed: undefined,
  };
  const heldBack = snoozed?.heldBack ?? 0;
  return told(acknowledged ? awake : rearmed(awake, atMs, hook), {
    atMs,
    what: "snooze over",
    heldBack,
    ...quietly(route.isMuted),
  });
}
