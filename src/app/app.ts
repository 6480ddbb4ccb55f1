import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { startAlerting } from "../features/alerts/workers.ts";
import { receiver } from "../features/alerts/receive/receive.ts";
import { cloudAgent, defaultCallLimits } from "../platform/cloud/transport/exchange.ts";
import { guardedAgent } from "../platform/cloud/transport/guarded-agent.ts";
import type { Config } from "./config/config.ts";
import type { AppContext } from "./context.ts";
import type { ContextOf } from "../platform/context.ts";
import { createPainter } from "../platform/pictures/painter.ts";
import { hookRequests } from "../features/alerts/receive/route.ts";
import { bodyBudget } from "../platform/http/read-body.ts";
import { startServer } from "../platform/http/server.ts";
import { slackRequests } from "../platform/slack/http-requests.ts";
import { webApp } from "../platform/http/web.ts";
import { keptForEach } from "../lib/kept-for-each.ts";
import { loggedError } from "../lib/logged-error.ts";
import { createMetrics } from "../lib/metrics.ts";
import type { Outside } from "./overrides.ts";
import { startInstalls } from "../features/workspace/install/installing.ts";
import { startQueues, waitingIn } from "./queues.ts";
import { checkReferences } from "../platform/secrets/check-references.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { createSealer } from "../platform/secrets/seal.ts";
import { createSigner } from "../platform/secrets/signer.ts";
import { secretsOfWorkspaces } from "../platform/secrets/secrets-of-workspaces.ts";
import { createSlackApp } from "../platform/slack/app.ts";
import { hearOfEndings } from "../features/workspace/install/endings.ts";
import { createInFlight } from "../platform/slack/in-flight.ts";
import { guardInstalled } from "../features/workspace/install/guard.ts";
import { listenToSlack } from "../platform/slack/listeners.ts";
import { slackTime } from "../platform/slack/slack-time.ts";
import { hooks } from "../features/alerts/hooks/hooks.ts";
import { inbox } from "../features/alerts/receive/inbox.ts";
import { redisErrorLog, redisTrouble } from "../platform/redis/errors.ts";
import { redisMemory } from "../platform/redis/memory.ts";
import { connectRedis } from "../platform/redis/connect.ts";
import { listenToHome } from "../features/workspace/home/home.ts";
import { product } from "./features.ts";
import { refuseOldRedis } from "../platform/redis/version.ts";
import { seenRequests } from "../platform/redis/seen-requests.ts";
import { createStore } from "./store.ts";
import { turns } from "../platform/redis/rate-limits.ts";
import { proveWritable, sharedProof } from "../platform/redis/writable.ts";
import { workspaceContexts } from "./workspaces.ts";

/** How long work under way may take to end when the process is told to stop. */
const graceMs = 8_000;

const hourMs = 3_600_000;

/** Of all requests that are being received: 64 of Slack's largest, and some thousands as they usually are. */
const bodiesMostBytes = 64 * 1024 * 1024;

