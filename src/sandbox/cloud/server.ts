import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "../../lib/errors.ts";
import { neutralWireNames, type WireNames } from "../../platform/cloud/wire-names.ts";
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

/** How a reference server is to behave; everything has a default. */
export interface SandboxCloudOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  now?: () => Date;
  /** Organizations, ids, keys and costs follow from it. */
  seed?: string;
  /** One more organization, with so many services that are so many days old. */
  fleet?: Fleet;
  /** How long a created service stays in provisioning, by the server's clock. */
  provisioningMs?: number;
  wireNames?: WireNames;
  /** False lets every request through. */
  rateLimit?: boolean;
  /** How many requests can be looked back on; 1000 by default. */
  keptRequests?: number;
  /** Makes a created service's password; without it, each is random. */
  newPassword?: () => string;
}

/** A reference server that runs on this machine. */
export interface SandboxCloud {
  /** The base URL of the management API. */
  readonly url: string;
  /** Where faults, the clock and the list of received requests are. */
  readonly controlUrl: string;
  /** What can be asked for, with the keys to ask with; the first is the demo's. */
  readonly organizations: readonly SandboxOrganization[];
  /** The stand-alone observability server, which this one is too, and the token to ask it with. */
  readonly standalone: { readonly appUrl: string; readonly token: string };
  close(): Promise<void>;
}

/** A seeded organization as its users know it: what it is, and the key it is asked with. */
export interface SandboxOrganization extends Pick<
  Organization,
  "name" | "keyId" | "keySecret" | "tier" | "paid"
> {
  readonly organizationId: string;
  /** The services it began with. */
  readonly services: readonly { id: string; name: string }[];
}

/** Starts the reference server of the management API on 127.0.0.1. */
export async function startSandboxCloud(options: SandboxCloudOptions = {}): Promise<SandboxCloud> {
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
  if (address === null || typeof address === "string")
    throw new AppError("bug", "The server listens on no port.");
  return address.port;
}

function createWorld(options: SandboxCloudOptions): World {
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
    observability,
    sender,
    evaluation: createEvaluation(clock, observability, sender),
    standaloneToken: seededToken(40, seed, "stand-alone token"),
  };
}

function described({ id, name, keyId, keySecret, tier, paid, services }: Organization): SandboxOrganization {
  const known = services.map(({ details }) => ({ id: details.id, name: details.name }));
  return { name, organizationId: id, keyId, keySecret, tier, paid, services: known };
}
