import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { neutralWireNames, type WireNames } from "./contract.ts";
import { createEvaluation } from "./alerting/evaluation.ts";
import { createSender } from "./alerting/sender.ts";
import { createApp } from "./app.ts";
import { createClock } from "./clock.ts";
import { usualCosts } from "./cost-settings.ts";
import { createFaultList } from "./fault-list.ts";
import { createObservability } from "./observability/observability.ts";
import type { Organization } from "./organization.ts";
import { createRequestLog, keptRequestsByDefault } from "./request-log.ts";
import { type Fleet, seededOrganizations } from "./seeded-organizations.ts";
import { seededToken } from "./seeded-random.ts";
import type { World } from "./world.ts";

/** A reference server's options. All have defaults. */
export interface ReferenceCloudOptions {
  /** 0, the default, means a free one. */
  port?: number;
  now?: () => Date;
  /** Determines organizations, ids, keys and costs. */
  seed?: string;
  /** Another organization, with so many services of so many days. */
  fleet?: Fleet;
  /** The time that a created service is provisioning, by the server's clock. */
  provisioningMs?: number;
  wireNames?: WireNames;
  /** False serves no change, stop or deletion of a service, like a server that has only the specification. */
  serviceChanges?: boolean;
  /** False lets no backup fail by chance. */
  backupsFail?: boolean;
  /** False lets every request through. */
  rateLimit?: boolean;
  /** The number of requests in the log. The default is 1000. */
  keptRequests?: number;
  /** Makes a created service's password. By default it is random. */
  newPassword?: () => string;
}

/** A running reference server on this machine. */
export interface ReferenceCloud {
  /** The base URL of the management API. */
  readonly url: string;
  /** The base URL of the controls: faults, the clock, the list of received requests. */
  readonly controlUrl: string;
  /** The organizations with their keys. The first is the demo's. */
  readonly organizations: readonly SeededOrganization[];
  /** This server's stand-alone observability API, and its token. */
  readonly standalone: { readonly appUrl: string; readonly token: string };
  close(): Promise<void>;
}

/** A seeded organization as its users know it, with its key. */
export interface SeededOrganization extends Pick<
  Organization,
  "name" | "keyId" | "keySecret" | "tier" | "paid"
> {
  readonly organizationId: string;
  /** Its initial services. */
  readonly services: readonly { id: string; name: string }[];
}

/** Starts the reference server of the management API on 127.0.0.1. */
export async function startReferenceCloud(options: ReferenceCloudOptions = {}): Promise<ReferenceCloud> {
  const world = createWorld(options);
  const listen = getRequestListener(createApp(world).fetch, { overrideGlobalObjects: false });
  const server = createServer((incoming, outgoing) => void listen(incoming, outgoing));
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${portOf(server)}`;
  return {
    url,
    controlUrl: `${url}/control`,
    organizations: world.organizations.map(described),
    standalone: { appUrl: url, token: world.standaloneToken },
    async close() {
      world.evaluation.close();
      world.sender.close();
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return address.port;
}

function createWorld(options: ReferenceCloudOptions): World {
  const { seed = "quartermaster" } = options;
  const clock = createClock(options.now ?? (() => new Date()));
  const observability = createObservability(clock);
  const sender = createSender(clock);
  return {
    clock,
    organizations: seededOrganizations(seed, clock.now(), options.fleet),
    faults: createFaultList(),
    requests: createRequestLog(options.keptRequests ?? keptRequestsByDefault),
    wireNames: options.wireNames ?? neutralWireNames,
    provisioningMs: options.provisioningMs ?? 6000,
    rateLimit: options.rateLimit ?? true,
    newPassword: options.newPassword ?? (() => randomBytes(18).toString("base64url")),
    costs: usualCosts(),
    services: { changes: options.serviceChanges ?? true },
    backups: { fail: options.backupsFail ?? true, settings: new Map() },
    observability,
    sender,
    evaluation: createEvaluation(clock, observability, sender),
    standaloneToken: seededToken(40, seed, "stand-alone token"),
  };
}

function described({ id, name, keyId, keySecret, tier, paid, services }: Organization): SeededOrganization {
  const known = services.map(({ details }) => ({ id: details.id, name: details.name }));
  return { name, organizationId: id, keyId, keySecret, tier, paid, services: known };
}
