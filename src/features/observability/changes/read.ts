import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import type { ChangeProgressOf } from "./progress.ts";
import { readAgainInMs, remainingMs } from "../../../platform/jobs/request-log/lost-response.ts";
import { plural } from "../../../lib/text.ts";
import { type Unreadable, idOfUnreadable } from "../../../lib/unreadable.ts";
import type { Creation } from "./create.ts";
import { isDeepStrictEqual } from "node:util";
import {
  type Alert,
  alertChannels,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { type AlertBody, type DashboardBody, observabilityClientOf } from "../observability-client.ts";
import { searchingView } from "./views.ts";
import { done, keep, showInModal, unknown } from "./conclude.ts";
import type { PendingChange, Wanted } from "./change.ts";

type Lost = ChangeProgressOf<"lost">;

/** Finds out by looking, and never by sending it again, whether something was created whose answer was lost. */
export async function resolveLost(pending: PendingChange<Creation>, lost: Lost): Promise<Step> {
  const { before } = lost;
  if (before === undefined) return giveUp(pending, lost, hasNoList(pending));
  // Before the list is asked for: what is there by then is in it.
  const leftMs = remainingMs(lost, pending.context);
  const alike = await attempt(() => readAlike(pending));
  if (alike instanceof AppError) return cannotRead(pending, lost, alike, leftMs);
  if (alike === undefined) return giveUp(pending, lost, hasNoList(pending));
  const id = alike.ids.find((one) => !before.includes(one));
  if (id !== undefined) return keep(pending, lost, done({ id }));
  if (leftMs > 0) return readLater(pending, lost, leftMs);
  return giveUp(pending, lost, notInList(nounOf(pending), alike.unreadable));
}

/** What cannot be read is not gone, and may be what was sent. */
function notInList(noun: string, { length }: readonly Unreadable[]): string {
  return length === 0
    ? `The server's list of ${noun}s does not have it.`
    : `The server's list of ${noun}s does not have it as far as I can read it: ${plural(length, noun)} could not be read, and one of them may be it.`;
}

async function cannotRead(
  pending: PendingChange<Creation>,
  lost: Lost,
  failure: AppError,
  leftMs: number,
): Promise<Step> {
  pending.context.log.warn(
    { err: failure, changeId: pending.changeId },
    "what was created cannot be looked for",
  );
  if (leftMs > 0 && isAppError(failure, "limited", "upstream")) return readLater(pending, lost, leftMs);
  return giveUp(pending, lost, `The server's list of ${nounOf(pending)}s could not be read since.`);
}

async function readLater(pending: PendingChange<Creation>, lost: Lost, leftMs: number): Promise<Step> {
  await showInModal(pending, searchingView(pending.submitted.wanted));
  return { againInMs: readAgainInMs(lost, pending.context.now(), leftMs) };
}

function giveUp(pending: PendingChange<Creation>, lost: Lost, found: string): Promise<Step> {
  return keep(pending, lost, unknown(lost.message, found));
}

function nounOf({ submitted }: PendingChange<Creation>): string {
  return submitted.wanted.kind === "create-alert" ? "alert" : "dashboard";
}

function hasNoList(pending: PendingChange<Creation>): string {
  return `The server shows us no list of ${nounOf(pending)}s.`;
}

type CandidatesCreation = PendingChange<Wanted<"create-dashboard" | "create-alert">>;

/** Those in the server's list that have the content that is wanted, and those that cannot be read. */
interface Alike {
  ids: string[];
  unreadable: readonly Unreadable[];
}

/**
 * The ids of what may have the content that is wanted before it is sent: what cannot be read is among it, for it may be
 * readable later. Undefined if the server shows us no list.
 */
export async function idsAlike(pending: CandidatesCreation): Promise<string[] | undefined> {
  const found = await readAlike(pending);
  return found && [...found.ids, ...found.unreadable.flatMap((one) => idOfUnreadable(one) ?? [])];
}

/** What looks like the wanted content in the server's list; undefined if it shows us no list. */
async function readAlike(pending: CandidatesCreation): Promise<Alike | undefined> {
  try {
    return await listAlike(pending);
  } catch (error) {
    if (isAppError(error, "missing", "forbidden", "user")) return undefined;
    throw error;
  }
}

async function listAlike({ submitted, context }: CandidatesCreation): Promise<Alike> {
  const { target, wanted } = submitted;
  const there = observabilityClientOf(target, context);
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
