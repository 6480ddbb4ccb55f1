import type { Reply } from "../../../platform/blocks/reply.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { consoleOfPlace } from "../console.ts";
import { ifReadable } from "../if-readable.ts";
import { observatoryOf } from "../observability-client.ts";
import { type NamedPlace, isSamePlace } from "../target.ts";
import { alertDetails } from "./details.ts";
import { incidentsOf } from "./incidents-of.ts";
import { knownWebhooks } from "./webhooks/known.ts";

/** The answer to what an alert is and does; fails as the server's API does where it cannot be read. */
export async function showAlert(
  { id, place }: { id: string; place: NamedPlace },
  context: ObservabilityContext,
): Promise<Reply> {
  const alert = await observatoryOf(place, context).getAlert(id);
  const [dashboard, console, webhooks, made, incidents] = await Promise.all([
    dashboardOf(alert, place, context),
    consoleOfPlace(place, context),
    knownWebhooks(place, [alert], context),
    context.madeAlerts.find(id),
    incidentsOf(alert, place, context),
  ]);
  const madeBy = made && isSamePlace(made, place) ? made.userId : undefined;
  return alertDetails({ place, alert, dashboard, webhooks, console, madeBy, incidents }, context.now());
}

/** The dashboard that an alert's tile stands on; undefined where there is none, and where it cannot be read. */
async function dashboardOf(
  alert: Alert,
  place: NamedPlace,
  context: ObservabilityContext,
): Promise<Dashboard | undefined> {
  const id = alertDashboardId(alert);
  return id === undefined ? undefined : ifReadable(observatoryOf(place, context).getDashboard(id));
}
