import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { startErasures } from "../features/workspace/install/erasures.ts";
import { connectInstalls } from "../features/workspace/install/installing.ts";
import { memoize } from "../lib/cache.ts";
import { clockOf, countdown } from "../lib/clock.ts";
import type { AppError } from "../lib/errors.ts";
import { type Metrics, createMetrics } from "../lib/metrics.ts";
import { proxyFacts } from "../platform/cloud/transport/proxy.ts";
import { createSignal } from "../lib/signal.ts";
import { appVersion, nodeTroubles } from "../lib/version.ts";
import { awsAgents, cloudAgent, fetchBy } from "../platform/cloud/transport/agents.ts";
import { defaultCallLimits } from "../platform/cloud/transport/exchange.ts";
import { guardedAgent } from "../platform/cloud/transport/guarded-agent.ts";
import { longestAnswerBytes, outwardBy } from "../platform/http/outward.ts";
import { startServer } from "../platform/http/server.ts";
import { metricsPage, readinessOf } from "../platform/http/web.ts";
import { backlogReading } from "../platform/jobs/backlogs.ts";
import { connectJobs } from "../platform/jobs/bullmq.ts";
import { eraseKeys } from "../platform/jobs/erase.ts";
import { openQueue } from "../platform/jobs/queue.ts";
import type { RunningWorker } from "../platform/jobs/workers.ts";
import { createPainter } from "../platform/pictures/painter.ts";
import { connectRedis } from "../platform/redis/connect.ts";
import { redisErrorLog, redisTrouble } from "../platform/redis/errors.ts";
import { retain } from "../platform/redis/keys.ts";
import { listeningProcess } from "../platform/redis/listening.ts";
import { redisReading } from "../platform/redis/memory.ts";
import { dataGuard } from "../platform/redis/processes.ts";
import { rateLimits } from "../platform/redis/rate-limits.ts";
import { dataVersions } from "../platform/redis/schema.ts";
import { type RedisServer, redisServerOf } from "../platform/redis/server.ts";
import {
  type SharedClock,
  agreedClock,
  clockTrouble,
  createSharedClock,
} from "../platform/redis/shared-clock.ts";
import { connectStops } from "../platform/redis/stops.ts";
import { proofOfWrites, proveWritable } from "../platform/redis/writable.ts";
import { createSealer } from "../platform/secrets/seal.ts";
import { type Secrets, checkReferences } from "../platform/secrets/secrets.ts";
import { measuredSecrets, secretsOfWorkspaces } from "../platform/secrets/workspace.ts";
import { createInFlight } from "../platform/slack/app.ts";
import type { Config } from "./config/config.ts";
import { product } from "./features.ts";
import { startLog } from "./log.ts";
import { operatorsModel } from "./model.ts";
import { openData } from "./open-data.ts";
import type { Overrides } from "./overrides.ts";
import { createStore } from "./store.ts";

/** How long running work may take to end once the process takes nothing new. */
const graceMs = 8_000;

/** Everything the product works with. It is complete before anything is served or worked on. */
export type Connected = Awaited<ReturnType<typeof connect>>;

/**
 * Connects to everything outside. Waits for Redis. Slack and the cloud may be unreachable at that time. Fails as `user`
 * if a credential reference of the configuration leads to nothing, Redis is too old, or its data too new. The stack
 * disposes of everything.
 */
