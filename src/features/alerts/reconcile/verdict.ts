import type { Incident } from "../incident/record.ts";
import type { Look } from "./read-alerts.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { IncidentAction } from "../receive/inbox.ts";

type Reconciliation = Extract<IncidentAction, { act: "reconcile" }>;

const usualIntervalMs = 5 * minuteMs;
/** A sender tries three times, for 30 s each, and may have other groups to tell before. */
const onItsWayMs = 2 * minuteMs;

/** What is to be done to an open incident for what the API says of its alert; undefined where nothing differs. */
export function verdict(incident: Incident, look: Look, nowMs: number): Reconciliation | undefined {
  const { found, word, intervalMs } = look;
  if (!counts(incident, look, nowMs)) return undefined;
  return {
    kind: "act",
    act: "reconcile",
    incidentId: incident.id,
    // Not now: by the time that the act has its turn, the sender may have said something newer.
    atMs: look.askedAtMs,
    found,
    ...(word !== undefined && { word }),
    ...(isNewInterval(incident, look) && { intervalMs }),
  };
}

function counts(incident: Incident, look: Look, nowMs: number): boolean {
  const { truth } = incident;
  switch (look.found) {
    case "over":
      return isSettled(incident, look);
    case "deleted":
      return true;
    case "firing":
      return (
        isNewInterval(incident, look) ||
        differs(truth?.found ?? "firing", look) ||
        isSilent(incident, look, nowMs)
      );
    case "silenced":
    case "unknown":
      return isNewInterval(incident, look) || differs(truth?.found, look) || truth?.word !== look.word;
  }
}

function differs(before: string | undefined, { found }: Look): boolean {
  return before !== found;
}

/**
 * True where "OK" is no older than what the sender last said. A sender posts a firing before it writes the state, or after;
 * with all its tries minutes may lie between, and until then the API still says what was before. An answer counts when it
 * was asked for a whole interval after the last sighting, and the time that a post may take besides: by then the alert was
 * evaluated again, and had it still fired, both its state and a new sighting would say so. A firing that is on its way
 * even then opens the incident again, which is right, for then it began anew.
 */
function isSettled({ lastSeenAtMs, intervalMs }: Incident, look: Look): boolean {
  const evaluatedEveryMs = look.intervalMs ?? intervalMs ?? usualIntervalMs;
  return look.askedAtMs > lastSeenAtMs + evaluatedEveryMs + onItsWayMs;
}

/**
 * True where the API alone keeps an incident from being presumed over: its sender was not heard for an interval, nor was the
 * API noted to confirm it. Of a group it confirms nothing, since the state is that of all groups together.
 */
function isSilent({ lastSeenAtMs, latest, truth }: Incident, { intervalMs }: Look, nowMs: number): boolean {
  if (latest.group !== undefined || intervalMs === undefined) return false;
  const heardAtMs = truth?.found === "firing" ? Math.max(lastSeenAtMs, truth.atMs) : lastSeenAtMs;
  return nowMs > heardAtMs + intervalMs;
}

/** What events say of their own windows counts more. */
function isNewInterval({ intervalMs: known, latest }: Incident, { intervalMs }: Look): boolean {
  return intervalMs !== undefined && intervalMs !== known && latest.windowMs === undefined;
}
