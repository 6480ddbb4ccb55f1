import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { eventAtMs } from "./event-time.ts";
import { mentionedByRule } from "./mention.ts";
import { raised } from "./severity.ts";
import type { Facts } from "./step.ts";
import { stated, wordTold, worded } from "./words.ts";

/** An open incident of which the same is told once more: history tells only what is new in that. */
export function repeated(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const known = stated(incident, received);
  const isLate = eventAtMs(received) < incident.latestAtMs;
  if (isLate) return known;
  const isQuiet = facts.route.isMuted || incident.state === "snoozed";
  const retold = wordTold(incident, worded(known, received), isQuiet);
  return mentionedByRule(raised(retold, received, facts), eventAtMs(received), facts);
}
