import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Messenger } from "../../../platform/jobs/messenger.ts";
import type { Erasures } from "./erasures.ts";
import type { AuditLog } from "../../../platform/audit/log.ts";
import type { Installing } from "./page-options.ts";
import { installPaths } from "./page-options.ts";
import type { Sealer } from "../../../platform/secrets/seal.ts";
import { checkToken } from "../../../platform/slack/web-api/check-token.ts";
import { slackClientMaker } from "../../../platform/slack/web-api/clients.ts";
import type { InFlight } from "../../../platform/slack/in-flight.ts";
import { installer } from "./install.ts";
import { grantExchange } from "./grant.ts";
import { type Ownership, identityOf, ownershipBy } from "./ownership.ts";
import { botScopes } from "../../../platform/slack/web-api/scopes.ts";
import { type WorkspaceClients, workspaceClients } from "./workspace-clients.ts";
import { workspaceMessengers } from "./workspace-messengers.ts";
import { listenToInstallations } from "./listener.ts";
import {
  type Installation,
  type Installations,
  installationTokenPurpose,
  installations,
} from "./installations.ts";
import { installStates } from "./states.ts";
import type { connectRedis } from "../../../platform/redis/connect.ts";

interface Options {
  config: {
    slackApiUrl: string;
    publicUrl: string;
    secrets: {
      redisUrl: string;
      slack: {
        botToken?: string | undefined;
        install?: { clientId: string; clientSecret: string } | undefined;
      };
    };
  };
  redis: ReturnType<typeof connectRedis>;
  sealer: Sealer;
  now: () => Date;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** Where the app is installed, and how it speaks there. */
export interface Installs extends WorkspaceClients {
  installations: Installations;
  messengerOf: (workspaceId: string) => Messenger;
  ownership: Ownership;
  /** Where workspaces install the app; undefined where they cannot. */
  url: string | undefined;
  /** True where Slack still knows the app's token of a workspace; fails as `upstream` where it cannot be asked. */
  isAlive: (workspaceId: string, installed: Installation | undefined) => Promise<boolean>;
  /** Says in the log whether Slack knows the environment's token, where there is one; never fails. */
  checkToken(): Promise<void>;
  close(): void;
}

/** Connects it; neither Slack nor Redis need be reachable yet. */
export function connectInstalls({ config, redis, sealer, now, onRedisError, log }: Options): Installs {
  const { redisUrl, slack } = config.secrets;
  const records = installations(redis);
  const clientsBy = slackClientMaker({ slackApiUrl: config.slackApiUrl, now, log });
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
  const listener = slack.install && listenToInstallations(redisUrl, clients.drop, onRedisError);
  if (listener) redis.on("close", () => listener.renew());
  return {
    ...clients,
    installations: records,
    messengerOf: workspaceMessengers(clients.clientsOf),
    ownership,
    url,
    /** By its own token where it is installed, else by the environment's where it is the operator's. */
    async isAlive(workspaceId, installed) {
      if (!installed) return (await ownership.isOperators(workspaceId)) && ownership.isAlive();
      const token = sealer.forWorkspace(workspaceId).open(installed.token, installationTokenPurpose);
      return (await identityOf(clientsBy(token))) !== undefined;
    },
    checkToken: async () => ownClients && checkToken(ownClients.interactive, log),
    close: () => listener?.close(),
  };
}

interface PageParts extends Options, Pick<Installs, "installations" | "ownership" | "messengerOf"> {
  erasures: Erasures;
  inFlight: InFlight;
  auditOf: (workspaceId: string) => AuditLog;
}

/** What the pages need that install the app; undefined where workspaces cannot. */
export function installPages({ config, redis, erasures, ...parts }: PageParts): Installing | undefined {
  const { secrets, slackApiUrl, publicUrl } = config;
  if (!secrets.slack.install) return undefined;
  const { clientId, clientSecret } = secrets.slack.install;
  return {
    publicUrl,
    clientId,
    slackUrl: new URL(slackApiUrl).origin,
    scopes: botScopes,
    states: installStates(redis),
    complete: installer({
      ...parts,
      exchange: grantExchange({ clientId, clientSecret, slackApiUrl, log: parts.log }),
      sweep: erasures.sweep,
    }),
    newSecret: () => randomBytes(32).toString("base64url"),
    log: parts.log,
  };
}
