import type { Incident } from "../incident/record.ts";
import type { AlertCheck } from "./read-alerts.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { IncidentAction } from "../receive/inbox-entries.ts";

type Reconciliation = Extract<IncidentAction, { verb: "reconcile" }>;

const usualIntervalMs = 5 * minuteMs;
/** A sender tries three times for up to 30 s each, and may send other groups first. */
const onItsWayMs = 2 * minuteMs;

/** The action on an open incident for a check of its alert; undefined if nothing differs. */
export function verdict(incident: Incident, check: AlertCheck, nowMs: number): Reconciliation | undefined {
  const { found, word, intervalMs } = check;
  if (!counts(incident, check, nowMs)) return undefined;
  return {
    kind: "action",
    verb: "reconcile",
    incidentId: incident.id,
    // The time of the request: the sender may send something newer before this action is ingested.
    atMs: check.askedAtMs,
    found,
    word,
    intervalMs: isNewInterval(incident, check) ? intervalMs : undefined,
  };
}

function counts(incident: Incident, check: AlertCheck, nowMs: number): boolean {
  const { truth } = incident;
  switch (check.found) {
    case "over":
      return isConfirmed(incident, check);
    case "deleted":
      return true;
    case "firing":
      return (
        isNewInterval(incident, check) ||
        (truth?.found ?? "firing") !== "firing" ||
        isSilent(incident, check, nowMs)
      );
    case "silenced":
    case "unknown":
      return isNewInterval(incident, check) || truth?.found !== check.found || truth.word !== check.word;
  }
}

/**
 * True if "OK" is newer than the sender's last event. A sender may post a firing event minutes before it writes the
 * state, so the API may still give the old state. An answer counts if it was requested a whole interval plus the time
 * of a post after the last event. By then the alert was evaluated again, and a firing one would have sent another
 * event. A firing event that arrives even later fires the incident again, which is right.
 */
function isConfirmed({ lastSeenAtMs, intervalMs }: Incident, check: AlertCheck): boolean {
  const evaluatedEveryMs = check.intervalMs ?? intervalMs ?? usualIntervalMs;
  return check.askedAtMs > lastSeenAtMs + evaluatedEveryMs + onItsWayMs;
}

/**
 * True if only the API keeps an incident from being presumed over: for an interval, neither an event nor an answer of
 * the API confirmed it. A group is never confirmed, because the API's state is that of all groups together.
 */
function isSilent(
  { lastSeenAtMs, latest, truth }: Incident,
  { intervalMs }: AlertCheck,
  nowMs: number,
): boolean {
  if (latest.group !== undefined || intervalMs === undefined) return false;
  const heardAtMs = truth?.found === "firing" ? Math.max(lastSeenAtMs, truth.atMs) : lastSeenAtMs;
  return nowMs > heardAtMs + intervalMs;
}

/** True if the API gives another interval and the events have no window of their own. */
function isNewInterval({ intervalMs: known, latest }: Incident, { intervalMs }: AlertCheck): boolean {
  return intervalMs !== undefined && intervalMs !== known && latest.windowMs === undefined;
}
