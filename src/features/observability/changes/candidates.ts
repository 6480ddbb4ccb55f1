import { isDeepStrictEqual } from "node:util";
import {
  type Alert,
  alertChannels,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Unreadable, idOfUnreadable } from "../../../lib/unreadable.ts";
import { type AlertBody, type DashboardBody, observatoryOf } from "../observability-client.ts";
import type { PendingChange, Wanted } from "./pending-change.ts";

type Creation = PendingChange<Wanted<"create-dashboard" | "create-alert">>;

/** Those in the server's list that have the content that is wanted, and those that cannot be read. */
export interface LookAlikes {
  ids: string[];
  unreadable: readonly Unreadable[];
}

/**
 * The ids of what may have the content that is wanted before it is sent: what cannot be read is among it, for it may be
 * readable later. Undefined if the server shows us no list.
 */
export async function idsAlike(pending: Creation): Promise<string[] | undefined> {
  const found = await lookAlikes(pending);
  return found && [...found.ids, ...found.unreadable.flatMap((one) => idOfUnreadable(one) ?? [])];
}

/** What looks like the wanted content in the server's list; undefined if it shows us no list. */
export async function lookAlikes(pending: Creation): Promise<LookAlikes | undefined> {
  try {
    return await listAlike(pending);
  } catch (error) {
    if (isAppError(error, "missing", "forbidden", "user")) return undefined;
    throw error;
  }
}

async function listAlike({ submitted, context }: Creation): Promise<LookAlikes> {
  const { place, wanted } = submitted;
  const there = observatoryOf(place, context);
  if (wanted.kind === "create-alert") {
    const { readable, unreadable } = await there.surveyAlerts();
    return { ids: idsOf(readable.filter((alert) => isAlertLike(alert, wanted.body))), unreadable };
  }
  const { readable, unreadable } = await there.surveyDashboards();
  return { ids: idsOf(readable.filter((dashboard) => isDashboardLike(dashboard, wanted.body))), unreadable };
}

function idsOf(found: readonly { id: string }[]): string[] {
  return found.map(({ id }) => id);
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
