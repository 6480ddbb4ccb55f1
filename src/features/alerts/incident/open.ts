import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { endMs, eventAtMs } from "./event-time.ts";
import { mentionedByRule } from "./mention.ts";
import { severityOf } from "./severity.ts";
import { type Advanced, type Facts, told } from "./step.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** Opens an incident by its first event: firing, also where that is unclear; resolved already for a resolve or a test. */
export function opened(received: ReceivedEvent, facts: Facts, previous?: Incident): Advanced {
  const incident = firstLine(begun(received, facts, previous));
  const mentioned = mentionedByRule(incident, eventAtMs(received), facts);
  const isUrgent = incident.severity === "critical" && incident.state === "firing";
  return { incident: mentioned, change: "new", isUrgent };
}

function begun(received: ReceivedEvent, facts: Facts, previous: Incident | undefined): Incident {
  const { event, receivedAtMs, times } = received;
  const atMs = eventAtMs(received);
  const severity = severityOf(received, facts);
  const previousEndMs = previous && !previous.latest.isTest ? endMs(previous) : undefined;
  const stateAtMs = event.state === "unclear" ? previousEndMs : atMs;
  return {
    id: facts.newIncidentId,
    hookId: facts.hook.id,
    key: event.key,
    channelId: facts.route.channelId,
    revision: 1,
    latest: event,
    ...(severity && { severity }),
    openedAtMs: begunAtMs(received),
    lastSeenAtMs: receivedAtMs,
    latestAtMs: atMs,
    ...(stateAtMs !== undefined && { stateAtMs }),
    ...(previousEndMs !== undefined && { previousEndMs }),
    times,
    ...(event.windowMs !== undefined && { intervalMs: event.windowMs }),
    ...standing(received, facts),
    changedAtMs: [],
    isFlapping: false,
    history: [],
  };
}

/** A resolve may tell since when it had fired; a window only tells when it was evaluated. */
function begunAtMs(received: ReceivedEvent): number {
  const { state, isTest, startsAtMs, windowMs } = received.event;
  const atMs = eventAtMs(received);
  const isTold = state === "resolved" && !isTest && startsAtMs !== undefined && windowMs === undefined;
  return isTold ? Math.min(startsAtMs, atMs) : atMs;
}

/** A test is over at once, and so is never escalated. People have had a chance to act since it was received. */
function standing(
  received: ReceivedEvent,
  { hook }: Facts,
): Pick<Incident, "state" | "resolved" | "mention"> {
  const { isTest, state } = received.event;
  if (isTest || state === "resolved")
    return { state: "resolved", resolved: { atMs: eventAtMs(received), how: "sender" } };
  const { escalation } = hook;
  if (!escalation) return { state: "firing" };
  const { groupId, afterMinutes } = escalation;
  return { state: "firing", mention: { groupId, atMs: received.receivedAtMs + afterMinutes * minuteMs } };
}

/** Quiet, for the message in the channel says the same. */
function firstLine(incident: Incident): Incident {
  const { state, latest, latestAtMs: atMs } = incident;
  const what = latest.isTest || state === "firing" ? "fired" : "resolved";
  const word = latest.state === "unclear" ? latest.stateWord : undefined;
  return told(incident, { atMs, what, ...(word !== undefined && { note: word }), isQuiet: true });
}