/** The product, running. */
export interface RunningApp {
  port: number;
  /** Takes nothing new, lets what is under way end, and lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Puts the parts together and starts them; Redis, Slack and the cloud need not be reachable yet. Fails as `user`
 * when a credential reference of the configuration leads to nothing, or Redis is too old.
 */
export async function startApp(
  config: Config,
  secrets: Secrets,
  { now = () => new Date(), longestOrderWaitMs = hourMs, ...outside }: Outside = {},
): Promise<RunningApp> {
  const logging = { level: config.logLevel, serializers: { err: loggedError } };
  const log = pino(logging, outside.logTo ?? pino.destination(1));
  const { redisUrl, encryptionKeys, slack: access } = config.secrets;

  const metrics = createMetrics({ memoryUse: () => store.memoryUse() });

  await checkReferences(config, secrets, log);
  const logRedisError = redisErrorLog(log, now);
  const onRedisError = (error: Error) => {
    logRedisError(error);
    // Once one connection has noticed, the others do as well: each leaves when its own write is refused.
    if (redisTrouble(error) === "read-only") void proveEach();
  };
  const proveStore = sharedProof(
    () =>
      Promise.all(
        [store, ofHooks, ...Object.values(queues), alerting, installs.erasures].map((part) => part.ping()),
      ),
    () => performance.now(),
  );
  const isStoreProven = () =>
    proveStore().then(
      () => true,
      () => false,
    );
  const proveEach = () => Promise.allSettled([isStoreProven(), confirmer.ping()]);
  const redis = connectRedis(redisUrl, onRedisError);
  try {
    await refuseOldRedis(redis);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  // Alerts have connections of their own, so that what else is asked of Redis does not hold up their senders.
  const redisAtHooks = connectRedis(redisUrl, onRedisError);
  const ofHooks = { ping: () => proveWritable(redisAtHooks) };
  const redisAtAlerts = connectRedis(redisUrl, onRedisError, { isBatching: true });
  // Redis may take seconds to confirm that what it wrote is safe, and commands behind that wait as well.
  const redisAtConfirmations = connectRedis(redisUrl, onRedisError, { timeoutMs: 10_000 });
  // No part of the proof, which must not wait behind them.
  const confirmer = { ping: () => proveWritable(redisAtConfirmations) };
  const memory = redisMemory(redisAtHooks);
  const store = createStore(redis, redisAtAlerts, config.acceptLimits, redisAtConfirmations);
  const sealer = createSealer(encryptionKeys);
  const dispatcher = cloudAgent(defaultCallLimits);
  const guardedDispatcher = guardedAgent(defaultCallLimits, config);
  const inFlight = createInFlight();
  const stopping = new AbortController();
  const { erasePace } = outside;
  const installs = startInstalls({
    config,
    redis,
    store,
    sealer,
    // Which workspace is the operator's is known once this is started.
    secretsOf: (workspaceId) => secretsOf(workspaceId),
    inFlight,
    erasePace,
    now,
    onRedisError,
    log,
  });
  const { messengerOf, clientsOf } = installs;
  const { isOperators } = installs.ownership;
  const secretsOf = secretsOfWorkspaces({ config, secrets, store, sealer, isOperators, newId: randomUUID });
  const painter = outside.painter ?? createPainter({ log });
  const pictureSigner = createSigner(encryptionKeys, "pictures");
  // The steps need contexts, and contexts accept items: they meet when the first step runs.
  const carrying = { redisUrl, store, contextOf: (id: string) => contextOf(id), onRedisError, log };
  const queues = startQueues({ ...carrying, longestOrderWaitMs });
  const alerting = startAlerting({
    ...carrying,
    messengerOf,
    longestWaitMs: longestOrderWaitMs,
    paceMs: outside.paceMs,
    storms: outside.storms,
    reconcileEveryMs: outside.reconcileEveryMs,
    metrics,
    now,
  });
  const contextOf: ContextOf<AppContext> = workspaceContexts({
    config,
    store,
    secretsOf,
    sealer,
    installs,
    machine: {
      redis: () => store.redisFacts(),
      redisMemory: () => store.memoryUse(),
      slackTime: () => slackTime(config.slackApiUrl),
      waiting: () => waitingIn(queues),
    },
    messengerOf,
    painter,
    pictureSigner,
    budgetSigner: createSigner(encryptionKeys, "budgets"),
    ...queues,
    pokeFold: (hookId) => alerting.pokeFold(hookId),
    dispatcher,
    guardedDispatcher,
    stopping: stopping.signal,
    now,
    newId: randomUUID,
    log,
  });

  const appToken = access.transport === "socket" ? access.appToken : undefined;
  const slack = await createSlackApp({ appToken, slackApiUrl: config.slackApiUrl, log });
  if (installs.url !== undefined) guardInstalled(slack.bolt, clientsOf, log);
  hearOfEndings(slack.bolt, installs.erasures.accept);
  const dispatching = {
    ...product,
    contextOf,
    turns: turns(redis, config.turns),
    inFlight,
    log,
  };
  listenToSlack(slack.bolt, dispatching);
  listenToHome(slack.bolt, dispatching);

  const budget = bodyBudget(bodiesMostBytes);
  const server = await startServer({
    port: config.port,
    web: webApp({
      pingStore: proveStore,
      pictures: {
        picturesOf: (workspaceId) => store.workspace(workspaceId).keptPictures,
        signer: pictureSigner,
        now,
      },
      installing: installs.page,
      metrics,
      connect: { contextOf: (workspaceId) => contextOf(workspaceId), newId: randomUUID, log },
    }),
    hooks: hookRequests({
      receive: receiver({
        hooksOf: (workspaceId) => hooks(redisAtHooks, workspaceId),
        inboxOf: keptForEach((workspaceId) => inbox(redisAtHooks, workspaceId, config.acceptLimits)),
        sealerOf: (workspaceId) => sealer.forWorkspace(workspaceId),
        poke: (hookId) => alerting.pokeFold(hookId),
        isStoreNearlyFull: () => memory.isNearlyFull(),
        metrics,
        now,
        log,
      }),
      metrics,
      budget,
      log,
    }),
    slack:
      access.transport === "http" && slack.receive
        ? slackRequests({
            signingSecret: access.signingSecret,
            receive: slack.receive,
            budget,
            isFirst: seenRequests(redis),
            now,
            log,
          })
        : undefined,
  });
  await slack.start();
  log.info({ slackRequestUrl: `${config.publicUrl}/slack/events`, port: server.port }, "listening");
  void inFlight.track(() => installs.checkToken());

  return {
    port: server.port,
    async stop() {
      await slack.stop();
      await server.close();
      await inFlight.settle(graceMs);
      // What is still being read now would outlive the process; queues read it again elsewhere.
      stopping.abort();
      const parts = [...Object.values(queues), alerting];
      await Promise.all(parts.map((part) => part.close(graceMs)));
      await installs.close(graceMs);
      await painter.close();
      redis.disconnect();
      redisAtHooks.disconnect();
      redisAtAlerts.disconnect();
      redisAtConfirmations.disconnect();
      await Promise.all([dispatcher.destroy(), guardedDispatcher.destroy()]);
    },
  };
}
