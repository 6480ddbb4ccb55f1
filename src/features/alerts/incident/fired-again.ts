import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { eventAtMs } from "./event-time.ts";
import { turned } from "./flapping.ts";
import { mentionedByRule, rearmed } from "./mention.ts";
import { raised } from "./severity.ts";
import type { Facts } from "./step.ts";
import { stated, worded } from "./words.ts";

/** An incident that was over and fires again: it is nobody's now, and what the API said of it before says nothing. */
export function firedAgain(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const atMs = eventAtMs(received);
  const firing: Incident = {
    ...stated(worded(incident, received), received),
    state: "firing",
    resolved: undefined,
    acknowledged: undefined,
    truth: undefined,
  };
  const armed = rearmed(firing, received.receivedAtMs, facts.hook);
  const again = turned(armed, { atMs, what: "fired again" }, facts.route.isMuted);
  return mentionedByRule(raised(again, received, facts), atMs, facts);
}
