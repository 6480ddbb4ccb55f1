import { managedAlerts, standaloneAlerts } from "../../../platform/cloud/observability/alert.ts";
import type { CloudClient } from "../../../platform/cloud/client.ts";
import { managedDashboards, standaloneDashboards } from "../../../platform/cloud/observability/dashboard.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import { plural } from "../../../lib/text.ts";
import { type Finding, failed, untried, works } from "./finding.ts";

type Client = Pick<CloudClient, "call">;

const area = "Dashboards and alerts";

/** Tries the observability API of the first of these services. */
export async function managedObservability(
  client: Client,
  services: readonly Service[] | undefined,
): Promise<Finding> {
  const [first] = services ?? [];
  if (!first) return untried(area, "I would have to know a service to try it with.");
  const given = { serviceId: first.id };
  return tryBoth(
    () => client.call(managedDashboards.list, given),
    () => client.call(managedAlerts.list, given),
    ` of ${first.name ?? first.id}`,
  );
}

/** Tries the API of a stand-alone observability server. */
export async function standaloneObservability(client: Client): Promise<Finding[]> {
  const finding = await tryBoth(
    () => client.call(standaloneDashboards.list, {}),
    () => client.call(standaloneAlerts.list, {}),
    "",
  );
  return [finding];
}

async function tryBoth(
  dashboards: () => Promise<readonly unknown[]>,
  alerts: () => Promise<readonly unknown[]>,
  whose: string,
): Promise<Finding> {
  try {
    const [shown, rules] = await Promise.all([dashboards(), alerts()]);
    const seen = `${plural(shown.length, "dashboard")} and ${plural(rules.length, "alert")}`;
    return works(area, `I can see ${seen}${whose}.`);
  } catch (error) {
    return failed(area, error);
  }
}
