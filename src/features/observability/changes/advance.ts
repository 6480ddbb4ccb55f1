import { isDeepStrictEqual } from "node:util";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import { type Survey, idOfUnreadable } from "../../../lib/json.ts";
import {
  type Alert,
  alertChannels,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ContextOf } from "../../../platform/context.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { findLost, requestMachine } from "../../../platform/jobs/request-log/machine.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { ObservabilityContext } from "../context.ts";
import { nameAndPosition } from "../dashboards/edit.ts";
import { type AlertBody, type DashboardBody, observabilityClientOf } from "../observability-client.ts";
import { type Creation, type PendingChange, SubmittedChange } from "./change.ts";
import { conclude } from "./conclude.ts";
import { nounOf } from "./format-change.ts";
import {
  type ChangeProgress,
  type ChangeProgressOf,
  type Trying,
  done,
  isOutcome,
  unknown,
} from "./progress.ts";
import * as texts from "./texts.ts";
import { restarted } from "./texts.ts";
import { alone, firstAttempt, keep, pendingOf, remove, showInModal, tryAgain, update } from "./update.ts";
import { searchingView } from "./views.ts";

/** One step of a submitted change: make it once, find out its outcome, notify its person. */
export function advanceChange(
  contextOf: ContextOf<ObservabilityContext>,
  forms: readonly Form[],
): (changeId: string, item: unknown) => Promise<Step> {
  return async (changeId, item) => {
    const submitted = SubmittedChange.parse(item);
    const context = contextOf(submitted.workspaceId);
    const pending = { changeId, submitted, context };
    const progress = await context.changeLog.find(changeId);
    switch (progress?.status) {
      case undefined:
        // The buttons of its outcome find it by its id.
        await context.changeLog.remember(changeId, submitted);
        return apply(pending, undefined);
      case "trying":
        return apply(pending, progress);
      case "sending":
        return awaitCreation(pending, creationIn(submitted), progress);
      case "lost":
        return resolveLost(pending, creationIn(submitted), progress);
      case "done":
      case "failed":
      case "conflict":
      case "unknown":
        return conclude(pending, progress, forms);
    }
  };
}

function creationIn({ wanted }: SubmittedChange): Creation {
  if (wanted.kind === "create-dashboard" || wanted.kind === "create-alert") return wanted;
  throw new AppError("bug", `A change to ${wanted.kind} was kept as one that creates.`);
}

function apply(pending: PendingChange, trying: Trying | undefined): Promise<Step> {
  const { wanted } = pending.submitted;
  switch (wanted.kind) {
    case "create-dashboard":
    case "create-alert":
      return create(pending, wanted, trying);
    case "update-dashboard":
    case "update-alert":
      return alone(pending, () => update(pending, wanted, trying));
    case "delete-dashboard":
    case "delete-alert":
      return alone(pending, () => remove(pending, wanted, trying));
  }
}

type Sending = ChangeProgressOf<"sending">;

interface PendingCreation extends PendingChange {
  wanted: Creation;
}

/** Only a creation is sent at most once: what it creates could be there twice. */
const machine = requestMachine<PendingCreation, ChangeProgress, Sending, { id: string }>({
  pendingOf,
  send({ submitted: { target }, context, wanted }, _, departure) {
    const { alerts, dashboards } = observabilityClientOf(target, context);
    return wanted.kind === "create-alert"
      ? alerts.create(wanted.body, departure)
      : dashboards.create(wanted.body, departure);
  },
  answered: (_, { answer, save }) => save(done({ id: answer.id })),
  lost: ({ sentAt, before }, { lostAt, answered, message = restarted }) => ({
    status: "lost",
    sentAt,
    before,
    lostAt,
    answered,
    message,
  }),
  next: nextAfter,
  refused: (creation, kept, { read, failure, isUnconfirmed }) =>
    tryAgain(
      creation,
      kept,
      firstAttempt(creation, read?.status === "trying" ? read : undefined),
      failure,
      isUnconfirmed ? "storage" : undefined,
    ),
});

/** Creates something at most once: it passes a fence right before it leaves, and its outcome is saved after. */
async function create(pending: PendingChange, wanted: Creation, trying: Trying | undefined): Promise<Step> {
  const creation = { ...pending, wanted };
  const { now, newId } = pending.context;
  const before = await attempt(() => idsAlike(pending, wanted));
  if (before instanceof AppError) return tryAgain(pending, trying, firstAttempt(pending, trying), before);
  const sentAt = now().toISOString();
  return machine.send(creation, trying, { status: "sending", sentAt, claim: newId(), before });
}

/** Waits for another process that sent it. If that leaves no outcome, its answer is lost. */
function awaitCreation(
  pending: PendingChange,
  wanted: Creation,
  sending: ChangeProgressOf<"sending">,
): Promise<Step> {
  return machine.awaitSender({ ...pending, wanted }, sending);
}

/** The record after an answer, or its loss. Undefined if the present one knows as much. What was found in a list stays. */
function nextAfter(now: ChangeProgress | undefined, outcome: ChangeProgress): ChangeProgress | undefined {
  if (outcome.status !== "done")
    return now?.status === "lost" || (now && isOutcome(now)) ? undefined : outcome;
  if (now?.status === "unknown") return { ...outcome, corrects: {} };
  if (now?.status !== "done") return now && isOutcome(now) ? undefined : outcome;
  return now.id === outcome.id ? undefined : { ...outcome, corrects: { id: now.id } };
}

/** Searches for something that was created with a lost answer. Never sends it again. */
async function resolveLost(
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
  async function find(isOver: boolean): Promise<Step | undefined> {
    const alike = await attempt(() => readAlike(pending, wanted));
    if (alike instanceof AppError) {
      context.log.warn({ err: alike, changeId }, "couldn't look for what was created");
      const mayPass = isAppError(alike, "limited", "upstream");
      return mayPass && !isOver ? undefined : giveUp(texts.listed.unread(noun));
    }
    if (alike === undefined) return giveUp(noList);
    const found = alike.readable.find(({ id }) => !before?.includes(id));
    if (found) return keep(pending, lost, done({ id: found.id }));
    if (!isOver) return undefined;
    const { length } = alike.unreadable;
    return giveUp(length === 0 ? texts.listed.absent(noun) : texts.listed.perhaps(noun, length));
  }
  return findLost(pending, lost, find, () => showInModal(pending, searchingView(wanted)));
}

/**
 * The ids of present things like the wanted one, before it is sent. Unreadable ones are among them, because they may be
 * readable later. Undefined if the server shows us no list.
 */
async function idsAlike(pending: PendingChange, wanted: Creation): Promise<string[] | undefined> {
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
