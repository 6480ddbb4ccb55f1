import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "../../../app/config/config.ts";
import type { Messenger } from "../../../platform/jobs/messenger.ts";
import { type Erasures, type Pace, startErasures } from "./erasures.ts";
import type { Installing } from "./page-options.ts";
import { installPaths } from "./page-options.ts";
import type { Sealer } from "../../../platform/secrets/seal.ts";
import type { WorkspaceSecrets } from "../../../platform/secrets/workspace-secrets.ts";
import { checkToken } from "../../../platform/slack/web-api/check-token.ts";
import { slackClientMaker } from "../../../platform/slack/web-api/clients.ts";
import type { InFlight } from "../../../platform/slack/in-flight.ts";
import { installer } from "./install.ts";
import { grantExchange } from "./grant.ts";
import { type Ownership, identityOf, ownershipBy } from "./ownership.ts";
import { botScopes } from "../../../platform/slack/web-api/scopes.ts";
import { type WorkspaceClients, workspaceClients } from "./workspace-clients.ts";
import { workspaceMessengers } from "./workspace-messengers.ts";
import { eraseKeys } from "../../../platform/jobs/erase.ts";
import { listenToInstallations } from "./listener.ts";
import {
  type Installation,
  type Installations,
  installationTokenPurpose,
  installations,
} from "./installations.ts";
import { installStates } from "./states.ts";
import type { connectRedis } from "../../../platform/redis/connect.ts";
import type { Store } from "../../../app/store.ts";

interface Options {
  config: Config;
  redis: ReturnType<typeof connectRedis>;
  store: Store;
  sealer: Sealer;
  secretsOf: (workspaceId: string) => WorkspaceSecrets;
  inFlight: InFlight;
  /** How workspaces are erased; tests do not wait so long. */
  erasePace?: Pace | undefined;
  now: () => Date;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** Where the app is installed, how it speaks there, and what ends with it. */
export interface Installs extends WorkspaceClients {
  messengerOf: (workspaceId: string) => Messenger;
  ownership: Ownership;
  /** Where workspaces install the app; undefined where they cannot. */
  url: string | undefined;
  /** What serves that page. */
  page: Installing | undefined;
  erasures: Erasures;
  /** Says in the log whether Slack knows the environment's token, where there is one; never fails. */
  checkToken(): Promise<void>;
  close(graceMs: number): Promise<void>;
}

/** Starts it; neither Slack nor Redis need be reachable yet. */
export function startInstalls(options: Options): Installs {
  const { config, redis, sealer, now, onRedisError, log } = options;
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
  const messengerOf = workspaceMessengers(clients.clientsOf);

  /** By its own token where it is installed, else by the environment's where it is the operator's. */
  async function isAlive(workspaceId: string, installed: Installation | undefined): Promise<boolean> {
    if (!installed) return (await ownership.isOperators(workspaceId)) && ownership.isAlive();
    const token = sealer.forWorkspace(workspaceId).open(installed.token, installationTokenPurpose);
    return (await identityOf(clientsBy(token))) !== undefined;
  }

  const erasures = startErasures({
    redisUrl,
    installations: records,
    secretsOf: options.secretsOf,
    eraseKeys: (workspaceId) => eraseKeys(redis, workspaceId),
    isAlive,
    pace: options.erasePace,
    now,
    onRedisError,
    log,
  });
  const listener = slack.install && listenToInstallations(redisUrl, clients.drop, onRedisError);
  if (listener) redis.on("close", () => listener.renew());
  return {
    ...clients,
    messengerOf,
    ownership,
    url,
    page: pageOf({ ...options, records, ownership, erasures, messengerOf }),
    erasures,
    checkToken: async () => ownClients && checkToken(ownClients.interactive, log),
    async close(graceMs) {
      await erasures.close(graceMs);
      listener?.close();
    },
  };
}

interface Parts extends Pick<Installs, "ownership" | "erasures" | "messengerOf"> {
  records: Installations;
}

function pageOf({ config, redis, records, erasures, ...parts }: Options & Parts): Installing | undefined {
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
      installations: records,
      sweep: erasures.sweep,
      auditOf: (workspaceId) => parts.store.workspace(workspaceId).audit,
    }),
    newSecret: () => randomBytes(32).toString("base64url"),
    log: parts.log,
  };
}
