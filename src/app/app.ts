import type { AppContext } from "./context.ts";
import { installPages } from "../features/workspace/install/installing.ts";
import type { ContextOf } from "../platform/context.ts";
import { bodyQuota } from "../platform/http/read-body.ts";
import { startServer } from "../platform/http/server.ts";
import { webApp } from "../platform/http/web.ts";
import { redisMemory } from "../platform/redis/memory.ts";
import { rateLimits } from "../platform/redis/rate-limits.ts";
import { seenRequests } from "../platform/redis/seen-requests.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { createSigner } from "../platform/secrets/signer.ts";
import { slackRequests } from "../platform/slack/http-requests.ts";
import type { Config } from "./config/config.ts";
import { type Connected, connect } from "./connect.ts";
import { workspaceContexts } from "./contexts.ts";
import { product } from "./features.ts";
import type { Overrides } from "./overrides.ts";
import { hourMs } from "../lib/duration.ts";
import { guardInstalled, hearOfEndings } from "../features/workspace/install/guard.ts";
import { createSlackApp, listenToSlack, slackTime } from "../platform/slack/app.ts";

/** For all requests that are being received: 64 of Slack's largest, or thousands of usual ones. */
const bodiesMostBytes = 64 * 1024 * 1024;

/** The product, running. */
export interface RunningApp {
  port: number;
  /** Takes nothing new, lets running work end, and disconnects. */
  stop(): Promise<void>;
}

/**
 * Puts the parts together and starts them. Redis, Slack and the cloud may be unreachable at that time. Fails as
 * `user` if a credential reference of the configuration leads to nothing, or Redis is too old.
 */
export async function startApp(
  config: Config,
  secrets: Secrets,
  overrides: Overrides = {},
): Promise<RunningApp> {
  // The last part to start is the first to stop.
  const stack = new AsyncDisposableStack();
  try {
    const connected = await connect(config, secrets, overrides, stack);
    const contextOf = contexts(connected);
    startWorkers(connected, contextOf, overrides);
    const port = await listen(connected, contextOf, stack);
    void connected.inFlight.track(() => connected.installs.checkToken());
    return { port, stop: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

function contexts(connected: Connected): ContextOf<AppContext> {
  const { config, store, queueOf } = connected;
  const { encryptionKeys } = config.secrets;
  return workspaceContexts({
    ...connected,
    messengerOf: connected.installs.messengerOf,
    pictureSigner: createSigner(encryptionKeys, "pictures"),
    quotaSigner: createSigner(encryptionKeys, "budgets"),
    machine: {
      redis: () => store.redisFacts(),
      redisMemory: () => store.memoryUse(),
      slackTime: () => slackTime(config.slackApiUrl),
      waiting: async () => {
        const shown = product.jobs.filter(({ waiting }) => waiting !== undefined);
        return Object.fromEntries(
          await Promise.all(
            shown.map(async ({ name, waiting = name }) => [waiting, await queueOf(name).waiting()]),
          ),
        );
      },
    },
  });
}

function startWorkers(
  connected: Connected,
  contextOf: ContextOf<AppContext>,
  { longestScheduleWaitMs = hourMs, ...overrides }: Overrides,
): void {
  const { messengerOf } = connected.installs;
  const { redisUrl } = connected.config.secrets;
  const parts = {
    ...connected,
    redisUrl,
    contextOf,
    messengerOf,
    overrides,
    longestWaitMs: longestScheduleWaitMs,
  };
  for (const job of product.jobs) connected.queueOf(job.name).work(job.work(parts));
  for (const worker of product.startWorkers(parts)) {
    connected.proof.add(worker);
    connected.working.push(worker);
  }
}

async function listen(
  connected: Connected,
  contextOf: ContextOf<AppContext>,
  stack: AsyncDisposableStack,
): Promise<number> {
  const { config, redis, store, sealer, installs, erasures, inFlight, metrics, now, newId, log } = connected;
  const { slack: access, encryptionKeys } = config.secrets;
  const appToken = access.transport === "socket" ? access.appToken : undefined;
  const slack = await createSlackApp({ appToken, slackApiUrl: config.slackApiUrl, log });
  if (installs.url !== undefined) guardInstalled(slack.bolt, installs.clientsOf, log);
  hearOfEndings(slack.bolt, erasures.accept);
  const dispatching = {
    ...product,
    contextOf,
    rateLimits: rateLimits(redis, config.rateLimits),
    inFlight,
    log,
  };
  listenToSlack(slack.bolt, dispatching);

  const quota = bodyQuota(bodiesMostBytes);
  const memory = redisMemory(connected.redisAtHooks);
  const routeParts = {
    contextOf,
    newId,
    log,
    installing: installPages({
      ...connected,
      ...installs,
      auditOf: (workspaceId) => store.workspace(workspaceId).audit,
    }),
  };
  const listenerParts = {
    redis: connected.redisAtHooks,
    acceptLimits: config.acceptLimits,
    sealerOf: (workspaceId: string) => sealer.forWorkspace(workspaceId),
    signalOf: connected.signalOf,
    isStoreNearlyFull: () => memory.isNearlyFull(),
    metrics,
    bodyQuota: quota,
    now,
    log,
  };
  const server = await startServer({
    port: config.port,
    web: webApp({
      pingStore: () => connected.proof.prove(),
      pictures: {
        picturesOf: (workspaceId) => store.workspace(workspaceId).keptPictures,
        signer: createSigner(encryptionKeys, "pictures"),
        now,
      },
      metrics,
      routes: (app) => product.routes(app, routeParts),
    }),
    listeners: product.listeners(listenerParts),
    slack:
      access.transport === "http" && slack.receive
        ? slackRequests({
            signingSecret: access.signingSecret,
            receive: slack.receive,
            quota,
            isFirst: seenRequests(redis),
            now,
            log,
          })
        : undefined,
  });
  stack.defer(() => server.close());
  await slack.start();
  stack.defer(() => slack.stop());
  log.info({ slackRequestUrl: `${config.publicUrl}/slack/events`, port: server.port }, "listening");
  return server.port;
}
