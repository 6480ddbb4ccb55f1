import type { Metrics } from "../../../lib/metrics.ts";
import { type Origin, type Tracing, continuing, noTracing } from "../../../lib/tracing/tracing.ts";
import type { Incident } from "../incident/record.ts";
import type { AlertContext, AlertContextOf, AlertStore } from "../context.ts";
import { announceFirstDelivery } from "./first-delivery.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import { takeBeats } from "../heartbeat/ingest.ts";
import { dealWithMaintenance } from "../maintenance/ingest.ts";
import { maintenanceTimer } from "../maintenance/record.ts";
import { heartbeatTimer } from "../heartbeat/record.ts";
import type { Listened } from "../../../platform/redis/listening.ts";
import { handoverMark } from "../handover/progress.ts";
import { type ServiceOf, serviceFinders } from "../linked/service-of.ts";
import { onCallFor } from "../rota/for-escalation.ts";
import { applyEntries } from "./apply-entry.ts";
import { type Hook, workspaceOfHook } from "../hooks/record.ts";
import type { Visit } from "../../../platform/jobs/due.ts";
import type { Waiting } from "../receive/inbox.ts";
import type { InboxEntry } from "../receive/inbox-entries.ts";

/** The most entries in one step: few round trips for many events, but short steps. */
const mostAtOnce = 50;

interface IngestParts {
  contextOf: AlertContextOf;
  notifyOutbox: (workspaceId: string, channelId: string) => void;
  /** Since when deliveries could arrive. */
  listened: () => Promise<Listened>;
  /** Looks at the settings of each hook with something to ingest. */
  checkHook?: (hook: Hook) => void;
  /** Tells where an incident was handed over what changed. A round does so too. */
  notifyHandover?: (workspaceId: string, incidentId: string) => void;
  metrics?: Pick<Metrics, "events">;
  tracing?: Tracing;
}

/**
 * Makes the step that ingests a part of a hook's inbox, and in rounds also its due timers. All results are stored in
 * one atomic write, so a repeated step counts once.
 */
export function ingestInbox({
  contextOf,
  notifyOutbox,
  notifyHandover,
  checkHook,
  listened,
  metrics,
  tracing = noTracing,
}: IngestParts) {
  const finderOf = serviceFinders();
  return async (hookId: string, isRound = true): Promise<"next" | "done"> => {
    const workspaceId = workspaceOfHook(hookId);
    if (workspaceId === undefined) return "done";
    const context = contextOf(workspaceId);
    const nowMs = context.now().getTime();
    const [hook, waiting, dueIds] = await Promise.all([
      context.hooks.find(hookId),
      context.inbox.waiting(hookId, mostAtOnce),
      isRound ? context.incidents.due(hookId, nowMs, mostAtOnce) : [],
    ]);
    if (!hook) return clearOut(hookId, waiting, context);
    if (waiting.taken + waiting.flood.length + dueIds.length === 0) return "done";
    checkHook?.(hook);
    const events = waiting.entries.filter(({ kind }) => kind === "event").length;
    const about = { "qm.workspace": workspaceId, "qm.hook": hookId, "qm.events": events };
    const { channelIds, counts, handovers, isKept } = await tracing.begin(
      "alerts.ingest",
      about,
      originOf(waiting.entries),
      () => ingestPart({ hook, waiting, dueIds, nowMs, listened, finderOf, tracing }, context),
    );
    if (!isKept) return "next";
    // The outboxes count the events that a message will show.
    for (const [fate, count] of Object.entries(counts))
      metrics?.events(fate === "merged" ? "merged" : "suppressed", count);
    for (const channelId of channelIds) notifyOutbox(workspaceId, channelId);
    for (const { id } of handovers) notifyHandover?.(workspaceId, id);
    await announceFirstDelivery(context, hook, eventsIn(waiting.entries));
    // A signal or the next round follows for what arrived meanwhile.
    return waiting.hasMore || dueIds.length === mostAtOnce ? "next" : "done";
  };
}

function eventsIn(entries: readonly InboxEntry[]): AlertEvent[] {
  return entries.flatMap((entry) => (entry.kind === "event" ? [entry.event] : []));
}

/** The traces of the requests that brought the events. Actions and timers alone begin a trace. */
function originOf(entries: readonly InboxEntry[]): Origin {
  const traceparents = entries.flatMap((entry) => (entry.kind === "event" ? [entry.traceparent] : []));
  return traceparents.length === 0 ? {} : continuing(traceparents);
}

interface Part {
  hook: Hook;
  waiting: Waiting;
  dueIds: readonly string[];
  nowMs: number;
  listened: () => Promise<Listened>;
  finderOf: (context: AlertContext) => Promise<ServiceOf>;
  tracing: Tracing;
}

