import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import { type CloudClient, type CloudCredentials, createCloudClient } from "../../platform/cloud/client.ts";
import { operationName } from "../../platform/cloud/operation.ts";
import { isAppError } from "../../lib/errors.ts";
import type { Metrics } from "../../lib/metrics.ts";
import { measured } from "../../lib/metrics/measured.ts";
import type { KeptReads } from "../../platform/cloud/kept-reads.ts";
import type { Tracing } from "../../lib/tracing/tracing.ts";
import type { Signer } from "../../platform/secrets/seal.ts";
import type { WorkspaceSecrets } from "../../platform/secrets/workspace.ts";
import type { RequestQuota } from "../../platform/redis/rate-limits.ts";
import type { ConnectionHealth } from "./health.ts";
import { type Connections, addressOf, deploymentOf, referencesOf } from "./records.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionRecords } from "./context.ts";

/** What all clients of connections share. */
export interface CloudAccess {
  config: { cloud: { timeoutMs: number; requestsPerWindow: number } };
  /** Reaches any address, for the connections that the operator made. */
  dispatcher: Dispatcher;
  /** Reaches the public Internet and the operator's ALLOWED_HOSTS alone, for all others. */
  guardedDispatcher: Dispatcher;
  /** Names request quotas by their keys, so no name reveals a key. */
  quotaSigner: Pick<Signer, "sign">;
  /** Aborted when the process stops. Reads end then; a change goes on, because its outcome is worth knowing. */
  stopping: AbortSignal;
  metrics: Pick<Metrics, "cloudCall">;
  now: () => Date;
  tracing?: Tracing | undefined;
  log: Logger;
}

/** A workspace's parts that the clients of its connections need. */
interface Workspace {
  /** The workspace's present connections. */
  connections: Pick<Connections, "find">;
  /** The connections that the operator's environment describes for the workspace, if it does. */
  environment: () => Promise<readonly Connection[] | undefined>;
  secrets: Pick<WorkspaceSecrets, "resolve" | "resolveConfigured" | "forget">;
  kept: Pick<ConnectionRecords, "requestQuota" | "connectionHealth">;
  /** Shares what was just read through a connection, by its scope. */
  keptReads: KeptReads;
  /** Called before each call. It fails if the app is no longer installed. */
  mayCall: () => Promise<unknown>;
}

/** Makes clients and request quotas for the connections of one workspace. */
export function connectionClients(workspace: Workspace, access: CloudAccess) {
  const { connections, kept } = workspace;

  /** Compares all of a connection: a name alone would make another address the operator's. */
  async function isEnvironments(connection: Connection): Promise<boolean> {
    const asKept = JSON.stringify(connection);
    return (await workspace.environment())?.some((own) => JSON.stringify(own) === asKept) ?? false;
  }

  async function credentialsOf(connection: Connection): Promise<CloudCredentials> {
    const read = (await isEnvironments(connection))
      ? workspace.secrets.resolveConfigured
      : workspace.secrets.resolve;
    if (connection.kind === "standalone") return { token: await read(connection.tokenRef) };
    return { keyId: await read(connection.keyIdRef), keySecret: await read(connection.keySecretRef) };
  }

  /** The connection as it is now. If it leads elsewhere it is another one, with a key that is not for this address. */
  async function latestOf(connection: Connection): Promise<Connection> {
    const latest = await connections.find(connection.name);
    return deploymentOf(latest) === deploymentOf(connection) ? latest : connection;
  }

  /** A connection's credentials, also if it has new ones since it was found and the old ones were deleted. */
  async function presentCredentials(connection: Connection): Promise<CloudCredentials> {
    try {
      return await credentialsOf(connection);
    } catch (error) {
      const latest = isAppError(error, "auth") ? await latestOf(connection) : connection;
      if (isDeepStrictEqual(latest, connection)) throw error;
      return credentialsOf(latest);
    }
  }

  /** The credentials of the connection as it is now, read again. */
  async function renewedCredentials(connection: Connection): Promise<CloudCredentials> {
    const latest = await latestOf(connection);
    for (const reference of referencesOf(latest)) workspace.secrets.forget(reference);
    return credentialsOf(latest);
  }

  async function open(find: () => Promise<Connection>) {
    const { config, dispatcher, guardedDispatcher, tracing, log } = access;
    const connection = await find();
    const client = createCloudClient({
      connection,
      credentials: () => presentCredentials(connection),
      renewedCredentials: () => renewedCredentials(connection),
      requestQuota: quotaOf(async () => connection, requestsOf(connection, config)),
      dispatcher: (await isEnvironments(connection)) ? dispatcher : guardedDispatcher,
      limits: { callTimeoutMs: config.cloud.timeoutMs },
      tracing,
      log,
    });
    // A connection that leads elsewhere is another one.
    return workspace.keptReads(JSON.stringify(connection), noting(connection.name, client));
  }

  /** Notes the outcome of a call for the connection's health. Calls do not wait for this. */
  function note(name: string, outcome: ConnectionHealth["outcome"]): void {
    const health = { outcome, at: access.now().toISOString() };
    void kept.connectionHealth.note(name, health).catch(() => undefined);
  }

  /** Ends reads when the process stops, and notes the outcome of each call. */
  function noting(name: string, client: Pick<CloudClient, "call">): Pick<CloudClient, "call"> {
    return {
      async call(operation, input, options) {
        const signals = [options?.signal, operation.method === "GET" ? access.stopping : undefined];
        const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
        try {
          const result = await measured(
            () => client.call(operation, input, { ...options, signal }),
            (seconds, error) => access.metrics.cloudCall(operationName(operation), seconds, error),
          );
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

  /** A client for a connection, which it finds at its first call. */
  function clientOf(find: () => Promise<Connection>): Pick<CloudClient, "call"> {
    let opened: ReturnType<typeof open> | undefined;
    return {
      async call(operation, input, options) {
        await workspace.mayCall();
        opened ??= open(find);
        return (await opened).call(operation, input, options);
      },
    };
  }

  /**
   * The request quota of a connection's key, or of one kind of work with it. The cloud counts by key, so connections
   * with the same key share it, in all replicas. Workspaces do not.
   */
  function quotaOf(find: () => Promise<Connection>, requests: number, work = "all"): RequestQuota {
    const present = async () => {
      const connection = await find();
      const credentials = await presentCredentials(connection);
      // What identifies a key in each deployment.
      const key = "token" in credentials ? credentials.token : credentials.keyId;
      const signed = access.quotaSigner.sign(JSON.stringify([new URL(addressOf(connection)).origin, key]));
      return kept.requestQuota(`${signed} ${work}`, requests);
    };
    return {
      take: async () => (await present()).take(),
      pause: async (ms) => (await present()).pause(ms),
    };
  }

  return { clientOf, quotaOf };
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
