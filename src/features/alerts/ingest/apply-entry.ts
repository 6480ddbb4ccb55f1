import type { LoggedEvent } from "../incident/event-log.ts";
import type { IngestedIncident } from "./commit.ts";
import type { Hook } from "../hooks/record.ts";
import { type Incident, isHeld } from "../incident/record.ts";
import { checkEveryMs } from "../incident/incidents.ts";
import { isOwnEvent } from "../incident/event-record.ts";
import type { ServiceOf } from "../linked/service-of.ts";
import { type Advanced, type Facts, type Occurrence, advance, nextTimerMs } from "../incident/advance.ts";
import { type Route, route } from "../routing/route.ts";
import type { IncidentAction, ReceivedEvent } from "../receive/inbox-entries.ts";
import { type TraceEntry, atOnce, newsScore } from "../../../platform/jobs/outbox/shown.ts";

/** The entries to apply, and the incidents known before. */
interface IngestInput {
  hook: Hook;
  occurrences: readonly (ReceivedEvent | IncidentAction | Tick)[];
  /** The present incidents of the events' keys, and the incidents of actions and ticks. */
  known: readonly Incident[];
  /** New incidents are kept while it lasts. */
  holdBack?: Facts["holdBack"];
  /** Finds the service that a new incident is about. */
  serviceOf?: ServiceOf;
  nowMs: number;
  /** Who is on call now, if the hook has a rota. */
  onCall?: Facts["onCall"];
  newId: () => string;
}

/** A timer of this incident may be due. */
interface Tick {
  kind: "tick";
  incidentId: string;
  atMs: number;
}

type Touched = Omit<IngestedIncident, "timerMs"> & { trace: TraceEntry[] };

/**
 * Applies events, actions and ticks to the incidents of a hook in their order. Returns what to store: only the touched
 * incidents, and the channels with something new in their outbox.
 */
