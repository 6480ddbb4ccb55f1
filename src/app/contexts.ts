import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import { workspaceAccess } from "../platform/access/access.ts";
import { knownPeople } from "../platform/access/known-people.ts";
import { connectionClient, keyQuota, trialClientOf } from "../features/connections/clients.ts";
import { consoleLinks } from "../platform/cloud/console-links.ts";
import { type Service, listServices } from "../platform/cloud/services/service.ts";
import { sharedReads } from "../platform/cloud/shared-reads.ts";
import type { Signal } from "../lib/signal.ts";
import { inboxSignal } from "../features/alerts/workers.ts";
import { product } from "./features.ts";
import type { Config } from "./config/config.ts";
import { environmentConnections } from "../features/connections/records.ts";
import type { AppContext } from "./context.ts";
import type { ContextOf } from "../platform/context.ts";
import type { Machine } from "../features/connections/context.ts";
import type { Painter } from "../platform/pictures/painter.ts";
import { createPictures } from "../platform/pictures/pictures.ts";
import { byAddress, byUpload } from "../platform/pictures/publish.ts";
import { costLedger, singleFlights } from "../features/costs/ledger/ledger.ts";
import type { JobQueue } from "../platform/jobs/queue.ts";
import type { Messenger } from "../platform/jobs/messenger.ts";
import type { Sealer } from "../platform/secrets/seal.ts";
import type { WorkspaceSecrets } from "../platform/secrets/workspace.ts";
import type { Signer } from "../platform/secrets/signer.ts";
import type { Store, WorkspaceStore } from "./store.ts";
import {
  type Connection,
  type ManagedConnection,
  asManaged,
  defaultNameOf,
  withEnvironment,
  withWireNames,
} from "../features/connections/records.ts";
import { loggedAudit } from "../platform/audit/log.ts";

interface Options {
  config: Config;
  store: Store;
  secretsOf: (workspaceId: string) => WorkspaceSecrets;
  sealer: Sealer;
  installs: {
    /** Fails if the app is not installed. */
    clientsOf: (workspaceId: string) => Promise<unknown>;
    missingScopes: (workspaceId: string) => Promise<string[]>;
    ownership: { isOperators: (workspaceId: string) => Promise<boolean> };
    /** Where workspaces install the app, if they can. */
    url: string | undefined;
  };
  /** Facts about the machine and Redis. */
  machine: Omit<Machine, "isOperators">;
  messengerOf: (workspaceId: string) => Messenger;
  painter: Pick<Painter, "paint" | "prepare" | "maxWaitMs">;
  /** Signs the addresses of pictures. */
  pictureSigner: Signer;
  /** Names the quotas of keys. */
  quotaSigner: Signer;
  queueOf: (name: string) => Pick<JobQueue, "accept" | "wake" | "ensure">;
  signalOf: (name: string) => Pick<Signal, "notify">;
  /** Shared connections to the cloud: to any address, and to addresses that people may name. */
  dispatcher: Dispatcher;
  guardedDispatcher: Dispatcher;
  /** Aborted when the process stops and running work had its time. */
  stopping: AbortSignal;
  now: () => Date;
  newId: () => string;
  log: Logger;
}

