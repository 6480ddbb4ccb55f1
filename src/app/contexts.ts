import type { Installs } from "../features/workspace/install/installing.ts";
import { workspaceAccess } from "../platform/access/access.ts";
import { catalogueOf } from "../platform/commands/perform.ts";
import { readServiceFacts, unreadServices } from "../platform/commands/service-facts.ts";
import { knownPeople } from "../platform/access/known-people.ts";
import { connectionClients, trialClientOf } from "../features/connections/clients.ts";
import { consoleLinks } from "../platform/cloud/console-links.ts";
import { type Service, listServices } from "../platform/cloud/services/service.ts";
import { keptReads, sharedReads } from "../platform/cloud/kept-reads.ts";
import type { Signal } from "../lib/signal.ts";
import { unknownServicesIn } from "../features/alerts/linked/service-of.ts";
import { openIncidents as listOpenIncidents } from "../features/alerts/open/open-incidents.ts";
import { inboxSignal } from "../features/alerts/workers.ts";
import { extended, layered, lazily, memoize } from "../lib/cache.ts";
import type { Connected } from "./connect.ts";
import type { AppContext } from "./context.ts";
import { product } from "./features.ts";
import { managedPlaces, recordsGuardedByFile } from "../platform/as-code/managed.ts";
import type { ContextOf } from "../platform/context.ts";
import type { Painter } from "../platform/pictures/painter.ts";
import { byAddress, byUpload, createPictures, sharedPictures } from "../platform/pictures/pictures.ts";
import { costLedger, singleFlights } from "../features/costs/ledger/ledger.ts";
import { showAlert } from "../features/observability/alert-rules/show.ts";
import { openAlerts } from "../features/observability/open-alerts.ts";
import { unaddedServices } from "../features/services/adopt/unadded.ts";
import { findTarget } from "../features/observability/target.ts";
import { type JobQueue, notingQueues } from "../platform/jobs/queue.ts";
import { createSigner } from "../platform/secrets/seal.ts";
import { slackTime } from "../platform/slack/app.ts";
import {
  asManaged,
  environmentConnections,
  withEnvironment,
  withWireNames,
} from "../features/connections/records.ts";
import type { ManagedConnection } from "../features/connections/connection.ts";
import { acceptErasure } from "../features/workspace/people/erasing.ts";
import { loggedAudit } from "../platform/audit/line.ts";
import { refusalsOnce } from "../platform/audit/log.ts";
import { learningPeople } from "../platform/ask/names.ts";
import { workspacesKept } from "./store.ts";

type Options = Pick<
  Connected,
  | "config"
  | "store"
  | "rateLimits"
  | "redisServer"
  | "model"
  | "secretsOf"
  | "sealer"
  | "dispatcher"
  | "guardedDispatcher"
  | "outward"
  | "fetch"
  | "machineTroubles"
  | "stopping"
  | "metrics"
  | "now"
  | "clock"
  | "moment"
  | "newId"
  | "tracing"
  | "log"
> & {
  readiness: Pick<Connected["readiness"], "troubles">;
  installs: Pick<Installs, "clientsOf" | "missingScopes" | "url" | "messengerOf"> & {
    ownership: Pick<Installs["ownership"], "isOperators">;
  };
  painter: Pick<Painter, "paint" | "prepare" | "maxWaitMs">;
  queueOf: (name: string) => Pick<JobQueue, "accept" | "wake" | "ensure" | "waiting">;
  signalOf: (name: string) => Pick<Signal, "notify">;
};

