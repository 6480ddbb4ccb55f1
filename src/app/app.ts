import { pressKeeper, pressesQueue } from "../platform/jobs/presses.ts";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { acceptRemovals, guardInstalled } from "../features/workspace/install/erasures.ts";
import { installPages } from "../features/workspace/install/installing.ts";
import { acceptMove, listenToMoves } from "../features/workspace/channels/moved.ts";
import type { AppError } from "../lib/errors.ts";
import { hourMs } from "../lib/duration.ts";
import type { ContextOf } from "../platform/context.ts";
import { type BodyQuota, bodyQuota } from "../platform/http/read-body.ts";
import { type HttpServer, startServer } from "../platform/http/server.ts";
import { type WatchedItem, failureWatch } from "../platform/jobs/failing.ts";
import { ownerOf } from "../platform/jobs/erase.ts";
import type { Work } from "../platform/jobs/worker.ts";
import { type PathListener, healthPaths, webApp } from "../platform/http/web.ts";
import { redisMemory } from "../platform/redis/memory.ts";
import { seenRequests } from "../platform/redis/seen-requests.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { createSigner } from "../platform/secrets/seal.ts";
import { createSlackApp, listenToSlack } from "../platform/slack/app.ts";
import { slackRequests } from "../platform/slack/http-requests.ts";
import type { Config } from "./config/config.ts";
import { type Connected, connect } from "./connect.ts";
import type { AppContext } from "./context.ts";
import { workspaceContexts } from "./contexts.ts";
import { product } from "./features.ts";
import type { Overrides } from "./overrides.ts";

/** For all requests that are being received: 64 of Slack's largest, or thousands of usual ones. */
const bodiesMostBytes = 64 * 1024 * 1024;

/** The product, running. */
export interface RunningApp {
  port: number;
  /** The paths that it answers. */
  routes: readonly string[];
  /** The context of each workspace, as handlers get it. */
  contextOf: ContextOf<AppContext>;
  /** Settles with the reason if the process must end at once. */
  refused: Promise<AppError>;
  /** Logs a failure that nothing caught. The process should end after it. */
  fault(error: unknown): void;
  /** Fails the readiness check and still takes requests, for the configured time. */
  drain(): Promise<void>;
  /** Takes nothing new, lets running work end for up to eight seconds, and disconnects. */
  stop(): Promise<void>;
}

/**
 * Puts the parts together and starts them. Waits for Redis. Slack and the cloud may be unreachable at that time. Fails
 * as `user` if a credential reference of the configuration leads to nothing, Redis is too old, or its data too new.
 * Fails with the signal's reason when it is aborted.
 */
