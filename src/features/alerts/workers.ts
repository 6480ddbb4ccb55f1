import type { AlertStore, AlertsContext } from "./context.ts";
import { reconcileWorkspace } from "./reconcile/reconcile.ts";
import { alertOutboxSource } from "./outbox/source.ts";
import { type StormLimits, usualStormLimits } from "./storm/storm.ts";
import type { JobQueue } from "../../platform/jobs/queue.ts";
import type { Work } from "../../platform/jobs/worker.ts";
import type { RunningWorker, WorkerParts } from "../../platform/jobs/workers.ts";
import { startOutboxes, usualPaceMs } from "../../platform/jobs/outbox/outboxes.ts";
import { unfitText } from "../../lib/kinds.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { traffic } from "../../lib/window-counts.ts";
import { minuteMs } from "../../lib/duration.ts";
import { accountant } from "./ingest/account.ts";
import { ensureIngestion, ingestInbox, ingestion } from "./ingest/ingest.ts";
import { escapeName, formatChannel } from "../../platform/blocks/escape.ts";
import type { WatchedItem } from "../../platform/jobs/failing.ts";
import { type Hook, hookRecord, workspaceOfHook } from "./hooks/record.ts";
import { alertJobs, settingsItem } from "./open/waiting.ts";
import * as texts from "./open/texts.ts";
import { roundMs, slowRoundMs } from "../../platform/jobs/due.ts";

/** What tests may replace in the alert workers. */
export interface AlertOverrides {
  /** The pause of a channel's outbox after each post; 0 for none. */
  paceMs?: number;
  storms?: StormLimits;
}

type Parts = WorkerParts<AlertsContext> & { store: AlertStore; overrides: AlertOverrides };

/** The signal that notifies this process' worker of a filled inbox. */
export const inboxSignal = "inbox";

/** The queue with the rounds that ingest what no process did. */
const ingestJob = alertJobs.ingestion;
const outboxJob = alertJobs.outboxes;

/** How often to compare accepted events with their outcomes. */
const accountEveryMs = minuteMs;

const { reconciliation } = alertJobs;

/** The queue that checks open incidents against the API. An item's id is a workspace's id. */
export const reconciliationJob = {
  name: reconciliation,
  subject: "Checking open alerts against their servers",
  work: ({ contextOf, store, queueOf, now }: Parts): Work => ({
    advance: reconcileWorkspace(contextOf),
    round: {
      everyMs: slowRoundMs,
      run: () => ensureReconciliation(store, now().getTime(), queueOf(reconciliation)),
    },
  }),
};

/** Queues workspaces with something to check. */
async function ensureReconciliation(
  store: AlertStore,
  nowMs: number,
  queue: Pick<JobQueue, "ensure">,
): Promise<void> {
  for (const workspaceId of await store.due.slowVisits(nowMs))
    if (await store.workspace(workspaceId).hasObserved()) await queue.ensure(workspaceId, {});
}

/**
 * Starts the workers that bring alerts from the inboxes of hooks through incidents to Slack. The process that filled an
 * inbox ingests it; a round does so if no process did, or if a timer is due.
 */