/** Makes the context of any workspace from the shared parts. */
export function workspaceContexts(options: Options): ContextOf<AppContext> {
  const {
    config,
    store,
    redisServer,
    secretsOf,
    sealer,
    installs,
    queueOf,
    signalOf,
    now,
    clock,
    moment,
    newId,
    log,
  } = options;
  const { encryptionKeys } = config.secrets;
  const { timeoutMs: cloudTimeoutMs, settleMs, requestsPerWindow, computeCreditsPerGbHour } = config.cloud;
  const { isOperators } = installs.ownership;
  const cloudAccess = { ...options, quotaSigner: createSigner(encryptionKeys, "budgets") };
  const pictureSigner = createSigner(encryptionKeys, "pictures");
  const environment = environmentConnections(config);
  const reads = sharedReads<Service[]>(readsApartMs(requestsPerWindow));
  const picturesShared = sharedPictures(() => now().getTime());
  const readsOfClouds = keptReads(() => now().getTime());
  const people = knownPeople(now);
  const isKept = refusalsOnce(() => now().getTime());
  const costSingleFlights = singleFlights();
  const catalogue = catalogueOf(product.commands, {
    ...product,
    rateLimits: options.rateLimits,
  });
  const requestsForCosts = costRequests(requestsPerWindow);
  const machine = {
    redis: async () => ({ ...redisServer, masters: await store.redisFacts() }),
    redisMemory: () => store.memoryUse(),
    slackTime: () => slackTime(config.slackApiUrl, options.fetch),
    proxy: config.proxy,
    waiting: () => waitingJobs(queueOf),
    troubles: () => [...options.machineTroubles, ...options.readiness.troubles()],
  };

  // It holds nothing of one request, and making it costs more than a message.
  return memoize((workspaceId) => {
    const kept = store.workspace(workspaceId);
    const environmentHere = async () => ((await isOperators(workspaceId)) ? environment : undefined);
    const ownLog = log.child({ workspaceId });
    const reached = lazily({
      connections: () =>
        withEnvironment(withWireNames(kept.connections, config.cloud.wireNames), environmentHere),
      secrets: () => secretsOf(workspaceId),
      messenger: () => installs.messengerOf(workspaceId),
      sealer: () => sealer.forWorkspace(workspaceId),
    });
    const known = lazily({
      people: () =>
        people(workspaceId, learningPeople(reached.messenger.people, layered(kept, { now, log: ownLog }))),
      clients: () =>
        connectionClients(
          layered(reached, {
            environment: environmentHere,
            kept,
            keptReads: (scope: string, client: Parameters<typeof readsOfClouds>[1]) =>
              readsOfClouds(`${workspaceId} ${scope}`, client),
            // Long work ends at its next call if the app was removed.
            mayCall: () => installs.clientsOf(workspaceId),
          }),
          cloudAccess,
        ),
    });
    const cloudOf = (name: string) => known.clients.clientOf(() => reached.connections.find(name));
    const publishing = () =>
      config.chartPictures === "upload"
        ? byUpload((file) => reached.messenger.upload(file))
        : byAddress({
            workspaceId,
            pictures: kept.keptPictures,
            publicUrl: config.publicUrl,
            signer: pictureSigner,
            now,
            newId,
          });
    const queues = lazily({
      creations: () => queueOf(queueNames.creations),
      approvalQueue: () => queueOf(queueNames.approvalQueue),
      changes: () => queueOf(queueNames.changes),
      serviceChanges: () => queueOf(queueNames.serviceChanges),
    });
    const parts = lazily({
      audit: () => loggedAudit(kept.audit, ownLog, (entry) => isKept(workspaceId, entry)),
      access: () => workspaceAccess({ workspaceId, grants: kept.grants, people: known.people }),
      people: () => known.people,
      managedPlaces: () => managedPlaces(product.codeParts, kept.managedParts),
      pictures: () =>
        createPictures({
          painter: options.painter,
          publish: publishing(),
          shared: picturesShared(workspaceId),
          log,
        }),
      scheduleQueue: () => queueOf("schedules"),
      offerQueue: () => queueOf("offers"),
      ingestSoon: () => signalOf(inboxSignal).notify,
    });
    const made = extended(kept, layered(reached, queues, parts));
    const own: Omit<AppContext, keyof typeof made> = {
      workspaceId,
      cloudOf,
      trialOf: (candidate, credentials) => trialClientOf(candidate, credentials, { kept }, options),
      ledgerOf(name) {
        // Found once, so one organization's costs are never kept as another's.
        let connection: Promise<ManagedConnection> | undefined;
        const find = () => (connection ??= reached.connections.find(name).then(asManaged));
        return costLedger({
          cloud: known.clients.clientOf(find),
          ending: config.cloud.wireNames.credits,
          costDays: kept.costDays(find),
          requestQuota: known.clients.quotaOf(find, requestsForCosts, "costs"),
          requestsPerWindow: requestsForCosts,
          singleFlight: costSingleFlights(`${workspaceId} ${name}`),
          now,
          log,
        });
      },
      erasePerson: (person) =>
        acceptErasure(workspaceId, person, { erasures: store.erasuresOf(workspaceId), queueOf, now }),
      installation: { url: installs.url, missingScopes: () => installs.missingScopes(workspaceId) },
      checks: product.checks,
      codeParts: product.codeParts,
      recordsGuardedByFile: () => recordsGuardedByFile(product.codeParts, context),
      factsOf: (services, wait) => readServiceFacts(product.serviceFacts, services, context, wait),
      unreadServices: (services) => unreadServices(product.serviceReaders, services, context),
      connectionUses: (connection) => product.connectionUses(connection, context),
      machine: { ...machine, isOperators: () => isOperators(workspaceId) },
      model: options.model,
      queuesFor: (origin) =>
        notingQueues(queues, queueNames, (queue, id) => kept.startedWork.accepted(origin, queue, id)),
      stateOfWork: (work) => product.stateOfWork(work, context),
      approvedActs: product.approvedActs,
      afterCreation: product.afterCreation,
      outward: options.outward,
      pagerDutyUrl: config.pagerDutyUrl,
      traceUrl: config.traceUrl,
      mcp: config.mcp,
      catalogue,
      showRule: async ({ alertId, location }) =>
        showAlert({ id: alertId, target: await findTarget(location, context) }, context),
      openAlerts: async (wanted, person, taken) => (await openAlerts(wanted, person, context, taken)).draw(),
      consoleOf: async (name) => {
        const connection = await reached.connections.find(name);
        return consoleLinks(connection.kind === "managed" ? connection : {});
      },
      servicesSince: (connection, since) =>
        reads(`${workspaceId} ${connection}`, since.getTime(), () =>
          cloudOf(connection).call(listServices, {}),
        ),
      unadded: (isWhole = false) => unaddedServices(context, isWhole),
      namesInAlerts: async () => {
        const [open, known] = await Promise.all([listOpenIncidents(context), context.services.list()]);
        return unknownServicesIn(
          open.incidents.map(({ latest }) => latest.group),
          known,
        );
      },
      limits: { cloudTimeoutMs, settleMs, requestsPerWindow },
      computeCreditsPerGbHour,
      wireNames: config.cloud.wireNames,
      terraform: config.terraform,
      allowedHosts: config.allowedHosts,
      publicUrl: config.publicUrl,
      fetch: options.fetch,
      now,
      clock,
      moment,
      newId,
      tracing: options.tracing,
      log: ownLog,
    };
    const context: AppContext = extended(made, own);
    return context;
  }, workspacesKept);
}

/** The queues of work that people begin, by their names in Redis. */
const queueNames = {
  creations: "creations",
  approvalQueue: "approvals",
  changes: "changes",
  serviceChanges: "service-changes",
} as const;

/** How many items of each queue are due and not started, for the queues that the doctor shows. */
async function waitingJobs(queueOf: Options["queueOf"]): Promise<Record<string, number>> {
  const counts = product.jobs.flatMap(({ name, waiting }) =>
    waiting === undefined
      ? []
      : [
          queueOf(name)
            .waiting()
            .then((count) => [waiting, count] as const),
        ],
  );
  return Object.fromEntries(await Promise.all(counts));
}

/** Reads of the list of services get a third of the cloud's requests in 10 s. People need the rest. */
function readsApartMs(requestsPerWindow: number): number {
  return 10_000 / Math.max(1, requestsPerWindow / 3);
}

/** Reading long histories leaves every fifth request to people who wait for something else. */
function costRequests(requestsPerWindow: number): number {
  return Math.max(1, Math.floor(requestsPerWindow * 0.8));
}
