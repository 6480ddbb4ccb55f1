import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { againWithinMs, endMs, eventAtMs, isOlderThanState } from "./event-time.ts";

/**
 * What an event is to the incident of its key:
 * - "anew": it begins another incident
 * - "again": it fires one again that was over
 * - "repeat": it says again what is so, maybe with other words
 * - "end": it says that an open one is over
 * - "end too": it says so of one that is over
 * - "aside": it says of one that is over what neither begins nor ends anything
 * - "began earlier": it says late that it had fired
 * - "count": it is counted, and says nothing more
 */
export type Relation = "anew" | "again" | "repeat" | "end" | "end too" | "aside" | "began earlier" | "count";

/** Tells it by the sender's clock, whatever the order of arrival was; of equal times, what arrives later counts. */
export function relationOf(present: Incident, received: ReceivedEvent): Relation {
  const { event } = received;
  if (event.isTest) return isLongOver(present, received) ? "anew" : "count";
  if (present.latest.isTest) return "anew";
  if (event.state === "resolved") return relationOfEnd(present, received);
  return event.state === "firing"
    ? relationOfFiring(present, received)
    : relationOfUnclear(present, received);
}

function relationOfFiring(present: Incident, received: ReceivedEvent): Relation {
  if (isOlderThanState(present, eventAtMs(received))) return "began earlier";
  return present.state === "resolved" ? relationAfterEnd(present, received) : "repeat";
}

function relationOfUnclear(present: Incident, received: ReceivedEvent): Relation {
  if (eventAtMs(received) < present.latestAtMs) return "count";
  if (present.state !== "resolved") return "repeat";
  const relation = relationAfterEnd(present, received);
  // It begins nothing by itself, but where its sender never says more, it is all that tells of a new one.
  return relation === "again" && present.stateAtMs !== undefined ? "aside" : relation;
}

function relationOfEnd(present: Incident, received: ReceivedEvent): Relation {
  const atMs = eventAtMs(received);
  if (isOlderThanState(present, atMs)) return "count";
  if (present.state === "resolved") return "end too";
  // What came so long after it, though unclear, began another one.
  return present.latestAtMs - atMs > againWithinMs ? "count" : "end";
}

function relationAfterEnd(present: Incident, received: ReceivedEvent): Relation {
  const begunAtMs = received.event.startsAtMs ?? eventAtMs(received);
  // A person said that it is over: what goes on since before is no news.
  if (present.resolved?.how === "person" && begunAtMs <= present.resolved.atMs) return "count";
  return isLongOver(present, received) ? "anew" : "again";
}

function isLongOver(present: Incident, received: ReceivedEvent): boolean {
  const overMs = endMs(present);
  return overMs !== undefined && eventAtMs(received) - overMs > againWithinMs;
}