/** Makes the context of any workspace from the shared parts. */
export function workspaceContexts(options: Options): ContextOf<AppContext> {
  const { config, store, secretsOf, sealer, installs, messengerOf, queueOf, signalOf, now, newId, log } =
    options;
  const { timeoutMs: cloudTimeoutMs, settleMs, requestsPerWindow, computeCreditsPerGbHour } = config.cloud;
  const environment = environmentConnections(config);

  const reads = sharedReads<Service[]>(readsApartMs(config.cloud.requestsPerWindow));

  const people = knownPeople(now);

  const costSingleFlights = singleFlights();
  const requestsForCosts = costRequests(config.cloud.requestsPerWindow);

  const contextOf: ContextOf<AppContext> = (workspaceId) => {
    const kept = store.workspace(workspaceId);
    const secrets = secretsOf(workspaceId);
    const messenger = messengerOf(workspaceId);
    const environmentHere = async () =>
      (await installs.ownership.isOperators(workspaceId)) ? environment : undefined;
    const connections = withEnvironment(
      withWireNames(kept.connections, config.cloud.wireNames),
      environmentHere,
    );
    // The secrets allow the keys of the environment's connections in the operator's workspace only.
    const parts = { kept, secrets, connections, environment };
    // Long work ends at its next call if the app was removed.
    const isStillThere = () => installs.clientsOf(workspaceId);
    const clientFor = (find: () => Promise<Connection>) =>
      connectionClient(find, { ...parts, environment: environmentHere, mayCall: isStillThere }, options);
    const cloudOf = (name: string) => clientFor(() => connections.find(name));
    const ownLog = log.child({ workspaceId });
    return {
      ...kept,
      audit: loggedAudit(kept.audit, ownLog),
      connections,
      workspaceId,
      access: workspaceAccess({
        workspaceId,
        grants: kept.grants,
        people: people(workspaceId, messenger.people),
      }),
      cloud: clientFor(async () => connections.find(await defaultNameOf(connections))),
      cloudOf,
      trialOf: (candidate, credentials) => trialClientOf(candidate, credentials, { kept }, options),
      ledgerOf(name) {
        // Found once, so that one organization's costs are never kept as another's.
        let connection: Promise<ManagedConnection> | undefined;
        const find = () => (connection ??= connections.find(name).then(asManaged));
        return costLedger({
          cloud: clientFor(find),
          ending: config.cloud.wireNames.credits,
          costDays: kept.costDays(find),
          requestQuota: keyQuota(find, requestsForCosts, parts, options, "costs"),
          requestsPerWindow: requestsForCosts,
          singleFlight: costSingleFlights(`${workspaceId} ${name}`),
          now,
          log,
        });
      },
      sealer: sealer.forWorkspace(workspaceId),
      installation: { url: installs.url, missingScopes: () => installs.missingScopes(workspaceId) },
      checks: product.checks,
      connectionUses: (connection) => product.connectionUses(connection, contextOf(workspaceId)),
      machine: { ...options.machine, isOperators: () => installs.ownership.isOperators(workspaceId) },
      secrets,
      messenger,
      pictures: createPictures({
        painter: options.painter,
        publish: publishing(workspaceId, kept, messenger, options),
        log,
      }),
      creations: queueOf("creations"),
      scheduleQueue: queueOf("schedules"),
      approvalQueue: queueOf("approvals"),
      changes: queueOf("changes"),
      ingestSoon: signalOf(inboxSignal).notify,
      consoleOf: async (name) => {
        const connection = await connections.find(name);
        return consoleLinks(connection.kind === "managed" ? connection : {});
      },
      servicesSince: (connection, since) =>
        reads(`${workspaceId} ${connection}`, since.getTime(), () =>
          cloudOf(connection).call(listServices, {}),
        ),
      limits: { cloudTimeoutMs, settleMs, requestsPerWindow },
      computeCreditsPerGbHour,
      wireNames: config.cloud.wireNames,
      allowedHosts: config.allowedHosts,
      publicUrl: config.publicUrl,
      now,
      monotonicMs: () => performance.now(),
      newId,
      log: ownLog,
    };
  };
  return contextOf;
}

/** Reads of the list of services get a third of the cloud's requests in 10 s. People need the rest. */
function readsApartMs(requestsPerWindow: number): number {
  return 10_000 / Math.max(1, requestsPerWindow / 3);
}

/** Reading long histories leaves every fifth request to people who wait for something else. */
function costRequests(requestsPerWindow: number): number {
  return Math.max(1, Math.floor(requestsPerWindow * 0.8));
}

/** How this workspace's pictures reach Slack. */
function publishing(
  workspaceId: string,
  { keptPictures: pictures }: WorkspaceStore,
  messenger: Messenger,
  options: Options,
) {
  const { config, pictureSigner: signer, now, newId } = options;
  if (config.chartPictures === "upload") return byUpload((file) => messenger.upload(file));
  return byAddress({ workspaceId, pictures, publicUrl: config.publicUrl, signer, now, newId });
}