export async function connect(
  config: Config,
  secrets: Secrets,
  overrides: Overrides,
  stack: AsyncDisposableStack,
) {
  const { now: ownNow = () => new Date(), logTo } = overrides;
  retain(config.retention);
  const { tracing, log } = await startLog(config, { now: ownNow, logTo }, stack);
  // A test's clock is that of Redis too.
  const clock = stack.adopt(overrides.now ? agreedClock(ownNow) : createSharedClock({ log }), (each) =>
    each.close(),
  );
  const now = () => clock.now();
  const moment = clockOf(ownNow);
  const machineTroubles = overrides.nodeVersion === undefined ? [] : nodeTroubles(overrides.nodeVersion);
  await checkReferences(config, secrets, log);
  const metrics = productMetrics(now);
  await serveMetrics(config.metricsPort, metrics, stack);
  const { proxy } = config;
  if (proxy) log.info(proxyFacts(proxy), "calls leave by a proxy");
  const fetch = fetchBy(proxy);
  const dispatcher = stack.adopt(cloudAgent(defaultCallLimits, proxy), (agent) => agent.destroy());
  const guardedDispatcher = stack.adopt(guardedAgent(defaultCallLimits, config), (agent) => agent.destroy());
  const outwardLimits = { ...defaultCallLimits, answerSizeInBytes: longestAnswerBytes };
  const outwardDispatcher = stack.adopt(guardedAgent(outwardLimits, config), (agent) => agent.destroy());
  // Started by the first part that stops.
  const graceLeftMs = countdown(graceMs);
  const redisServer = redisServerOf(config.redis, secrets, awsAgents(proxy));
  const connections = await connectStore(config, redisServer, { ...overrides, clock }, log, stack);
  const { redis, store, proof, processes, onRedisError } = connections;
  metrics.beforeScrape(redisReading(redis, store.memoryUse, metrics));
  metrics.beforeScrape(backlogReading({ redis, queues: queueNames, metrics, now }));
  const painter = stack.adopt(overrides.painter ?? createPainter({ log }), (each) => each.close());
  const sealer = createSealer(config.secrets.encryptionKeys);
  const installs = stack.adopt(
    connectInstalls({
      config,
      fetch,
      redis,
      redisServer,
      sealer,
      metrics,
      tracing,
      now,
      moment,
      onRedisError,
      log,
    }),
    (each) => each.close(),
  );
  const { isOperators } = installs.ownership;
  const unmeasured = secretsOfWorkspaces({ config, secrets, store, sealer, isOperators, newId: randomUUID });
  const secretsOf = (workspaceId: string) => measuredSecrets(unmeasured(workspaceId), metrics);
  const jobConnections = stack.adopt(
    connectJobs(redisServer, onRedisError, overrides.now ? undefined : now),
    (each) => each.close(),
  );
  proof.add(jobConnections);
  const erasures = stack.adopt(
    startErasures({
      ...installs,
      redis,
      jobConnections,
      secretsOf,
      eraseKeys: (workspaceId) => eraseKeys(redis, workspaceId),
      pace: overrides.erasePace,
      metrics,
      now,
      onRedisError,
      log,
    }),
    (each) => each.close(graceLeftMs()),
  );
  /** The workers of this process. All stop at once. */
  const workers: RunningWorker[] = [];
  stack.defer(async () => void (await Promise.all(workers.map((worker) => worker.close(graceLeftMs())))));
  const startWorker = (worker: RunningWorker) => void workers.push(worker);
  /** What people stop in Slack may run in another process. */
  const stops = stack.adopt(connectStops({ redis, redisServer }, onRedisError), (each) => each.close());
  const stopping = new AbortController();
  // A read that still runs would outlive the process. The queues repeat it elsewhere.
  stack.defer(() => stopping.abort());
  const peoplesLimits = rateLimits(redis, config.rateLimits);
  const { modelTimeoutMs: timeoutMs } = overrides;
  const modelParts = { secrets, dispatcher, redis, rateLimits: peoplesLimits, metrics, timeoutMs, log };
  const readiness = readinessOf(() => proof.prove());
  readiness.tell(() => clockTrouble(clock.standing()));
  metrics.beforeScrape(async () => metrics.clockAhead(clock.standing().aheadMs / 1_000));
  const inFlight = createInFlight();
  stack.defer(() => inFlight.drain(graceLeftMs()));
  return {
    ...connections,
    redisServer,
    jobConnections,
    config,
    log,
    tracing,
    /** How much of the time for running work is left in a stop. The first call starts it. */
    graceLeftMs,
    /** Whether this process is to get requests. */
    readiness,
    metrics,
    /** The limits of people, whichever way they come in. */
    rateLimits: peoplesLimits,
    /** Undefined if the operator wants none. */
    model: config.model && operatorsModel(config.model, modelParts),
    sealer,
    secretsOf,
    installs,
    erasures,
    /** Opens a queue at its first use. */
    queueOf: memoize((name) => {
      const queue = openQueue({ connections: jobConnections, name, metrics, tracing, onRedisError, log });
      startWorker(queue);
      return queue;
    }),
    signalOf: memoize(() => createSignal()),
    /** Stops a worker with the process. */
    startWorker,
    /** Shared connections to the cloud: to any address, and to addresses that people may name. */
    dispatcher,
    guardedDispatcher,
    fetch,
    /** Requests to addresses that people gave. */
    outward: outwardBy(outwardDispatcher, moment),
    painter,
    /** What is wrong with the machine that it runs on. */
    machineTroubles,
    inFlight,
    stops,
    /** Aborted when the process stops and running work had its time. */
    stopping: stopping.signal,
    now,
    moment,
    isClockLeft: () =>
      !clock.standing().isRight && processes.others().some(({ clockAheadMs }) => clockAheadMs === undefined),
    newId: randomUUID,
  };
}

