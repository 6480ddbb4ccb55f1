import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import { type CloudClient, type CloudCredentials, createCloudClient } from "../../platform/cloud/client.ts";
import { isAppError } from "../../lib/errors.ts";
import type { Signer } from "../../platform/secrets/signer.ts";
import type { WorkspaceSecrets } from "../../platform/secrets/workspace.ts";
import type { Budget } from "../../platform/redis/request-quota.ts";
import type { ConnectionHealth } from "./health.ts";
import type { Connection, Connections } from "./records.ts";
import type { ConnectionRecords } from "./context.ts";

/** How the deployments that connections lead to are reached. */
export interface CloudAccess {
  config: { cloud: { timeoutMs: number; requestsPerWindow: number } };
  /** Reaches any address; for the connections that the operator made. */
  dispatcher: Dispatcher;
  /** Reaches the public Internet and the operator's ALLOWED_HOSTS alone; for all others. */
  guardedDispatcher: Dispatcher;
  /** Names budgets by their keys, so that no key can be read from a name. */
  budgetSigner: Pick<Signer, "sign">;
  now: () => Date;
  log: Logger;
}

/** What of a workspace its clients use. */
interface Workspace {
  /** The connections that the operator's environment describes for it. */
  environment: readonly Connection[];
  kept: Pick<ConnectionRecords, "budget" | "connectionHealth">;
  secrets: Pick<WorkspaceSecrets, "resolve" | "resolveConfigured" | "forget">;
  /** Its connections as they are by now. */
  connections: Pick<Connections, "find">;
}

/** A client for one of a workspace's connections. */
export function clientOf(connection: Connection, workspace: Workspace, access: CloudAccess): CloudClient {
  const { config, dispatcher, guardedDispatcher, log } = access;
  const isOperators = isEnvironments(connection, workspace);
  const client = createCloudClient({
    connection,
    credentials: () => presentCredentials(connection, workspace),
    renewedCredentials: () => renewedCredentials(connection, workspace),
    budget: keyBudget(async () => connection, requestsOf(connection, config), workspace, access),
    dispatcher: isOperators ? dispatcher : guardedDispatcher,
    limits: { callTimeoutMs: config.cloud.timeoutMs },
    log,
  });
  return noting(client, async (outcome) => {
    await workspace.kept.connectionHealth.note(connection.name, { outcome, at: access.now().toISOString() });
  });
}

/** The same, with each call's outcome told; nobody waits for that, and it may fail. */
function noting(
  client: CloudClient,
  note: (outcome: ConnectionHealth["outcome"]) => Promise<void>,
): CloudClient {
  const tell = (outcome: ConnectionHealth["outcome"]) => void note(outcome).catch(() => undefined);
  return {
    ...client,
    async call(operation, input, options) {
      try {
        const result = await client.call(operation, input, options);
        tell("works");
        return result;
      } catch (error) {
        if (isAppError(error, "auth")) tell("refused");
        if (isAppError(error, "upstream") && !options?.signal?.aborted) tell("away");
        throw error;
      }
    },
  };
}

/**
 * What a connection's key may still ask, or what one kind of work may of that. Connections with the same key share it, for
 * the cloud counts by key; so do all replicas, and no two workspaces.
 */
export function keyBudget(
  find: () => Promise<Connection>,
  requests: number,
  workspace: Omit<Workspace, "kept"> & { kept: Pick<ConnectionRecords, "budget"> },
  { budgetSigner }: Pick<CloudAccess, "budgetSigner">,
  work = "all",
): Budget {
  const present = async () => {
    const connection = await find();
    const key = budgetSigner.sign(
      JSON.stringify(keyOf(connection, await presentCredentials(connection, workspace))),
    );
    return workspace.kept.budget(`${key} ${work}`, requests);
  };
  return {
    take: async () => (await present()).take(),
    pause: async (ms) => (await present()).pause(ms),
  };
}

/** By what a deployment tells keys apart. */
function keyOf(connection: Connection, credentials: CloudCredentials): string[] {
  const address = connection.kind === "managed" ? connection.baseUrl : connection.appUrl;
  return [new URL(address).origin, "token" in credentials ? credentials.token : credentials.keyId];
}

// Somebody waits before a page.
const trialTimeoutMs = 8_000;

/** A client to try out what people typed with. */
export function trialClientOf(
  candidate: Connection,
  credentials: () => Promise<CloudCredentials>,
  { kept }: { kept: Pick<ConnectionRecords, "budget"> },
  { config, guardedDispatcher, log }: Pick<CloudAccess, "config" | "guardedDispatcher" | "log">,
): CloudClient {
  return createCloudClient({
    connection: candidate,
    credentials,
    // Nobody's own: who tries many keys is held up, and nobody else is.
    budget: kept.budget("trials of connections", requestsOf(candidate, config)),
    dispatcher: guardedDispatcher,
    limits: { callTimeoutMs: Math.min(config.cloud.timeoutMs, trialTimeoutMs) },
    log,
  });
}

function requestsOf({ kind }: Connection, config: CloudAccess["config"]): number {
  return kind === "managed" ? config.cloud.requestsPerWindow : standaloneRequestsPerWindow;
}

// Measured: stand-alone servers allow 100 requests a minute per token. A minute touches seven of our windows of 10 s.
const standaloneRequestsPerWindow = 14;

function referencesOf(connection: Connection): string[] {
  return connection.kind === "standalone"
    ? [connection.tokenRef]
    : [connection.keyIdRef, connection.keySecretRef];
}

type Keys = Pick<Workspace, "environment" | "secrets" | "connections">;

/** By all of a connection, as it is kept: a name alone would make another address the operator's. */
function isEnvironments(connection: Connection, { environment }: Pick<Workspace, "environment">): boolean {
  const asKept = JSON.stringify(connection);
  return environment.some((own) => JSON.stringify(own) === asKept);
}

/** Those of a connection, also where it was given others since it was found, and the old ones were deleted. */
async function presentCredentials(connection: Connection, keys: Keys): Promise<CloudCredentials> {
  try {
    return await credentialsOf(connection, keys);
  } catch (error) {
    const latest = isAppError(error, "auth") ? await latestOf(connection, keys) : connection;
    if (isDeepStrictEqual(latest, connection)) throw error;
    return credentialsOf(latest, keys);
  }
}

/** Those of a connection as it is by now, read anew. */
async function renewedCredentials(connection: Connection, keys: Keys): Promise<CloudCredentials> {
  const latest = await latestOf(connection, keys);
  for (const reference of referencesOf(latest)) keys.secrets.forget(reference);
  return credentialsOf(latest, keys);
}

/** A connection as it is by now; one that leads elsewhere by now is another, whose key is not for this address. */
async function latestOf(connection: Connection, { connections }: Keys): Promise<Connection> {
  const latest = await connections.find(connection.name);
  return deploymentOf(latest) === deploymentOf(connection) ? latest : connection;
}

function deploymentOf(connection: Connection): string {
  return connection.kind === "managed"
    ? `${connection.baseUrl} ${connection.organizationId}`
    : connection.appUrl;
}

async function credentialsOf(connection: Connection, keys: Keys): Promise<CloudCredentials> {
  const { secrets } = keys;
  const read = isEnvironments(connection, keys) ? secrets.resolveConfigured : secrets.resolve;
  if (connection.kind === "standalone") return { token: await read(connection.tokenRef) };
  return { keyId: await read(connection.keyIdRef), keySecret: await read(connection.keySecretRef) };
}
