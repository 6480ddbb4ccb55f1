import { onTestFinished } from "vitest";
import { managedAlerts, standaloneAlerts } from "../../src/platform/cloud/observability/alert.ts";
import {
  type CloudClient,
  type CloudClientOptions,
  createCloudClient,
} from "../../src/platform/cloud/client.ts";
import { managedDashboards, standaloneDashboards } from "../../src/platform/cloud/observability/dashboard.ts";
import { listManagedSources, listStandaloneSources } from "../../src/platform/cloud/observability/source.ts";
import { neutralWireNames } from "../../src/platform/cloud/connection.ts";
import type { ReferenceCloud } from "@quartermaster/reference-cloud";
import { organizationOf } from "../support/asking.ts";
import { clientFor } from "./contract-client.ts";

const operationsOf = {
  managed: { dashboards: managedDashboards, alerts: managedAlerts, listSources: listManagedSources },
  "stand-alone": {
    dashboards: standaloneDashboards,
    alerts: standaloneAlerts,
    listSources: listStandaloneSources,
  },
} as const;

/** The two deployments of the observability API. */
export type Deployment = keyof typeof operationsOf;

/** Both, as the rows of a table of tests. */
export const deployments: readonly Deployment[] = ["managed", "stand-alone"];

/** A deployment's resources and credentials. `at` has the path parameters except the id. */
export function surfaceOf(deployment: Deployment, cloud: ReferenceCloud) {
  const organization = organizationOf(cloud, "SCALE");
  const { organizationId, keyId, keySecret } = organization;
  const serviceId = organization.services[0]?.id ?? "";
  const isManaged = deployment === "managed";
  return {
    ...operationsOf[deployment],
    // The stand-alone paths have no serviceId and ignore it.
    at: { serviceId },
    organization,
    base: isManaged ? `/v1/organizations/${organizationId}/services/${serviceId}/observability` : "/api/v2",
    authorization: isManaged ? `Basic ${btoa(`${keyId}:${keySecret}`)}` : `Bearer ${cloud.standalone.token}`,
  };
}

/** A client of a deployment, or of a proxy before it, that does not wait between attempts. */
export function deploymentClient(
  deployment: Deployment,
  cloud: ReferenceCloud,
  {
    url = cloud.url,
    token = cloud.standalone.token,
    ...options
  }: Partial<CloudClientOptions> & {
    url?: string;
    token?: string;
  } = {},
): CloudClient {
  if (deployment === "managed") return clientFor({ ...cloud, url }, organizationOf(cloud, "SCALE"), options);
  const client = createCloudClient({
    connection: { kind: "standalone", appUrl: url, wireNames: neutralWireNames },
    credentials: () => Promise.resolve({ token }),
    random: () => 0,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** Asks a deployment in plain HTTP. The path follows its base. */
export async function askDeployment(
  deployment: Deployment,
  cloud: ReferenceCloud,
  path: string,
  { method, body, headers }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const { base, authorization } = surfaceOf(deployment, cloud);
  const answer = await fetch(cloud.url + base + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: { authorization, "content-type": "application/json", ...headers },
  });
  const type = answer.headers.get("content-type")?.split(";")[0];
  return { status: answer.status, type, text: await answer.text(), headers: answer.headers };
}