/** The queues that no feature declares as one of its jobs. */
const otherQueues = ["ingestion", "outboxes", "erasures"];

/** The names of all queues. */
export const queueNames: readonly string[] = [...product.jobs.map(({ name }) => name), ...otherQueues];

/** The metrics of this process. */
function productMetrics(now: () => Date) {
  return createMetrics({
    commands: product.commands,
    queues: queueNames,
    build: {
      version: appVersion,
      dataVersion: String(dataVersions.writes),
      nodeVersion: navigator.userAgent.replace("Node.js/", ""),
    },
    nowMs: () => now().getTime(),
  });
}

/**
 * Serves the metrics on a port of their own, which no load balancer needs to reach. They are the first to be served and
 * the last to stop, so a start and a stop can be watched too.
 */
async function serveMetrics(
  port: number | undefined,
  metrics: Pick<Metrics, "exposition">,
  stack: AsyncDisposableStack,
): Promise<void> {
  if (port === undefined) return;
  const server = await startServer({ port, setting: "METRICS_PORT", web: metricsPage(metrics) });
  // A scrape takes milliseconds.
  stack.defer(() => server.close(1_000));
}

/** Connects to Redis, and waits for it. Fails as `user` if it is too old, or its data too new. */
async function connectStore(
  config: Config,
  redisServer: RedisServer,
  {
    clock,
    dataVersions: versions = dataVersions,
    listenEveryMs: everyMs,
  }: Overrides & { clock: SharedClock },
  log: Logger,
  stack: AsyncDisposableStack,
) {
  const now = () => clock.now();
  const logRedisError = redisErrorLog(log, now);
  /** Proves that Redis takes writes on every connection. */
  const proof = proofOfWrites();
  const onRedisError = (error: Error) => {
    logRedisError(error);
    // When one connection notices a read-only Redis or one that hangs, the others check too. Each leaves by itself when
    // its own write is refused, or not answered.
    if (["read-only", "hung"].includes(redisTrouble(error))) void proof.proveEach();
  };
  const open = (options?: Parameters<typeof connectRedis>[2]) =>
    stack.adopt(connectRedis(redisServer, onRedisError, options), (redis) => redis.disconnect());
  const redis = open();
  const processId = randomUUID();
  const clockFacts = () => {
    const { isRight, aheadMs } = clock.standing();
    return isRight ? {} : { clockAheadMs: Math.round(aheadMs) };
  };
  const guard = stack.adopt(dataGuard(redis, processId, versions, clockFacts), (each) => each.close());
  const opening = openData({ redis, guard, port: config.port, log });
  // These connect in the meantime.
  /** For alert deliveries only, so no other command delays them. */
  const redisAtHooks = open({ isEager: true });
  // A confirmation may take Redis seconds, and commands behind it wait too.
  const redisAtConfirmations = open({ timeoutMs: 10_000 });
  const store = createStore(redis, open(), config.acceptLimits, redisAtConfirmations);
  await opening;
  await clock.follow(redis);
  /** Settles if the data becomes too new for this process, which must end then. */
  const { promise: refused, resolve: refuse } = Promise.withResolvers<AppError>();
  guard.watch(refuse);
  proof.add(store);
  proof.add({ ping: () => proveWritable(redisAtHooks) });
  // Not part of readiness, which must not wait for confirmations.
  proof.addAside({ ping: () => proveWritable(redisAtConfirmations) });
  const listening = listeningProcess({ redis, id: processId, now, everyMs });
  return { redis, redisAtHooks, store, proof, onRedisError, refused, listening, clock, processes: guard };
}
