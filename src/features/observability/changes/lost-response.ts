import { isDeepStrictEqual } from "node:util";
import type { Step } from "../../../platform/jobs/worker.ts";
import { readAgainInMs, remainingMs } from "../../../platform/jobs/request-log/lost-response.ts";
import {
  type Alert,
  alertChannels,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import { type Survey, idOfUnreadable } from "../../../lib/unreadable.ts";
import { nameAndPosition } from "../dashboards/edit.ts";
import { type AlertBody, type DashboardBody, observabilityClientOf } from "../observability-client.ts";
import type { Creation, PendingChange } from "./change.ts";
import { nounOf } from "./format-change.ts";
import { type ChangeProgressOf, done, unknown } from "./progress.ts";
import { keep, showInModal } from "./step.ts";
import * as texts from "./texts.ts";
import { searchingView } from "./views.ts";

/** Searches for something that was created with a lost answer. Never sends it again. */
export async function resolveLost(
  pending: PendingChange,
  wanted: Creation,
  lost: ChangeProgressOf<"lost">,
): Promise<Step> {
  const { changeId, context } = pending;
  const { before } = lost;
  const noun = nounOf(wanted);
  const giveUp = (found: string) => keep(pending, lost, unknown(lost.message, found));
  const noList = texts.listed.noList(noun);
  if (before === undefined) return giveUp(noList);
  // Measured before the list is read: what is there by then is in it.
  const leftMs = remainingMs(lost, context);
  const readLater = async (): Promise<Step> => {
    await showInModal(pending, searchingView(wanted));
    return { againInMs: readAgainInMs(lost, context.now(), leftMs) };
  };
  const alike = await attempt(() => readAlike(pending, wanted));
  if (alike instanceof AppError) {
    context.log.warn({ err: alike, changeId }, "couldn't look for what was created");
    if (leftMs > 0 && isAppError(alike, "limited", "upstream")) return readLater();
    return giveUp(texts.listed.unread(noun));
  }
  if (alike === undefined) return giveUp(noList);
  const found = alike.readable.find(({ id }) => !before.includes(id));
  if (found) return keep(pending, lost, done({ id: found.id }));
  if (leftMs > 0) return readLater();
  const { length } = alike.unreadable;
  return giveUp(length === 0 ? texts.listed.absent(noun) : texts.listed.perhaps(noun, length));
}

/**
 * The ids of present things like the wanted one, before it is sent. Unreadable ones are among them, because they may be
 * readable later. Undefined if the server shows us no list.
 */
export async function idsAlike(pending: PendingChange, wanted: Creation): Promise<string[] | undefined> {
  const found = await readAlike(pending, wanted);
  if (!found) return undefined;
  return [
    ...found.readable.map(({ id }) => id),
    ...found.unreadable.flatMap((one) => idOfUnreadable(one) ?? []),
  ];
}

/** The things in the server's list that are like the wanted one; undefined if it shows us no list. */
async function readAlike(
  { submitted: { target }, context }: PendingChange,
  wanted: Creation,
): Promise<Survey<{ id: string }> | undefined> {
  const { alerts, dashboards } = observabilityClientOf(target, context);
  try {
    if (wanted.kind === "create-alert") {
      const { readable, unreadable } = await alerts.survey();
      return { readable: readable.filter((alert) => isAlertLike(alert, wanted.body)), unreadable };
    }
    const { readable, unreadable } = await dashboards.survey();
    return { readable: readable.filter((dashboard) => isDashboardLike(dashboard, wanted.body)), unreadable };
  } catch (error) {
    if (isAppError(error, "missing", "forbidden", "user")) return undefined;
    throw error;
  }
}

function isDashboardLike({ name, tiles }: Dashboard, body: DashboardBody): boolean {
  return (
    name === body.name &&
    isDeepStrictEqual((tiles ?? []).map(nameAndPosition), body.tiles.map(nameAndPosition))
  );
}

function isAlertLike(alert: Alert, body: AlertBody): boolean {
  return (
    alert.name === body.name &&
    alert.threshold === body.threshold &&
    alert.thresholdType === body.thresholdType &&
    alert.interval === body.interval &&
    alertChannels(alert).some(({ webhookId }) => webhookId === body.channel.webhookId) &&
    ("savedSearchId" in body
      ? alertSavedSearchId(alert) === body.savedSearchId
      : alertDashboardId(alert) === body.dashboardId && alert.tileId === body.tileId)
  );
}