export async function startApp(
  config: Config,
  secrets: Secrets,
  overrides: Overrides,
  stopped: AbortSignal,
): Promise<RunningApp> {
  // The last part to start is the first to stop.
  const stack = new AsyncDisposableStack();
  try {
    const connected = await connect(config, secrets, overrides, stack);
    const contextOf = workspaceContexts(connected);
    const parts = workerParts(connected, contextOf, overrides);
    for (const worker of product.startWorkers(parts)) connected.startWorker(worker);
    await connected.proof.proven(stopped);
    const server = await listen(connected, contextOf, stack, stopped);
    // It serves now, so a stop ends it in order, and waits for these.
    const jobs = startJobs(connected, parts);
    stack.defer(() => jobs);
    // Last, because it loads fetch, which takes milliseconds.
    void connected.inFlight.track(() => checkToken(connected));
    const { refused } = connected;
    return {
      port: server.port,
      routes: server.routes,
      contextOf,
      refused,
      ...stopping(connected, server, stack),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Checks the environment's token. It may be a new one, so what waited for it goes on. */
async function checkToken({ installs, store, log }: Connected): Promise<void> {
  await installs.checkToken();
  try {
    const own = await installs.ownership.own();
    if (own) await store.workspace(own.workspaceId).outboxes.wake();
  } catch (err) {
    log.debug({ err }, "couldn't wake what waits for Slack; it goes on by itself");
  }
}

function stopping({ config, readiness, log }: Connected, server: HttpServer, stack: AsyncDisposableStack) {
  return {
    fault: (error: unknown) => log.fatal({ err: error }, "a failure that nothing caught ends the process"),
    async drain(): Promise<void> {
      log.info({ forMs: config.drainMs }, "draining");
      readiness.end();
      server.drain();
      await sleep(config.drainMs);
    },
    async stop(): Promise<void> {
      readiness.end();
      await stack.disposeAsync();
    },
  };
}

function workerParts(
  connected: Connected,
  contextOf: ContextOf<AppContext>,
  { longestScheduleWaitMs = hourMs, ...overrides }: Overrides,
) {
  return {
    ...connected,
    contextOf,
    /** Where Redis holds sealed texts. */
    sealed: product.sealed,
    messengerOf: connected.installs.messengerOf,
    failures: failureWatch({
      contextOf,
      ownWorkspace: async () => (await connected.installs.ownership.own())?.workspaceId,
      log: connected.log,
    }),
    overrides,
    longestWaitMs: longestScheduleWaitMs,
  };
}

/** A worker takes milliseconds to start, and requests should not wait for all of them. */
const betweenQueuesMs = 5;

/** Takes up the accepted work of all queues. Requests are served in between, and what they accept waits in Redis. */
async function startJobs({ queueOf }: Connected, parts: ReturnType<typeof workerParts>): Promise<void> {
  for (const job of product.jobs) {
    await sleep(betweenQueuesMs);
    const { round, ...work } = job.work(parts);
    const watched = round && parts.failures.watchRound(job.name, job.subject, round);
    queueOf(job.name).work({ ...work, ...(watched && { round: watched }), watch: watchOf(job, parts) });
  }
}

function watchOf(
  declared: (typeof product.jobs)[number],
  { failures, contextOf }: ReturnType<typeof workerParts>,
): Required<Work>["watch"] {
  const { name: job, subject } = declared;
  const watched = (id: string, data: unknown): WatchedItem => {
    const workspaceId = ownerOf({ id, data }) ?? "";
    return {
      workspaceId,
      job,
      id,
      about: async () => {
        const { userId } = AskedItem.safeParse(data).data ?? {};
        // What says more may be what fails.
        const more = await declared.about?.(data, id, contextOf(workspaceId)).catch(() => undefined);
        return { subject, userId, ...more };
      },
    };
  };
  return {
    failed: (id, data, error) => failures.failed(watched(id, data), error),
    worked: (id, data) => failures.worked(watched(id, data)),
  };
}

const AskedItem = z.looseObject({ userId: z.string().optional() });

/** Serves pages, alerts and Slack's requests. */
async function listen(
  connected: Connected,
  contextOf: ContextOf<AppContext>,
  stack: AsyncDisposableStack,
  stopped: AbortSignal,
): Promise<HttpServer> {
  const { config, redis, metrics, now, log } = connected;
  const { slack: access } = config.secrets;
  const quota = bodyQuota(bodiesMostBytes);
  const slack = await slackListener(connected, contextOf);
  const server = await startServer({
    port: config.port,
    web: pages(connected, contextOf),
    listeners: pathListeners(connected, quota),
    paths: {
      ...healthPaths(connected.readiness),
      ...(access.transport === "http" &&
        slack.receive && {
          "/slack/events": slackRequests({
            signingSecret: access.signingSecret,
            receive: slack.receive,
            quota,
            isFirst: seenRequests(redis),
            // Ten times as many as are carried out, because each click and each letter is one.
            mostPerMinute: 10 * config.rateLimits.perPerson,
            metrics,
            now,
            log,
          }),
        }),
    },
  });
  stack.defer(() => server.close(connected.graceLeftMs()));
  connected.listening.begin();
  stack.defer(() => connected.listening.end());
  connected.readiness.tell(() => slack.socketTrouble());
  stack.defer(() => slack.stop());
  // A stop doesn't wait for Slack.
  if (!stopped.aborted) await Promise.race([slack.start(), once(stopped, "abort")]);
  const slackCalls =
    access.transport === "http" ? `${config.publicUrl}/slack/events` : "nothing: Socket Mode is on";
  log.info({ slackCalls, port: server.port }, "listening");
  for (const trouble of connected.machineTroubles) log.warn(trouble);
  return server;
}

/** Slack's app with all listeners. It takes no request yet. */
async function slackListener(connected: Connected, contextOf: ContextOf<AppContext>) {
  const { config, redis, store, rateLimits, installs, erasures, inFlight, stops, metrics, tracing } =
    connected;
  const { newId, log } = connected;
  const { slack: access } = config.secrets;
  const appToken = access.transport === "socket" ? access.appToken : undefined;
  const slack = await createSlackApp({
    appToken,
    slackApiUrl: config.slackApiUrl,
    fetch: connected.fetch,
    proxy: config.proxy,
    metrics,
    tracing,
    inFlight,
    log,
  });
  guardInstalled(slack.bolt, (workspaceId) => installs.requireKnown(workspaceId), log);
  acceptRemovals(slack.bolt, erasures.accept);
  const moving = {
    ...connected,
    movedChannelsOf: (workspaceId: string) => connected.store.workspace(workspaceId).movedChannels,
  };
  listenToMoves(
    slack.bolt,
    (workspaceId) => installs.requireKnown(workspaceId),
    (workspaceId, move) => acceptMove(workspaceId, move, moving),
  );
  listenToSlack(slack.bolt, {
    ...product,
    contextOf,
    rateLimits,
    readByModel: connected.model?.read,
    isAgent: (workspaceId) => installs.isAgent(workspaceId),
    isFirst: seenRequests(redis),
    inFlight,
    stops,
    presses: pressKeeper({
      marksOf: (workspaceId) => store.workspace(workspaceId).presses,
      queue: connected.queueOf(pressesQueue),
      newId,
      log,
    }),
    metrics,
    log,
  });
  return slack;
}

function pages(connected: Connected, contextOf: ContextOf<AppContext>) {
  const { config, store, installs, now } = connected;
  const auditOf = (workspaceId: string) => store.workspace(workspaceId).audit;
  const wakeOutboxes = (workspaceId: string) => store.workspace(workspaceId).outboxes.wake();
  const parts = {
    ...connected,
    contextOf,
    publicUrl: config.publicUrl,
    mcp: config.mcp,
    installing: installPages({ ...connected, ...installs, auditOf, wakeOutboxes }),
  };
  return webApp({
    pictures: {
      picturesOf: (workspaceId) => store.workspace(workspaceId).keptPictures,
      signer: createSigner(config.secrets.encryptionKeys, "pictures"),
      now,
    },
    routes: (app) => product.routes(app, parts),
  });
}

function pathListeners(connected: Connected, quota: BodyQuota): PathListener[] {
  const { config, redisAtHooks, sealer } = connected;
  const memory = redisMemory(redisAtHooks);
  const parts = {
    ...connected,
    redis: redisAtHooks,
    acceptLimits: config.acceptLimits,
    sealerOf: (workspaceId: string) => sealer.forWorkspace(workspaceId),
    isStoreNearlyFull: () => memory.isNearlyFull(),
    deliveryFailed: () => connected.listening.failed(),
    bodyQuota: quota,
  };
  return product.listeners(parts);
}
