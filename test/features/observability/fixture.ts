import { randomBytes, randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import {
  type CloudClient,
  type CloudClientOptions,
  type CloudCredentials,
  createCloudClient,
} from "../../../src/platform/cloud/client.ts";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";
import type { AppContext } from "../../../src/app/context.ts";
import { type NamedTarget, findTarget } from "../../../src/features/observability/target.ts";
import type { ReferenceCloud, ReferenceCloudOptions } from "@quartermaster/reference-cloud";
import { SealingKeys, createSealer } from "../../../src/platform/secrets/seal.ts";
import type { Connection } from "../../../src/features/connections/connection.ts";
import { createStore } from "../../../src/app/store.ts";
import { cloudInTest, organizationOf } from "../../support/asking.ts";

/** Both deployments of the observability API, for tests that run against each. */
export const deployments = ["managed", "stand-alone"] as const;
export type Deployment = (typeof deployments)[number];

/** A workspace with the service “orders prod” and the server “observability”, on one reference server. */
export interface ObservedFixture {
  readonly cloud: ReferenceCloud;
  readonly context: AppContext;
  /** The target of the given deployment. */
  readonly target: NamedTarget;
}

/** The workspace T1 in this Redis, on 2026-11-20 at 10:00 UTC, until the test ends. */
export async function observedFixture(
  redis: Redis,
  deployment: Deployment,
  options: ReferenceCloudOptions = {},
): Promise<ObservedFixture> {
  const cloud = await cloudInTest(options);
  const { organizationId, keyId, keySecret, services } = organizationOf(cloud, "SCALE");
  const { appUrl, token } = cloud.standalone;
  const kept = createStore(redis).workspace("T1");
  const wireNames = neutralWireNames;
  const references = { keyIdRef: "env:KEY_ID", keySecretRef: "env:KEY_SECRET" };
  const managed = { kind: "managed", baseUrl: cloud.url, organizationId, wireNames } as const;
  const standalone = { kind: "standalone", appUrl, wireNames } as const;
  await kept.connections.save({ name: "default", ...managed, ...references });
  await kept.connections.save({ name: "observability", ...standalone, tokenRef: "env:TOKEN" });
  const serviceId = services[0]?.id ?? "";
  const addedAt = "2026-11-01T00:00:00.000Z";
  await kept.services.add({ name: "orders prod", serviceId, addedBy: "U1", addedAt });

  const clients: Record<Connection["name"], CloudClient> = {
    default: clientOf(managed, { keyId, keySecret }),
    observability: clientOf(standalone, { token }),
  };
  const sealingKeys = SealingKeys.parse(`k1:${randomBytes(32).toString("base64")}`);
  const parts = {
    ...kept,
    workspaceId: "T1",
    publicUrl: "https://qm.example.com",
    cloudOf: (name: string) => clients[name],
    sealer: createSealer(sealingKeys).forWorkspace("T1"),
    newId: randomUUID,
    now: () => new Date("2026-11-20T10:00:00.000Z"),
    log: pino({ level: "silent" }),
  };
  // Holds all that this feature uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  const target = await findTarget(deployment === "managed" ? "orders prod" : "observability", context);
  return { cloud, context, target };
}

function clientOf(connection: CloudClientOptions["connection"], credentials: CloudCredentials): CloudClient {
  const client = createCloudClient({ connection, credentials: async () => credentials, random: () => 0 });
  onTestFinished(() => client.close());
  return client;
}
