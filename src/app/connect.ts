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

/** How long running work may take to end after the process is told to stop. */
const graceMs = 8_000;

/** Everything the product works with. It is complete before anything is served or worked on. */
export interface Connected {
  config: Config;
  log: Logger;
  metrics: Metrics;
  redis: Redis;
  /** For alert deliveries only, so that no other command delays them. */
  redisAtHooks: Redis;
  /** Proves that Redis takes writes on every connection. */
  proof: Proof;
  onRedisError: (error: Error) => void;
  store: Store;
  sealer: Sealer;
  secretsOf: (workspaceId: string) => WorkspaceSecrets;
  installs: Installs;
  erasures: Erasures;
  /** Connects to a queue at its first use. */
  queueOf: (name: string) => JobQueue;
  signalOf: (name: string) => Signal;
  /** The workers of this process. All stop at once. */
  working: RunningWorker[];
  /** Shared connections to the cloud: to any address, and to addresses that people may name. */
  dispatcher: ReturnType<typeof cloudAgent>;
  guardedDispatcher: ReturnType<typeof guardedAgent>;
  painter: Painter;
  inFlight: InFlight;
  /** Aborted when the process stops and running work had its time. */
  stopping: AbortSignal;
  now: () => Date;
  newId: () => string;
}

/**
 * Connects to everything outside. Redis, Slack and the cloud may be unreachable at that time. Fails as `user` if a
 * credential reference of the configuration leads to nothing, or Redis is too old. The stack disposes of everything.
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
    // When one connection notices a read-only Redis, the others check too. Each leaves when its own write is refused.
    if (redisTrouble(error) === "read-only") void proof.proveEach();
  };
  const openRedis = (options: Parameters<typeof connectRedis>[2] = {}) =>
    stack.adopt(connectRedis(redisUrl, onRedisError, options), (redis) => redis.disconnect());

  const dispatcher = stack.adopt(cloudAgent(defaultCallLimits), (agent) => agent.destroy());
  const guardedDispatcher = stack.adopt(guardedAgent(defaultCallLimits, config), (agent) => agent.destroy());
  const redis = openRedis();
  await refuseOldRedis(redis);
  const redisAtHooks = openRedis();
  // A confirmation may take Redis seconds, and commands behind it wait too.
  const redisAtConfirmations = openRedis({ timeoutMs: 10_000 });
  const store = createStore(
    redis,
    openRedis({ isBatching: true }),
    config.acceptLimits,
    redisAtConfirmations,
  );
  proof.add(store);
  proof.add({ ping: () => proveWritable(redisAtHooks) });
  // Not part of readiness, which must not wait for confirmations.
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
  // A read that still runs would outlive the process. The queues repeat it elsewhere.
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
