import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import { type CloudClient, type CloudCredentials, createCloudClient } from "../../platform/cloud/client.ts";
import { isAppError } from "../../lib/errors.ts";
import type { Signer } from "../../platform/secrets/signer.ts";
import type { WorkspaceSecrets } from "../../platform/secrets/workspace.ts";
import type { RequestQuota } from "../../platform/redis/request-quota.ts";
import type { ConnectionHealth } from "./health.ts";
import type { Connection, Connections } from "./records.ts";
import type { ConnectionRecords } from "./context.ts";

/** What all clients of connections share. */
export interface CloudAccess {
  config: { cloud: { timeoutMs: number; requestsPerWindow: number } };
  /** Reaches any address, for the connections that the operator made. */
  dispatcher: Dispatcher;
  /** Reaches the public Internet and the operator's ALLOWED_HOSTS alone, for all others. */
  guardedDispatcher: Dispatcher;
  /** Names request quotas by their keys, so that no name reveals a key. */
  quotaSigner: Pick<Signer, "sign">;
  /** Aborted when the process stops. Reads end then; a change goes on, because its outcome is worth knowing. */
  stopping: AbortSignal;
  now: () => Date;
  log: Logger;
}

/** A workspace's parts that a client's key needs. */
interface Keys {
  /** The connections that the operator's environment describes for the workspace. */
  environment: readonly Connection[];
  secrets: Pick<WorkspaceSecrets, "resolve" | "resolveConfigured" | "forget">;
  /** The workspace's present connections. */
  connections: Pick<Connections, "find">;
}

/** A workspace's parts that a client needs. */
interface Workspace extends Omit<Keys, "environment"> {
  /** Undefined if the environment describes none for the workspace. */
  environment: () => Promise<readonly Connection[] | undefined>;
  kept: Pick<ConnectionRecords, "requestQuota" | "connectionHealth">;
  /** Called before each call. It fails if the app is no longer installed. */
  mayCall: () => Promise<unknown>;
}

/**
 * A client for one of a workspace's connections. It finds the connection at its first call, and notes the outcome of
 * each call for the connection's health.
 */
export function connectionClient(
  find: () => Promise<Connection>,
  workspace: Workspace,
  access: CloudAccess,
): Pick<CloudClient, "call"> {
  const { connectionHealth } = workspace.kept;
  let opened: Promise<{ name: string; client: CloudClient }> | undefined;

  async function open(): Promise<{ name: string; client: CloudClient }> {
    const { config, dispatcher, guardedDispatcher, log } = access;
    const connection = await find();
    const keys = { ...workspace, environment: (await workspace.environment()) ?? [] };
    const client = createCloudClient({
      connection,
      credentials: () => presentCredentials(connection, keys),
      renewedCredentials: () => renewedCredentials(connection, keys),
      requestQuota: keyQuota(async () => connection, requestsOf(connection, config), keys, access),
      dispatcher: isEnvironments(connection, keys) ? dispatcher : guardedDispatcher,
      limits: { callTimeoutMs: config.cloud.timeoutMs },
      log,
    });
    return { name: connection.name, client };
  }

  /** Calls do not wait for this. */
  function note(name: string, outcome: ConnectionHealth["outcome"]): void {
    void connectionHealth.note(name, { outcome, at: access.now().toISOString() }).catch(() => undefined);
  }

  return {
    async call(operation, input, options) {
      await workspace.mayCall();
      opened ??= open();
      const { name, client } = await opened;
      const signals = [options?.signal, operation.method === "GET" ? access.stopping : undefined];
      const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
      try {
        const result = await client.call(operation, input, { ...options, signal });
        note(name, "works");
        return result;
      } catch (error) {
        if (isAppError(error, "auth")) note(name, "refused");
        if (isAppError(error, "upstream") && !signal.aborted) note(name, "away");
        throw error;
      }
    },
  };
}

/**
 * The request quota of a connection's key, or of one kind of work with it. The cloud counts by key, so connections with
 * the same key share it, in all replicas. Workspaces do not.
 */
export function keyQuota(
  find: () => Promise<Connection>,
  requests: number,
  workspace: Keys & { kept: Pick<ConnectionRecords, "requestQuota"> },
  { quotaSigner }: Pick<CloudAccess, "quotaSigner">,
  work = "all",
): RequestQuota {
  const present = async () => {
    const connection = await find();
    const key = quotaSigner.sign(
      JSON.stringify(keyOf(connection, await presentCredentials(connection, workspace))),
    );
    return workspace.kept.requestQuota(`${key} ${work}`, requests);
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

// A person waits for the page.
const trialTimeoutMs = 8_000;

/** A client that tries out typed credentials. */
export function trialClientOf(
  candidate: Connection,
  credentials: () => Promise<CloudCredentials>,
  { kept }: { kept: Pick<ConnectionRecords, "requestQuota"> },
  { config, guardedDispatcher, log }: Pick<CloudAccess, "config" | "guardedDispatcher" | "log">,
): CloudClient {
  return createCloudClient({
    connection: candidate,
    credentials,
    // Trials have their own quota, so many of them delay trials alone.
    requestQuota: kept.requestQuota("trials of connections", requestsOf(candidate, config)),
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

/** Compares all of a connection: a name alone would make another address the operator's. */
function isEnvironments(connection: Connection, { environment }: Pick<Keys, "environment">): boolean {
  const asKept = JSON.stringify(connection);
  return environment.some((own) => JSON.stringify(own) === asKept);
}

/** A connection's credentials, also if it has new ones since it was found and the old ones were deleted. */
async function presentCredentials(connection: Connection, keys: Keys): Promise<CloudCredentials> {
  try {
    return await credentialsOf(connection, keys);
  } catch (error) {
    const latest = isAppError(error, "auth") ? await latestOf(connection, keys) : connection;
    if (isDeepStrictEqual(latest, connection)) throw error;
    return credentialsOf(latest, keys);
  }
}

/** The credentials of the connection as it is now, read again. */
async function renewedCredentials(connection: Connection, keys: Keys): Promise<CloudCredentials> {
  const latest = await latestOf(connection, keys);
  for (const reference of referencesOf(latest)) keys.secrets.forget(reference);
  return credentialsOf(latest, keys);
}

/** The connection as it is now. If it leads elsewhere it is another one, with a key that is not for this address. */
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
