import { type AlertStore, type AlertsContext, alertContexts } from "./context.ts";
import { reconcileWorkspace } from "./reconcile/reconcile.ts";
import { alertOutboxSource } from "./outbox/source.ts";
import { type StormLimits, usualStormLimits } from "./storm/storm.ts";
import type { Work } from "../../platform/jobs/queue.ts";
import type { RunningWorker, WorkerParts } from "../../platform/jobs/workers.ts";
import { startOutboxes } from "../../platform/jobs/outbox/outboxes.ts";
import { traffic } from "../../lib/traffic.ts";
import { minuteMs } from "../../lib/duration.ts";
import { workspaceOfHook } from "./hooks/record.ts";
import { accountant } from "./ingest/account.ts";
import { ensureFolds, foldInbox } from "./ingest/ingest.ts";
import { debounced, givingWay } from "../../platform/jobs/backpressure.ts";

/** What tests replace of the way of alerts. */
export interface AlertOverrides {
  /** How long a channel is left alone after a post of alerts; 0 for not at all. */
  paceMs?: number;
  storms?: StormLimits;
  /** How often the API is asked what became of open incidents. */
  reconcileEveryMs?: number;
}

type Parts = WorkerParts<AlertsContext> & { store: AlertStore; overrides: AlertOverrides };

/** The signal that tells this process' worker of a filled inbox. */
export const inboxSignal = "inbox";

/** The queue that ingests the inboxes of hooks; an item is a hook. */
const ingestJob = "folds";

/** How often all that was accepted is held against what became of it. */
const accountEveryMs = minuteMs;
/** Within how long an inbox is found that nobody was told of. */
const roundMs = 5_000;
/** Senders look once a minute at most. */
const usualReconcileMs = minuteMs;

/**
 * Where more deliveries than that come in a second, taking them in goes before working them in: that rests twice as long
 * as it works, at ten times as many ten times as long, and so on.
 */
const busyPerSecond = 500;

/** How many times longer than it works, working in rests. */
function restPerWork(deliveriesPerSecond: number): number {
  return deliveriesPerSecond <= busyPerSecond ? 0 : Math.max(2, deliveriesPerSecond / busyPerSecond);
}
/** A hook that is sent one alert after the other is worked in so often. */
const ingestApartMs = 250;

/** The queue that asks the API what became of open incidents, an item a workspace. */
export const reconciliationJob = {
  name: "reconciliation",
  work: ({ contextOf, store, queueOf, overrides }: Parts): Work => ({
    advance: reconcileWorkspace(contextOf),
    round: {
      everyMs: overrides.reconcileEveryMs ?? usualReconcileMs,
      run: async () => {
        for (const workspaceId of await store.alertingWorkspaces())
          await queueOf("reconciliation").ensure(workspaceId, {});
      },
    },
  }),
};

/**
 * Starts the way of alerts from the inboxes of hooks through incidents to Slack's channels. An inbox is ingested in the
 * process that filled it, and by a job if no process did or something is due. One job a channel shows what came of it.
 */
export function startAlerting(parts: Parts): RunningWorker {
  const { redisUrl, store, contextOf, messengerOf, longestWaitMs, overrides, queueOf, signalOf } = parts;
  const { metrics, now, onRedisError, log } = parts;
  const alertContextOf = alertContexts(contextOf);
  const outboxes = startOutboxes({
    redisUrl,
    store,
    messengerOf,
    source: alertOutboxSource(alertContextOf, overrides.storms ?? usualStormLimits),
    ...(overrides.paceMs === undefined ? {} : { pace: { everyMs: overrides.paceMs } }),
    longestWaitMs,
    now,
    onRedisError,
    metrics,
    log,
  });
  const fold = foldInbox({
    contextOf: alertContextOf,
    notifyOutbox: (workspaceId, channelId) => outboxes.notify(workspaceId, channelId),
    metrics,
  });
  const coming = traffic(() => performance.now());
  const foldStep = givingWay(fold, {
    pressure: () => restPerWork(coming.perSecond()),
    // One that is flooded keeps no other waiting.
    ownerOf: (hookId) => workspaceOfHook(hookId) ?? "",
  });
  queueOf(ingestJob).work({
    advance: (hookId) => foldStep(hookId),
    round: {
      everyMs: Math.min(roundMs, longestWaitMs),
      run: () => ensureFolds(store, queueOf(ingestJob), now),
    },
  });
  // Done here and now: it is quick, may be done twice, and a job would cost more than it does.
  const foldNow = debounced(
    async (hookId) => {
      while ((await foldStep(hookId, false)) === "next");
    },
    // The round finds what waits; while Redis is away, its connection tells the log.
    (err, hookId) => log.debug({ err, hookId }, "a hook's inbox waits for the next round"),
    ingestApartMs,
  );
  signalOf(inboxSignal).listen((hookId) => {
    coming.count();
    foldNow(hookId);
  });
  const account = accountant({ store, metrics, log });
  const accounting = setInterval(
    () => void account().catch((err: unknown) => log.debug({ err }, "alerts are held to account later")),
    accountEveryMs,
  ).unref();
  return {
    ping: () => outboxes.ping(),
    async close(graceMs) {
      clearInterval(accounting);
      await outboxes.close(graceMs);
    },
  };
}
