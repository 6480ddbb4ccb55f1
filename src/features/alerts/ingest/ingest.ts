import type { Metrics } from "../../../lib/metrics.ts";
import type { Incident } from "../incident/record.ts";
import type { AlertContext, AlertContextOf, AlertStore } from "../context.ts";
import { announceFirstDelivery } from "./first-delivery.ts";
import { isOwnTest } from "../senders/test-event.ts";
import { type Tick, applyEntries } from "./apply-entry.ts";
import { type Hook, workspaceOfHook } from "../hooks/record.ts";
import type { JobQueue } from "../../../platform/jobs/queue.ts";
import type { InboxEntry, ReceivedEvent, Waiting } from "../receive/inbox.ts";

/** How much is worked in at once: few round trips for many events, and others get their turn. */
const mostAtOnce = 50;

interface Folding {
  contextOf: AlertContextOf;
  notifyOutbox: (workspaceId: string, channelId: string) => void;
  metrics?: Pick<Metrics, "events">;
}

/**
 * One step of working what a hook was sent into its incidents, and in rounds what is due of them. All that it leads to is
 * kept in one atomic write, so that a step that is taken twice counts once.
 */
export function ingestInbox({ contextOf, notifyOutbox, metrics }: Folding) {
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
    const { channelIds, counts, isKept } = await fold(hook, waiting, dueIds, nowMs, context);
    if (isKept) {
      countFates(counts, metrics);
      for (const channelId of channelIds) notifyOutbox(workspaceId, channelId);
      await tellIfAwaited(hook, waiting.entries, context);
    }
    // Of what came meanwhile somebody is told again.
    return isKept && !waiting.hasMore && dueIds.length < mostAtOnce ? "done" : "next";
  };
}

async function fold(hook: Hook, waiting: Waiting, dueIds: string[], nowMs: number, context: AlertContext) {
  const { entries, broken } = waiting;
  const known = await knownTo(hook.id, entries, dueIds, context);
  const knownIds = new Set(known.map(({ id }) => id));
  const isDue = new Set(dueIds);
  await context.incidents.prolong(known.filter(({ id, state }) => isDue.has(id) && state !== "resolved"));
  const ticks = dueIds.map((incidentId): Tick => ({ kind: "tick", incidentId, atMs: nowMs }));
  const occurrences = [...entries, ...ticks];
  const { channelIds, ...worked } = applyEntries({ hook, occurrences, known, nowMs, newId: context.newId });
  const counts = broken > 0 ? { ...worked.counts, "suppressed:broken": broken } : worked.counts;
  const isKept = await context.incidents.commit({
    hookId: hook.id,
    waiting,
    ...worked,
    counts,
    gone: dueIds.filter((id) => !knownIds.has(id)),
  });
  return { channelIds, counts, isKept };
}

/** Of the events that no message will show; what becomes of the others their outboxes count. */
function countFates(counts: Readonly<Record<string, number>>, metrics: Folding["metrics"]): void {
  for (const [fate, count] of Object.entries(counts))
    metrics?.events(fate === "merged" ? "merged" : "suppressed", count);
}

/** The present incidents of the events' keys, and those that acts and ticks are about. */
async function knownTo(
  hookId: string,
  entries: readonly InboxEntry[],
  dueIds: readonly string[],
  { incidents }: AlertContext,
): Promise<Incident[]> {
  const eventKeys = new Set(entries.flatMap((entry) => (entry.kind === "event" ? [entry.event.key] : [])));
  const ids = new Set([
    ...dueIds,
    ...entries.flatMap((entry) => (entry.kind === "act" ? [entry.incidentId] : [])),
  ]);
  const [present, others] = await Promise.all([
    incidents.presentOf(hookId, [...eventKeys]),
    incidents.many([...ids]),
  ]);
  // A key's present one comes last, and so counts, where an act is about an older one of the same key.
  const byId = new Map(
    [...others, ...present].flatMap((incident) => (incident ? [[incident.id, incident]] : [])),
  );
  return [...byId.values()];
}

/** A hook that was deleted takes nothing any more; what it was still sent counts as suppressed. */
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

async function tellIfAwaited(
  hook: Hook,
  entries: readonly InboxEntry[],
  context: AlertContext,
): Promise<void> {
  const first = entries.find(
    (entry): entry is ReceivedEvent => entry.kind === "event" && !isOwnTest(entry.event),
  );
  if (hook.awaited && first) await announceFirstDelivery(context, hook, first.event);
}

/** Has every hook worked in of which something is due that nobody sends, or that was sent something and nobody said so. */
export async function ensureIngestion(
  store: Pick<AlertStore, "alertingWorkspaces" | "workspace">,
  foldQueue: Pick<JobQueue, "ensure">,
  now: () => Date,
): Promise<void> {
  const nowMs = now().getTime();
  for (const workspaceId of await store.alertingWorkspaces()) {
    const { inbox, hooks, incidents } = store.workspace(workspaceId);
    const [full, all] = await Promise.all([inbox.full(), hooks.list()]);
    const due = await Promise.all(
      all.map(async ({ id }) => ((await incidents.due(id, nowMs, 1)).length > 0 ? [id] : [])),
    );
    for (const hookId of new Set([...full, ...due.flat()])) await foldQueue.ensure(hookId, {}, true);
  }
}
