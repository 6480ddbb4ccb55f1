import { isDeepStrictEqual } from "node:util";
import { type Alert, alertChannels, alertDashboardId, alertSavedSearchId } from "../../cloud/alert.ts";
import type { Dashboard } from "../../cloud/dashboard.ts";
import { isAppError } from "../../errors.ts";
import { type AlertBody, type DashboardBody, observatoryOf } from "../observatory.ts";
import type { PendingChange, Wanted } from "./pending-change.ts";

type Creation = PendingChange<Wanted<"create-dashboard" | "create-alert">>;

/** The ids of those in the server's list that have the content that is wanted; undefined where it shows us no list. */
export async function idsAlike(pending: Creation): Promise<string[] | undefined> {
  try {
    return (await listAlike(pending)).map(({ id }) => id);
  } catch (error) {
    if (isAppError(error, "missing", "forbidden", "user")) return undefined;
    throw error;
  }
}

async function listAlike({ submitted, context }: Creation): Promise<{ id: string }[]> {
  const { place, wanted } = submitted;
  const there = observatoryOf(place, context);
  return wanted.kind === "create-alert"
    ? (await there.listAlerts()).filter((alert) => isAlertLike(alert, wanted.body))
    : (await there.listDashboards()).filter((dashboard) => isDashboardLike(dashboard, wanted.body));
}

/** By what every server answers in the words it was sent: newer ones say by other fields what a tile shows. */
function isDashboardLike(dashboard: Dashboard, body: DashboardBody): boolean {
  return dashboard.name === body.name && isDeepStrictEqual(tilesOf(dashboard), tilesOf(body));
}

function tilesOf({ tiles }: Pick<Dashboard, "tiles">) {
  return (tiles ?? []).map(({ name, x, y, w, h }) => [name, x, y, w, h]);
}

function isAlertLike(alert: Alert, body: AlertBody): boolean {
  return (
    alert.name === body.name &&
    alert.threshold === body.threshold &&
    alert.thresholdType === body.thresholdType &&
    alert.interval === body.interval &&
    alertChannels(alert).some(({ webhookId }) => webhookId === body.channel.webhookId) &&
    watches(alert, body)
  );
}

function watches(alert: Alert, body: AlertBody): boolean {
  if ("savedSearchId" in body) return alertSavedSearchId(alert) === body.savedSearchId;
  return alertDashboardId(alert) === body.dashboardId && alert.tileId === body.tileId;
}
