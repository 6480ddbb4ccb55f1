import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import { type CloudClient, type CloudCredentials, createCloudClient } from "./cloud/client.ts";
import type { Config } from "./config.ts";
import type { WorkspaceSecrets } from "./secrets/workspace-secrets.ts";
import type { Connection } from "./store/connections.ts";
import type { WorkspaceStore } from "./store/store.ts";

/** How the deployments that connections lead to are reached. */
export interface CloudAccess {
  config: Config;
  /** Reaches any address; for the connections that the operator made. */
  dispatcher: Dispatcher;
  /** Reaches the public Internet and the operator's ALLOWED_HOSTS alone; for all others. */
  guardedDispatcher: Dispatcher;
  log: Logger;
}

/** What of a workspace its clients use. */
interface Workspace {
  /** The connections that the operator's environment describes for it. */
  environment: readonly Connection[];
  kept: Pick<WorkspaceStore, "budget">;
  secrets: Pick<WorkspaceSecrets, "resolve" | "forget">;
}

/** A client for one of a workspace's connections. */
export function clientOf(
  connection: Connection,
  { environment, kept, secrets }: Workspace,
  access: CloudAccess,
): CloudClient {
  const { config, dispatcher, guardedDispatcher, log } = access;
  // By all of it, as it is kept: a name alone would make somebody else's address the operator's.
  const asKept = JSON.stringify(connection);
  const isOperators = environment.some((own) => JSON.stringify(own) === asKept);
  return createCloudClient({
    connection,
    credentials: () => credentialsOf(connection, secrets),
    renewedCredentials: () => {
      for (const reference of referencesOf(connection)) secrets.forget(reference);
      return credentialsOf(connection, secrets);
    },
    budget: kept.budget(connection.name, requestsOf(connection, config)),
    dispatcher: isOperators ? dispatcher : guardedDispatcher,
    limits: { callTimeoutMs: config.cloud.timeoutMs },
    log,
  });
}

// Somebody waits before a page.
const trialTimeoutMs = 8_000;

/** A client to try out what people typed with. */
export function trialClientOf(
  candidate: Connection,
  credentials: () => Promise<CloudCredentials>,
  { kept }: Pick<Workspace, "kept">,
  { config, guardedDispatcher, log }: Omit<CloudAccess, "dispatcher">,
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

function requestsOf({ kind }: Connection, config: Config): number {
  return kind === "managed" ? config.cloud.requestsPerWindow : standaloneRequestsPerWindow;
}

// Measured: stand-alone servers allow 100 requests a minute per token.
const standaloneRequestsPerWindow = 16;

function referencesOf(connection: Connection): string[] {
  return connection.kind === "standalone"
    ? [connection.tokenRef]
    : [connection.keyIdRef, connection.keySecretRef];
}

async function credentialsOf(
  connection: Connection,
  secrets: Pick<WorkspaceSecrets, "resolve">,
): Promise<CloudCredentials> {
  if (connection.kind === "standalone") return { token: await secrets.resolve(connection.tokenRef) };
  return {
    keyId: await secrets.resolve(connection.keyIdRef),
    keySecret: await secrets.resolve(connection.keySecretRef),
  };
}
