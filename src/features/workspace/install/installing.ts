import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Clock } from "../../../lib/clock.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import type { Proxy } from "../../../platform/cloud/transport/proxy.ts";
import type { Tracing } from "../../../lib/tracing/tracing.ts";
import type { Erasures } from "./erasures.ts";
import type { AuditLog } from "../../../platform/audit/log.ts";
import type { Sealer } from "../../../platform/secrets/seal.ts";
import { grantExchange, installer } from "./install.ts";
import { identityOf, ownershipBy } from "./ownership.ts";
import type { RedisClient } from "../../../platform/redis/connect.ts";
import {
  type Installation,
  installStates,
  installationTokenPurpose,
  installations,
  listenToInstallations,
} from "./installations.ts";
import { workspaceClients, workspaceMessengers } from "./workspace-clients.ts";
import type { InFlight } from "../../../platform/slack/interactions/deps.ts";
import { checkToken, slackClientMaker } from "../../../platform/slack/web-api/clients.ts";
import { sharedReads } from "../../../platform/slack/web-api/history.ts";
import { botScopes } from "../../../platform/slack/web-api/scopes.ts";
import { movedChannels } from "../../../platform/redis/moved-channels.ts";
import type { RedisServer } from "../../../platform/redis/server.ts";

/** The parts that the installation's pages need. */
export type Installing = NonNullable<ReturnType<typeof installPages>>;

/** The paths of the pages, below PUBLIC_URL. */
export const installPaths = {
  page: "/slack/install",
  start: "/slack/install/start",
  callback: "/slack/oauth/callback",
};

interface Options {
  config: {
    slackApiUrl: string;
    publicUrl: string;
    proxy?: Proxy | undefined;
    secrets: {
      slack: {
        botToken?: string | undefined;
        install?: { clientId: string; clientSecret: string } | undefined;
      };
    };
  };
  fetch?: typeof globalThis.fetch;
  redis: RedisClient;
  redisServer: RedisServer;
  sealer: Sealer;
  metrics?: Pick<Metrics, "slackCall">;
  tracing?: Tracing;
  now: () => Date;
  moment: Clock;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** Where the app is installed, and its clients there. */
export type Installs = ReturnType<typeof connectInstalls>;

/** Connects the installations. Slack and Redis may be unreachable at that time. */
export function connectInstalls({
  config,
  fetch,
  redis,
  redisServer,
  sealer,
  metrics,
  tracing,
  now,
  moment: clock,
  onRedisError,
  log,
}: Options) {
  const { slack } = config.secrets;
  const records = installations(redis);
  const { slackApiUrl, proxy } = config;
  const clientsBy = slackClientMaker({ slackApiUrl, fetch, proxy, metrics, tracing, clock, log });
  const ownClients = slack.botToken === undefined ? undefined : clientsBy(slack.botToken);
  const ownership = ownershipBy(ownClients, { isInstallable: slack.install !== undefined, now });
  const url = slack.install && `${config.publicUrl}${installPaths.page}`;
  const clients = workspaceClients({
    installations: records,
    sealer,
    ownership,
    ownClients,
    clientsBy,
    installUrl: url,
    now,
  });
  const listener = slack.install && listenToInstallations(redisServer, clients.drop, onRedisError);
  if (listener) redis.on("close", () => listener.renew());
  return {
    ...clients,
    installations: records,
    messengerOf: workspaceMessengers(
      clients.clientsOf,
      (workspaceId) => sharedReads(redis, workspaceId),
      (workspaceId, channelId) => movedChannels(redis, workspaceId).find(channelId),
    ),
    ownership,
    /** Fails as `auth` if the app isn't installed in a workspace, or belongs to another one. */
    requireKnown: async (workspaceId: string): Promise<void> =>
      url === undefined ? ownership.requireOwn(workspaceId) : void (await clients.clientsOf(workspaceId)),
    /** Where workspaces install the app. Undefined if they cannot. */
    url,
    /**
     * True if Slack knows the app's token of a workspace: its own if it is installed, or else the environment's in the
     * operator's workspace. Fails as `upstream` if Slack cannot be reached.
     */
    async isAlive(workspaceId: string, installed: Installation | undefined): Promise<boolean> {
      if (!installed) return (await ownership.isOperators(workspaceId)) && ownership.isAlive();
      const token = sealer.forWorkspace(workspaceId).open(installed.token, installationTokenPurpose);
      return (await identityOf(clientsBy(token))) !== undefined;
    },
    /** Logs whether Slack knows the environment's token, if there is one, and learns its workspace. Never fails. */
    checkToken: async (): Promise<void> => {
      // A failure is in the log by the check beside it.
      const learnt = ownership.own().catch(() => undefined);
      if (ownClients) await checkToken(ownClients.interactive, log);
      await learnt;
    },
    close: () => listener?.close(),
  };
}

interface PageParts extends Options, Pick<Installs, "installations" | "ownership" | "messengerOf"> {
  erasures: Erasures;
  inFlight: InFlight;
  auditOf: (workspaceId: string) => AuditLog;
  wakeOutboxes: (workspaceId: string) => Promise<void>;
}

/** The parts of the pages that install the app. Undefined if workspaces cannot. */
export function installPages({ config, redis, erasures, ...parts }: PageParts) {
  const { secrets, slackApiUrl, publicUrl } = config;
  if (!secrets.slack.install) return undefined;
  const { clientId, clientSecret } = secrets.slack.install;
  return {
    publicUrl,
    clientId,
    /** The address of Slack's own pages, without a slash at its end. */
    slackUrl: new URL(slackApiUrl).origin,
    scopes: botScopes,
    states: installStates(redis),
    /** Finishes an installation with Slack's code. Fails as AppError. */
    complete: installer({
      ...parts,
      exchange: grantExchange({ clientId, clientSecret, slackApiUrl, fetch: parts.fetch, log: parts.log }),
      sweep: erasures.sweep,
    }),
    newSecret: () => randomBytes(32).toString("base64url"),
    log: parts.log,
  };
}
