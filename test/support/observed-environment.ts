import type { deployments } from "../features/observability/fixture.ts";
import type { TestEnvironment } from "./environment.ts";
import { withStore } from "./stored.ts";

/** The environment of an app that knows the stand-alone observability server besides the managed cloud. */
export function observedEnvironment({
  standalone,
}: {
  standalone: TestEnvironment["cloud"]["standalone"];
}): Record<string, string> {
  return {
    OBSERVABILITY_URL: standalone.appUrl,
    OBSERVABILITY_TOKEN_REF: "env:TEST_OBSERVABILITY_TOKEN",
    TEST_OBSERVABILITY_TOKEN: standalone.token,
    CLOUD_CONSOLE_OBSERVABILITY_URL: "https://console.example.com/{serviceId}",
  };
}

/** An observability target in tests. */
export interface EnvironmentTarget {
  /** The name that people type. */
  name: string;
  /** The id in buttons' values. */
  word: string;
  /** Its name in the reference server's controls. */
  id: string;
}

/** The targets of that environment, by deployment. Names the managed one. */
export async function targetsOf({
  organization,
  redisUrl,
  slack,
}: TestEnvironment): Promise<Record<(typeof deployments)[number], EnvironmentTarget>> {
  const serviceId = organization.services[0]?.id ?? "";
  const service = {
    name: "orders prod",
    serviceId,
    addedBy: "U0ADAPARK1",
    addedAt: new Date().toISOString(),
  };
  await withStore(redisUrl, (store) => store.workspace(slack.teamId).services.add(service));
  return {
    managed: { name: service.name, word: serviceId, id: serviceId },
    "stand-alone": { name: "observability", word: "observability", id: "standalone" },
  };
}

/** Calls a control of an environment's reference server. */
export async function control(
  environment: TestEnvironment,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${environment.cloud.controlUrl}${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.status === 204 ? undefined : response.json();
}