async function ingestPart(
  { hook, waiting, dueIds, nowMs, listened, finderOf, tracing }: Part,
  context: AlertContext,
) {
  const isDue = new Set(dueIds);
  const beats = await takeBeats(
    { hook, waiting, isDue: isDue.has(heartbeatTimer), nowMs, listened },
    context,
  );
  if (hook.heartbeat) isDue.delete(heartbeatTimer);
  const maintenance = await dealWithMaintenance(hook, isDue.delete(maintenanceTimer), nowMs, context);
  const own = beats.events.map((event) => ({ ...event, traceparent: tracing.eventTraceparent() }));
  const entries = [...beats.others, ...own];
  const [known, serviceOf] = await Promise.all([
    knownTo(hook.id, entries, [...isDue], context),
    finderOf(context),
  ]);
  const knownIds = new Set(known.map(({ id }) => id));
  await context.incidents.prolong(known.filter(({ id, state }) => isDue.has(id) && state !== "resolved"));
  const ticks = [...isDue].map((incidentId) => ({ kind: "tick", incidentId, atMs: nowMs }) as const);
  const occurrences = [...entries, ...ticks];
  const onCall = isDue.size === 0 ? undefined : await onCallFor(hook, nowMs, context);
  const { channelIds, ...result } = applyEntries({
    hook,
    occurrences,
    known,
    maintenance: maintenance.span,
    serviceOf,
    nowMs,
    newId: context.newId,
    onCall,
  });
  const counts = withFates(result.counts, { broken: waiting.broken, heartbeat: beats.count });
  const gone = [...isDue].filter((id) => !knownIds.has(id));
  const marks = result.handovers.map((incident) => handoverMark(context.workspaceId, incident));
  const held = maintenance.commandsAfter(result.incidents, known, result.counts);
  const also = [...beats.commands, ...held, ...marks];
  const commit = { hookId: hook.id, waiting, ...result, counts, gone, also, nowMs };
  const notified = maintenance.hasNotes ? [...channelIds, hook.channelId] : channelIds;
  const isKept = await context.incidents.commit(commit);
  return { channelIds: notified, counts, handovers: result.handovers, isKept };
}

/** The counts with those of events that became no incident, by reason. */
function withFates(counts: Readonly<Record<string, number>>, fates: Readonly<Record<string, number>>) {
  const more = Object.entries(fates).filter(([, count]) => count > 0);
  return { ...counts, ...Object.fromEntries(more.map(([reason, count]) => [`suppressed:${reason}`, count])) };
}

/** The present incidents of the events' keys, and the incidents of actions and ticks. */
async function knownTo(
  hookId: string,
  entries: readonly InboxEntry[],
  dueIds: readonly string[],
  { incidents }: AlertContext,
): Promise<Incident[]> {
  const eventKeys = new Set(eventsIn(entries).map(({ key }) => key));
  const ids = new Set([
    ...dueIds,
    ...entries.flatMap((entry) => (entry.kind === "action" ? [entry.incidentId] : [])),
  ]);
  const [present, others] = await Promise.all([
    incidents.presentOf(hookId, [...eventKeys]),
    incidents.many([...ids]),
  ]);
  // The present incident of a key comes last, so it wins over an older one of the same key.
  const byId = new Map(
    [...others, ...present].flatMap((incident) => (incident ? [[incident.id, incident]] : [])),
  );
  return [...byId.values()];
}

/** Empties the inbox of a deleted hook. Its events count as suppressed. */
async function clearOut(
  hookId: string,
  waiting: Waiting,
  { incidents }: AlertContext,
): Promise<"next" | "done"> {
  const { entries, taken, flood } = waiting;
  if (taken + flood.length === 0) return "done";
  const times = entries.map((entry) => (entry.kind === "event" ? entry.times : 0));
  const events = times.reduce((sum, each) => sum + each, waiting.broken);
  const counts = { "suppressed:hook deleted": events };
  await incidents.commit({ hookId, waiting, incidents: [], gone: [], log: [], counts });
  return "next";
}

/** How many workspaces to look at in one moment. */
const looksAtOnce = 100;

/** Starts the ingestion of the hooks with entries in their inbox or a due timer. */
export async function ensureIngestion(
  store: Pick<AlertStore, "due" | "workspace">,
  ingestSoon: (hookId: string) => void,
  now: () => Date,
): Promise<void> {
  const nowMs = now().getTime();
  const visits = await store.due.visits(nowMs);
  for (let from = 0; from < visits.length; from += looksAtOnce)
    await Promise.all(visits.slice(from, from + looksAtOnce).map(visitWorkspace));

  async function visitWorkspace(visit: Visit): Promise<void> {
    const { hookIds, ...findings } = await store.workspace(visit.workspaceId).pendingAlerts(nowMs);
    for (const hookId of hookIds) ingestSoon(hookId);
    await store.due.noteVisit(visit, findings);
  }
}
