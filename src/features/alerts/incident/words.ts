import type { AlertEvent } from "./event-record.ts";
import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { eventAtMs } from "./event-time.ts";
import { quietly, told } from "./step.ts";

/** An incident with what an event says, unless it knows something newer. */
export function worded(incident: Incident, received: ReceivedEvent): Incident {
  const atMs = eventAtMs(received);
  return atMs < incident.latestAtMs ? incident : { ...incident, latest: received.event, latestAtMs: atMs };
}

/** An incident that knows since when its state is told by its sender. */
export function stated(incident: Incident, received: ReceivedEvent): Incident {
  if (received.event.state === "unclear") return incident;
  return { ...incident, stateAtMs: Math.max(incident.stateAtMs ?? -Infinity, eventAtMs(received)) };
}

/** Tells where the sender's word changes from or to one that is neither firing nor resolved, as "no data" is. */
export function wordTold(before: Incident, incident: Incident, isQuiet: boolean): Incident {
  const [was, is] = [before.latest, incident.latest];
  const word = wordOf(is);
  const isUnclear = was.state === "unclear" || is.state === "unclear";
  if (word === undefined || !isUnclear || word.toLowerCase() === wordOf(was)?.toLowerCase()) return incident;
  return told(incident, { atMs: incident.latestAtMs, what: "word changed", note: word, ...quietly(isQuiet) });
}

function wordOf({ stateWord, state }: AlertEvent): string | undefined {
  return stateWord ?? (state === "unclear" ? undefined : state);
}
