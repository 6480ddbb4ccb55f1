import type { Metrics } from "../../../lib/metrics.ts";
import { type Origin, type Tracing, continuing, noTracing } from "../../../lib/tracing/tracing.ts";
import { debounced, withBackpressure } from "../../../platform/jobs/backpressure.ts";
import type { Visit } from "../../../platform/jobs/due.ts";
import type { Listened } from "../../../platform/redis/listening.ts";
import type { AlertContext, AlertContextOf, AlertStore } from "../context.ts";
import type { IngestPart, Ingestion, Job } from "../hooks/part.ts";
import { type Hook, workspaceOfHook } from "../hooks/record.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";
import type { Facts } from "../incident/step.ts";
import { type ServiceOf, serviceFinders } from "../linked/service-of.ts";
import type { InboxEntry } from "../receive/inbox-entries.ts";
import type { Waiting } from "../receive/inbox.ts";
import { applyEntries } from "./apply-entry.ts";
import { announceFirstDelivery } from "./first-delivery.ts";

/** The most entries in one step: few round trips for many events, but short steps. */
const mostAtOnce = 50;

interface IngestParts {
  contextOf: AlertContextOf;
  notifyOutbox: (workspaceId: string, channelId: string) => void;
  /** Since when deliveries could arrive. */
  listened: () => Promise<Listened>;
  /** Looks at the settings of each hook with something to ingest. */
  checkHook?: (hook: Hook) => void;
  /** Wakes a job of a part of hooks. A round does so too. */
  wake?: (job: Job) => void;
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
  wake,
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
    const { channelIds, counts, jobs, isKept } = await tracing.begin(
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
    for (const job of jobs) wake?.(job);
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
  const added = await ingestParts({ hook, waiting, isDue, nowMs, listened }, context);
  const events = added.flatMap((each) => each.events ?? []);
  const own = events.map((event) => ({ ...event, traceparent: tracing.eventTraceparent() }));
  const entries = [...(added.findLast((each) => each.entries)?.entries ?? waiting.entries), ...own];
  const [known, serviceOf] = await Promise.all([
    knownTo(hook.id, entries, [...isDue], context),
    finderOf(context),
  ]);
  const knownIds = new Set(known.map(({ id }) => id));
  await context.incidents.prolong(known.filter(({ id, state }) => isDue.has(id) && state !== "resolved"));
  const ticks = [...isDue].map((incidentId) => ({ kind: "tick", incidentId, atMs: nowMs }) as const);
  const occurrences = [...entries, ...ticks];
  const onCall = isDue.size === 0 ? undefined : await onCallFor(hook, nowMs, context);
  const holdBack = added.find((each) => each.holdBack)?.holdBack;
  const { channelIds, ...result } = applyEntries({
    hook,
    occurrences,
    known,
    holdBack,
    serviceOf,
    nowMs,
    newId: context.newId,
    onCall,
  });
  const suppressed = Object.assign({ broken: waiting.broken }, ...added.map((each) => each.suppressed));
  const counts = withFates(result.counts, suppressed);
  const gone = [...isDue].filter((id) => !knownIds.has(id));
  const also = added.flatMap((each) => each.store?.({ ...result, known }) ?? []);
  const commit = { hookId: hook.id, waiting, ...result, counts, gone, also, nowMs };
  const notified = added.some((each) => each.isPosting) ? [...channelIds, hook.channelId] : channelIds;
  const isKept = await context.incidents.commit(commit);
  return { channelIds: notified, counts, jobs: added.flatMap((each) => each.wake?.() ?? []), isKept };
}

/** What the parts of a hook do with it. A timer that a part takes belongs to that part, not to an incident. */
async function ingestParts(
  { isDue, ...rest }: Omit<IngestPart, "isDue"> & { isDue: Set<string> },
  context: AlertContext,
): Promise<Ingestion[]> {
  const added: Ingestion[] = [];
  let entries = rest.waiting.entries;
  for (const { timer = "", ingest } of context.hookParts) {
    const waiting = { ...rest.waiting, entries };
    const one = await ingest?.({ ...rest, waiting, isDue: isDue.has(timer) }, context);
    if (!one) continue;
    isDue.delete(timer);
    added.push(one);
    entries = one.entries ?? entries;
  }
  return added;
}

/** Whom an escalation mentions now, from the first part that says so. */
async function onCallFor(hook: Hook, nowMs: number, context: AlertContext): Promise<Facts["onCall"]> {
  for (const part of context.hookParts) {
    const onCall = await part.onCall?.(hook, nowMs, context);
    if (onCall) return onCall;
  }
  return undefined;
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

/** Above this rate, accepting deliveries goes before ingesting the rest of a full inbox. */
const busyPerSecond = 500;

/**
 * How long ingestion then rests after each step, as a multiple of the step's own time: 0 up to the busy rate, then at
 * least 2, and 10 at ten times that rate.
 */
function restPerWork(deliveriesPerSecond: number): number {
  return deliveriesPerSecond <= busyPerSecond ? 0 : Math.max(2, deliveriesPerSecond / busyPerSecond);
}

/** Even then ingestion waits no longer than this, because messages have to be in Slack within 5 s. */
const longestIngestWaitMs = 2_000;
/** How many hooks of a workspace are ingested at once: enough to share round trips, and few enough for memory. */
const ingestsAtOnce = 32;
/**
 * The alerts of a hook gather for at least this time, and for the pause between two posts in its channel: ingested
 * sooner, they would not be shown sooner. The first one after a quiet time does not wait.
 */
const shortestApartMs = 250;

interface Options {
  /** Ingests a part of a hook's inbox. */
  step: (hookId: string, isRound?: boolean) => Promise<"next" | "done">;
  /** How many deliveries this process gets. */
  deliveriesPerSecond: () => number;
  /** The pause between two posts in a channel. */
  paceMs: number;
  onFailure: (error: unknown, hookId: string) => void;
}

/**
 * Takes the steps of hooks' inboxes in this process. Of many notices for one hook, one follows the present one after a
 * pause. Its first step never yields to deliveries; the rest of a full inbox does.
 */
export function ingestion({ step, deliveriesPerSecond, paceMs, onFailure }: Options) {
  const stepWith = (pressure: () => number) =>
    withBackpressure(step, {
      pressure,
      most: ingestsAtOnce,
      longestWaitMs: longestIngestWaitMs,
      // A flooded workspace does not delay another.
      ownerOf: (hookId) => workspaceOfHook(hookId) ?? "",
    });
  const stepAtOnce = stepWith(() => 0);
  const stepLater = stepWith(() => restPerWork(deliveriesPerSecond()));
  const ingesting = (isRound: boolean) =>
    debounced(
      async (hookId) => {
        // One step shows each channel what it may post next.
        let takeStep = stepAtOnce;
        while ((await takeStep(hookId, isRound)) === "next") takeStep = stepLater;
      },
      onFailure,
      Math.max(shortestApartMs, paceMs),
    );
  return {
    /** Ingests what arrived in a hook's inbox. */
    now: ingesting(false),
    /** Does so too, and takes the hook's due timers. */
    inRound: ingesting(true),
    /** Takes one step when there is room for it. */
    stepLater,
  };
}