export function startAlerting(parts: Parts): RunningWorker {
  const { jobConnections, store, contextOf, messengerOf, longestWaitMs, overrides, queueOf, signalOf } =
    parts;
  const { metrics, tracing, now, moment, onRedisError, log } = parts;
  const { failures } = parts;
  /** Their first owner hears what fails for a hook, or for the hooks of a channel. */
  const watchedHooks = (
    workspaceId: string,
    job: string,
    id: string,
    ofIt: (hook: Hook) => boolean,
  ): WatchedItem => ({
    workspaceId,
    job,
    id,
    async about() {
      const hook = (await contextOf(workspaceId).hooks.list()).find(ofIt);
      return job === ingestJob
        ? { subject: texts.alertsOf(escapeName(hook?.name ?? id)), userId: hook?.ownerId }
        : { subject: texts.alertsIn(formatChannel({ channelId: id })), userId: hook?.ownerId };
    },
  });
  const ofHook = (hookId: string) =>
    watchedHooks(workspaceOfHook(hookId) ?? "", ingestJob, hookId, ({ id }) => id === hookId);
  const ofChannel = (workspaceId: string, channelId: string) =>
    watchedHooks(workspaceId, outboxJob, channelId, (hook) => hook.channelId === channelId);
  const outboxes = startOutboxes({
    jobConnections,
    store,
    messengerOf,
    source: alertOutboxSource(contextOf, overrides.storms ?? usualStormLimits),
    watch: {
      failed: (workspaceId, channelId, error) => failures.failed(ofChannel(workspaceId, channelId), error),
      worked: (workspaceId, channelId) => failures.worked(ofChannel(workspaceId, channelId)),
    },
    everyMs: overrides.paceMs,
    longestWaitMs,
    now,
    moment,
    onRedisError,
    metrics,
    tracing,
    log,
  });
  /** Alerts are posted without a setting that can't be used, and its hook's owner hears of it. */
  function checkHook(hook: Hook): void {
    const { id, name, ownerId: userId } = hook;
    const workspaceId = workspaceOfHook(id) ?? "";
    const { hookParts } = contextOf(workspaceId);
    const unfit = unfitText(hookRecord(hookParts), hook);
    const item: WatchedItem = {
      workspaceId,
      job: ingestJob,
      id: settingsItem(id),
      about: async () => ({ subject: texts.settingsOf(escapeName(name)), userId }),
    };
    if (unfit === undefined) failures.worked(item);
    else failures.failed(item, new AppError("user", unfit));
  }
  const ingest = ingestInbox({
    contextOf,
    checkHook,
    notifyOutbox: (workspaceId, channelId) => outboxes.notify(workspaceId, channelId),
    listened: () => store.listened(),
    wake({ queue, id, data }) {
      void queueOf(queue)
        .wake(id, data)
        .catch((err: unknown) => log.debug({ err, queue, id }, "couldn't wake a job; the next round does"));
    },
    metrics,
    tracing,
  });
  const deliveries = traffic(() => performance.now());
  // Without a job for each hook: ingestion is quick and repeatable, and the next round finds what failed.
  const ingesting = ingestion({
    async step(hookId, isRound) {
      const outcome = await ingest(hookId, isRound);
      failures.worked(ofHook(hookId));
      return outcome;
    },
    deliveriesPerSecond: () => deliveries.perSecond(),
    paceMs: overrides.paceMs ?? usualPaceMs,
    onFailure: ingestionFailed,
  });
  function ingestionFailed(err: unknown, hookId: string): void {
    // While Redis is away, its connection logs that.
    if (isAppError(err, "upstream")) return;
    metrics.stepFailed(ingestJob);
    failures.failed(ofHook(hookId), err);
    log.error({ err, hookId }, "couldn't ingest a hook's alerts; the next round tries again");
  }
  queueOf(ingestJob).work({
    // The queue of older versions had a job for each hook.
    advance: (hookId) => ingesting.stepLater(hookId),
    round: failures.watchRound(ingestJob, texts.allAlerts, {
      everyMs: Math.min(roundMs, longestWaitMs),
      run: () => ensureIngestion(store, ingesting.inRound, now),
    }),
  });
  signalOf(inboxSignal).listen((hookId) => {
    deliveries.count();
    ingesting.now(hookId);
  });
  const account = accountant({ store, metrics, log });
  const accounting = setInterval(
    () =>
      void account().catch((err: unknown) =>
        log.debug({ err }, "couldn't compare accepted and shown alerts; the next round tries again"),
      ),
    accountEveryMs,
  ).unref();
  return {
    async close(graceMs) {
      clearInterval(accounting);
      await outboxes.close(graceMs);
    },
  };
}
