import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { type DestinationStream, type Logger, pino } from "pino";
import { type Erasures, startErasures } from "../features/workspace/install/erasures.ts";
import { type Installs, connectInstalls } from "../features/workspace/install/installing.ts";
import { memoize } from "../lib/cache.ts";
import { loggedError } from "../lib/logged-error.ts";
import { type Metrics, createMetrics } from "../lib/metrics.ts";
import { type Signal, createSignal } from "../lib/signal.ts";
import { cloudAgent, defaultCallLimits } from "../platform/cloud/transport/exchange.ts";
import { guardedAgent } from "../platform/cloud/transport/guarded-agent.ts";
import { eraseKeys } from "../platform/jobs/erase.ts";
import type { RunningWorker } from "../platform/jobs/workers.ts";
import { type JobQueue, connectQueue } from "../platform/jobs/queue.ts";
import { type Painter, createPainter } from "../platform/pictures/painter.ts";
import { connectRedis } from "../platform/redis/connect.ts";
import { redisErrorLog, redisTrouble } from "../platform/redis/errors.ts";
import { refuseOldRedis } from "../platform/redis/facts.ts";
import { type Proof, proofOfWrites, proveWritable } from "../platform/redis/writable.ts";
import { checkReferences } from "../platform/secrets/check-references.ts";
import { type Sealer, createSealer } from "../platform/secrets/seal.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { secretsOfWorkspaces } from "../platform/secrets/workspaces.ts";
import type { WorkspaceSecrets } from "../platform/secrets/workspace.ts";
import type { Config } from "./config/config.ts";
import type { Overrides } from "./overrides.ts";
import { type Store, createStore } from "./store.ts";
import { type InFlight, createInFlight } from "../platform/slack/app.ts";

/** How long work under way may take to end when the process is told to stop. */
const graceMs = 8_000;

/** What the product works with: all of it is there before anything is served or worked on. */
export interface Connected {
  config: Config;
  log: Logger;
  metrics: Metrics;
  redis: Redis;
  /** For the senders of alerts alone, so that nothing else that is asked of Redis holds them up. */
  redisAtHooks: Redis;
  /** Whether Redis takes writes on every connection. */
  proof: Proof;
  onRedisError: (error: Error) => void;
  store: Store;
  sealer: Sealer;
  secretsOf: (workspaceId: string) => WorkspaceSecrets;
  installs: Installs;
  erasures: Erasures;
  /** Connects to a queue when it is first asked for. */
  queueOf: (name: string) => JobQueue;
  signalOf: (name: string) => Signal;
  /** What works in this process: all of it is told to stop at once. */
  working: RunningWorker[];
  /** Connections to the cloud, shared by all workspaces: to any address, and to those that people may name. */
  dispatcher: ReturnType<typeof cloudAgent>;
  guardedDispatcher: ReturnType<typeof guardedAgent>;
  painter: Painter;
  inFlight: InFlight;
  /** Aborted when the process stops and its grace for work under way is over. */
  stopping: AbortSignal;
  now: () => Date;
  newId: () => string;
}

/**
 * Connects to everything outside; Redis, Slack and the cloud need not be reachable yet. Fails as `user` when a credential
 * reference of the configuration leads to nothing, or Redis is too old. What it connects is disposed of by the stack.
 */
export async function connect(
  config: Config,
  secrets: Secrets,
  { now = () => new Date(), ...overrides }: Overrides,
  stack: AsyncDisposableStack,
): Promise<Connected> {
  const log = createLog(config, overrides.logTo);
  await checkReferences(config, secrets, log);
  const { redisUrl, encryptionKeys } = config.secrets;
  const logRedisError = redisErrorLog(log, now);
  const proof = proofOfWrites();
  const onRedisError = (error: Error) => {
    logRedisError(error);
    // Once one connection has noticed, the others do as well: each leaves when its own write is refused.
    if (redisTrouble(error) === "read-only") void proof.proveEach();
  };
  const openRedis = (options: Parameters<typeof connectRedis>[2] = {}) =>
    stack.adopt(connectRedis(redisUrl, onRedisError, options), (redis) => redis.disconnect());

  const dispatcher = stack.adopt(cloudAgent(defaultCallLimits), (agent) => agent.destroy());
  const guardedDispatcher = stack.adopt(guardedAgent(defaultCallLimits, config), (agent) => agent.destroy());
  const redis = openRedis();
  await refuseOldRedis(redis);
  const redisAtHooks = openRedis();
  // Redis may take seconds to confirm that what it wrote is safe, and commands behind that wait as well.
  const redisAtConfirmations = openRedis({ timeoutMs: 10_000 });
  const store = createStore(
    redis,
    openRedis({ isBatching: true }),
    config.acceptLimits,
    redisAtConfirmations,
  );
  proof.add(store);
  proof.add({ ping: () => proveWritable(redisAtHooks) });
  // No part of readiness, which must not wait behind confirmations.
  proof.addAside({ ping: () => proveWritable(redisAtConfirmations) });

  const painter = stack.adopt(overrides.painter ?? createPainter({ log }), (each) => each.close());
  const sealer = createSealer(encryptionKeys);
  const inFlight = createInFlight();
  const installs = stack.adopt(connectInstalls({ config, redis, sealer, now, onRedisError, log }), (each) =>
    each.close(),
  );
  const { isOperators } = installs.ownership;
  const secretsOf = secretsOfWorkspaces({ config, secrets, store, sealer, isOperators, newId: randomUUID });
  const erasures = stack.adopt(
    startErasures({
      ...installs,
      redisUrl,
      secretsOf,
      eraseKeys: (workspaceId) => eraseKeys(redis, workspaceId),
      pace: overrides.erasePace,
      now,
      onRedisError,
      log,
    }),
    (each) => each.close(graceMs),
  );
  proof.add(erasures);
  const working: RunningWorker[] = [];
  stack.defer(async () => void (await Promise.all(working.map((worker) => worker.close(graceMs)))));
  const queueOf = memoize((name) => {
    const queue = connectQueue({ redisUrl, name, onRedisError, log });
    working.push(queue);
    proof.add(queue);
    return queue;
  });
  const stopping = new AbortController();
  // What is still being read by then would outlive the process. Queues read it again elsewhere.
  stack.defer(() => stopping.abort());
  stack.defer(() => inFlight.drain(graceMs));
  return {
    config,
    log,
    metrics: createMetrics({ memoryUse: () => store.memoryUse() }),
    redis,
    redisAtHooks,
    proof,
    onRedisError,
    store,
    sealer,
    secretsOf,
    installs,
    erasures,
    queueOf,
    signalOf: memoize(() => createSignal()),
    working,
    dispatcher,
    guardedDispatcher,
    painter,
    inFlight,
    stopping: stopping.signal,
    now,
    newId: randomUUID,
  };
}

function createLog({ logLevel }: Config, logTo: DestinationStream | undefined): Logger {
  const logging = { level: logLevel, serializers: { err: loggedError } };
  return pino(logging, logTo ?? pino.destination(1));
}
