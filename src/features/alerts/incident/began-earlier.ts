import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { eventAtMs } from "./event-time.ts";
import { told } from "./step.ts";

/** An incident of which a firing arrives late, maybe after its resolve: it began earlier than was known, and is no other for that. */
export function beganEarlier(incident: Incident, received: ReceivedEvent): Incident {
  const atMs = eventAtMs(received);
  const { openedAtMs, previousEndMs, state, history } = incident;
  const isOfPrevious = previousEndMs !== undefined && atMs <= previousEndMs;
  const isFirst = state === "resolved" && !history.some(({ what }) => what === "fired");
  // Its resolve may have told when it began.
  const isKnown = isFirst ? atMs > openedAtMs : atMs >= openedAtMs;
  if (isOfPrevious || isKnown) return incident;
  const earlier = { ...incident, openedAtMs: atMs };
  return isFirst ? told(earlier, { atMs, what: "fired", isQuiet: true }) : earlier;
}