export function applyEntries({
  hook,
  occurrences,
  known,
  holdBack,
  serviceOf,
  nowMs,
  newId,
  onCall,
}: IngestInput) {
  const byKey = new Map(known.map((incident) => [incident.key, incident]));
  const byId = new Map(known.map((incident) => [incident.id, incident]));
  const touched = new Map<string, Touched>();
  const log: LoggedEvent[] = [];
  const counts: Record<string, number> = {};
  const count = (fate: string, times: number) => (counts[fate] = (counts[fate] ?? 0) + times);

  function keep(advanced: Advanced, events: number, atMs: number, entry: TraceEntry) {
    const { incident, change, isReleased = false } = advanced;
    const before = touched.get(incident.id);
    const was = byId.get(incident.id);
    const isNew = change === "new" || (before?.isNew === true && !before.isMoved);
    // A released incident is new in its channel too.
    const isMoved =
      !isNew && (before?.isMoved === true || isReleased || was?.channelId !== incident.channelId);
    const mark =
      change === "unchanged" || isHeld(incident)
        ? before?.mark
        : {
            score: Math.min(scoreOf(advanced, was, atMs), before?.mark?.score ?? Infinity),
            events: events + (before?.mark?.events ?? 0),
          };
    const trace = [...(before?.trace ?? []), entry];
    touched.set(incident.id, { incident, isNew: isNew || isMoved, isMoved, mark, trace });
    byId.set(incident.id, incident);
  }

  function applyEvent(received: ReceivedEvent, index: number): void {
    const { event, receivedAtMs } = received;
    // No sender delivered it, so nothing accounts for it.
    const times = isOwnEvent(event) ? 0 : received.times;
    const routed = route(hook, event, new Date(receivedAtMs));
    const advanced = withTrace(withService(applyTo(byKey.get(event.key), received, routed), event), received);
    const { body: _, wholeBody: __, ...short } = event;
    const { isMuted, ruleNumber } = routed;
    const channelId = advanced?.incident.channelId ?? routed.channelId;
    log.push({ receivedAtMs, event: short, channelId, isMuted, ruleNumber });
    if (advanced) byKey.set(event.key, advanced.incident);
    const fate = fateOf(advanced);
    if (fate !== undefined && times > 0) count(fate, times);
    if (!advanced) return;
    // Events of one millisecond keep their order.
    const atMs = received.acceptedAtMs + index / 1_000;
    keep(advanced, fate === undefined ? times : 0, atMs, eventStep(received, advanced));
  }

  function applyAction(occurrence: IncidentAction | Tick, index: number): void {
    const present = byId.get(occurrence.incidentId);
    if (!present) return;
    const advanced = applyTo(present, occurrence, route(hook, present.latest, new Date(nowMs)));
    if (!advanced) return;
    if (byKey.get(present.key)?.id === present.id) byKey.set(present.key, advanced.incident);
    const verb = occurrence.kind === "tick" ? "tick" : occurrence.verb;
    keep(advanced, 0, nowMs + index / 1_000, { step: "action", atMs: nowMs, verb });
  }

  function applyTo(present: Incident | undefined, occurrence: Occurrence, routed: Route) {
    return advance(present, occurrence, {
      hook,
      route: routed,
      newIncidentId: newId(),
      onCall,
      holdBack,
      nowMs,
    });
  }

  function withService(advanced: Advanced | undefined, event: ReceivedEvent["event"]) {
    const service = advanced?.change === "new" ? serviceOf?.(hook, event) : undefined;
    return advanced && service ? { ...advanced, incident: { ...advanced.incident, service } } : advanced;
  }

  function eventStep(
    { receivedAtMs, acceptedAtMs, traceparent, times, event: { state } }: ReceivedEvent,
    { change: led, suppressed }: Advanced,
  ): TraceEntry {
    const batch = occurrences.length;
    const when = { receivedAtMs, acceptedAtMs, atMs: nowMs };
    return { step: "event", ...when, traceparent, times, state, led, suppressed, batch };
  }

  /** An open incident has a timer at least once a week, to extend the lifetime of what belongs to it. */
  function timerOf(incident: Incident): number | undefined {
    const nextMs = nextTimerMs(incident, hook);
    return incident.state === "resolved" ? nextMs : Math.min(nextMs ?? Infinity, nowMs + checkEveryMs);
  }

  for (const [index, occurrence] of occurrences.entries()) {
    if (occurrence.kind === "event") applyEvent(occurrence, index);
    else applyAction(occurrence, index);
  }
  const incidents = [...touched.values()].map((each) => ({ ...each, timerMs: timerOf(each.incident) }));
  const marked = incidents.filter(({ mark }) => mark).map(({ incident }) => incident.channelId);
  return { incidents, log, counts, channelIds: [...new Set(marked)] };
}

/** A message of more events than these links to the latest ones. */
const mostTraces = 10;

/** Keeps nothing of an event that is not exported. After one that is, an empty text takes its place. */
function withTrace(advanced: Advanced | undefined, { traceparent }: ReceivedEvent): Advanced | undefined {
  const { traceparents } = advanced?.incident ?? {};
  if (!advanced || (!traceparents && !traceparent)) return advanced;
  const latest = [...(traceparents ?? []), traceparent ?? ""].slice(-mostTraces);
  const kept = latest.some((each) => each !== "") ? latest : undefined;
  return { ...advanced, incident: { ...advanced.incident, traceparents: kept } };
}

/** The score of an incident in its outbox: urgent ones first, then news, then other changes. */
function scoreOf({ incident, isUrgent }: Advanced, was: Incident | undefined, atMs: number): number {
  if (isUrgent) return atOnce;
  const isNews = was?.state !== incident.state || was.history.at(-1)?.n !== incident.history.at(-1)?.n;
  return isNews ? newsScore(atMs) : atMs;
}

/** The count for an event that no message will show; undefined if one will. */
function fateOf(advanced: Advanced | undefined): string | undefined {
  if (!advanced) return "suppressed:muted";
  if (advanced.suppressed) return `suppressed:${advanced.suppressed}`;
  return advanced.change === "unchanged" ? "merged" : undefined;
}
