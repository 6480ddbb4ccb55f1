import { isAppError } from "../../../lib/errors.ts";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** The header of a delivery of our own that only tries whether a hook can be reached: nobody is told of it. */
export const probeHeader = "x-quartermaster-probe";

const lifetimeMs = minuteMs;

/** What such a delivery carries, so that nobody else can send one. */
export function hookProbe(hookId: string, at: Date, sealer: WorkspaceSealer): string {
  return sealer.seal(at.toISOString(), purposeOf(hookId));
}

/** True for one that was made for that hook within the last minute. */
export function isHookProbe(text: unknown, hookId: string, now: Date, sealer: WorkspaceSealer): boolean {
  if (typeof text !== "string") return false;
  try {
    const ageMs = now.getTime() - Date.parse(sealer.open(text, purposeOf(hookId)));
    return Math.abs(ageMs) <= lifetimeMs;
  } catch (error) {
    if (isAppError(error, "auth")) return false;
    throw error;
  }
}

function purposeOf(hookId: string): string {
  return `probe of hook ${hookId}`;
}
