import type { Logger } from "pino";
import { alertContexts } from "./context.ts";
import { accountant } from "./ingest/accounting.ts";
import { ensureFolds } from "./ingest/ensure.ts";
import { foldInbox } from "./ingest/ingest.ts";
import { workspaceOfHook } from "./hooks/id.ts";
import { reconcileWorkspace } from "./reconcile/reconcile.ts";
import { alertLaneSource } from "./outbox/source.ts";
import { type StormLimits, usualStormLimits } from "./storm/storm.ts";
import type { ObservabilityContext } from "../observability/context.ts";
import type { ContextOf } from "../../platform/context.ts";
import { startConvergence } from "../../platform/jobs/queue.ts";
import { startLanes } from "../../platform/jobs/outbox/outboxes.ts";
import type { Messenger } from "../../platform/jobs/messenger.ts";
import { ensureFirstEvents, followFirstEvents } from "../observability/alert-rules/first-event/follow.ts";
import { givingWay } from "../../platform/jobs/backpressure.ts";
import { coalescedPokes } from "../../platform/jobs/debounce.ts";
import { traffic } from "../../lib/traffic.ts";
import type { Metrics } from "../../lib/metrics.ts";
import type { Store } from "../../app/store.ts";

interface Options {
  redisUrl: string;
  store: Store;
  contextOf: ContextOf<ObservabilityContext>;
  messengerOf: (workspaceId: string) => Messenger;
  /** No hook with something due later, and no channel that is held, is left alone for longer. */
  longestWaitMs: number;
  /** How long a channel is left alone after a post; 0 for not at all. */
  paceMs?: number | undefined;
  storms?: StormLimits | undefined;
  /** How often the API is asked what became of open incidents. */
  reconcileEveryMs?: number | undefined;
  metrics: Metrics;
  now: () => Date;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** The way of alerts from the inboxes of hooks through incidents to Slack's channels. */
export interface Alerting {
  /** Has what a hook was sent worked in soon; never fails. */
  pokeFold(hookId: string): void;
  /** Fails while alerts cannot be carried on, since Redis does not take a write. */
  ping(): Promise<void>;
  close(graceMs: number): Promise<void>;
}

/** How often all that was accepted is held against what became of it. */
const accountEveryMs = 60_000;
/** Within how long an inbox is found that nobody was told of. */
const roundMs = 5_000;
/** Senders look once a minute at most. */
const usualReconcileMs = 60_000;

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
const pokesApartMs = 250;

/**
 * Starts it. An inbox is worked in where it was filled, and by a job where nobody did or something is due; one job a channel
 * shows what came of it, one a workspace asks the API what became of its open incidents,
 * and one tells the makers of alerts that these fired for the first time.
 */
export function startAlerting(options: Options): Alerting {
  const { redisUrl, store, contextOf, messengerOf, longestWaitMs, paceMs } = options;
  const { metrics, now, onRedisError, log } = options;
  const alertContextOf = alertContexts(contextOf);
  const lanes = startLanes({
    redisUrl,
    store,
    messengerOf,
    source: alertLaneSource(alertContextOf, options.storms ?? usualStormLimits),
    ...(paceMs === undefined ? {} : { pace: { everyMs: paceMs } }),
    longestWaitMs,
    now,
    onRedisError,
    metrics,
    log,
  });
  const fold = foldInbox({
    contextOf: alertContextOf,
    pokeLane: (workspaceId, channelId) => lanes.poke(workspaceId, channelId),
    metrics,
  });
  const coming = traffic(() => performance.now());
  const foldStep = givingWay(fold, {
    pressure: () => restPerWork(coming.perSecond()),
    // One that is flooded keeps no other waiting.
    ownerOf: (hookId) => workspaceOfHook(hookId) ?? "",
  });
  const foldQueue = startConvergence({
    redisUrl,
    name: "folds",
    advance: (hookId) => foldStep(hookId),
    round: {
      everyMs: Math.min(roundMs, longestWaitMs),
      run: () => ensureFolds(store, foldQueue, now),
    },
    onRedisError,
    log,
  });
  const reconciliation = startConvergence({
    redisUrl,
    name: "reconciliation",
    advance: reconcileWorkspace(contextOf),
    round: {
      everyMs: options.reconcileEveryMs ?? usualReconcileMs,
      run: async () => {
        for (const workspaceId of await store.alertingWorkspaces())
          await reconciliation.ensure(workspaceId, {});
      },
    },
    onRedisError,
    log,
  });
  const firsts = startConvergence({
    redisUrl,
    name: "first-events",
    advance: followFirstEvents(contextOf),
    round: {
      everyMs: Math.min(roundMs, longestWaitMs),
      run: () => ensureFirstEvents(store, (workspaceId) => firsts.ensure(workspaceId, {})),
    },
    onRedisError,
    log,
  });
  // Done here and now: it is quick, may be done twice, and a job would cost more than it does.
  const foldNow = coalescedPokes(
    async (hookId) => {
      while ((await foldStep(hookId, false)) === "next");
    },
    // The round finds what waits; while Redis is away, its connection tells the log.
    (err, hookId) => log.debug({ err, hookId }, "a hook's inbox waits for the next round"),
    pokesApartMs,
  );
  const account = accountant({ store, metrics, log });
  const accounting = setInterval(
    () => void account().catch((err: unknown) => log.debug({ err }, "alerts are held to account later")),
    accountEveryMs,
  ).unref();
  return {
    pokeFold(hookId) {
      coming.count();
      foldNow(hookId);
    },
    ping: async () =>
      void (await Promise.all([foldQueue, reconciliation, firsts, lanes].map((part) => part.ping()))),
    async close(graceMs) {
      clearInterval(accounting);
      await Promise.all([foldQueue, reconciliation, firsts, lanes].map((part) => part.close(graceMs)));
    },
  };
}
