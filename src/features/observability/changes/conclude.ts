import { isAppError } from "../../../lib/errors.ts";
import { asSentences } from "../../../lib/text.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { alertChannels } from "../../../platform/cloud/observability/alert.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { followUp } from "../../../platform/jobs/request-log/machine.ts";
import { tellAlone } from "../../../platform/jobs/tell.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { MadeAlert } from "../../alerts/index.ts";
import { type ObservabilityTarget, isSameTarget } from "../target.ts";
import type { PendingChange, Wanted } from "./change.ts";
import { editDifferences } from "./differences.ts";
import { type Difference, nameOf, nounOf, verbOf } from "./format-change.ts";
import { notDoneText, outcomeWords } from "./format-outcome.ts";
import type { ChangeProgress, ChangeProgressOf, Outcome } from "./progress.ts";
import { audit } from "./texts.ts";
import { pendingOf, releaseHold, showInModal } from "./update.ts";
import { messageOf, viewOf } from "./views.ts";

/** Follows an outcome up, each step once: writes it into the audit log, then notifies the change's person. */
export function conclude(pending: PendingChange, outcome: Outcome, forms: readonly Form[]): Promise<Step> {
  return followUp<ChangeProgress>(pendingOf(pending), outcome, {
    async record() {
      await releaseHold(pending);
      await followMadeAlerts(pending, outcome);
      await recordOutcome(pending, outcome);
    },
    tell: () => postOutcome(pending, outcome, forms),
  });
}

/** Shows the outcome in the modal, or where its person asked. If nothing was done, their form comes back. */
async function postOutcome(pending: PendingChange, outcome: Outcome, forms: readonly Form[]): Promise<void> {
  if (outcome.status === "failed" && (await bringBack(pending, outcome, forms)) === "updated") return;
  const words = await outcomeWords(pending, outcome);
  if ((await showInModal(pending, viewOf(words))) === "updated") return;
  const message = messageOf(words);
  const { submitted, context } = pending;
  const again = outcome.status === "failed" && !outcome.mayBeDone ? submitted.form : undefined;
  const blocks = again ? [...message.blocks, actions([reopenButton(again.formId)])] : message.blocks;
  const { userId, channelId } = submitted;
  const key = `change:${pending.changeId}:${outcome.status}`;
  await tellAlone({ key, userId, channelId, reply: { ...message, blocks } }, context);
}

async function bringBack(
  pending: PendingChange,
  failed: ChangeProgressOf<"failed">,
  forms: readonly Form[],
): Promise<"updated" | "gone"> {
  const { form: from, viewId, userId } = pending.submitted;
  const form = forms.find(({ name }) => name === from?.name);
  if (!from || !form || viewId === undefined || failed.mayBeDone) return "gone";
  const { message, field } = failed;
  const refusal = {
    message: notDoneText(pending, failed),
    ...(field === undefined ? {} : { problem: { field, message } }),
  };
  return refuseSubmission(form, { ...from, viewId, userId }, refusal, pending.context);
}

/** Redis has this long. After that the step is taken again. */
const waitPolicy = { everyMs: 1_000, forMs: 10_000 };

/** Writes an outcome into the audit log, unless nothing had to be changed. */
async function recordOutcome({ submitted, context }: PendingChange, outcome: Outcome): Promise<void> {
  if (outcome.status === "done" && outcome.wasSo) return;
  const { userId, userName, channelId, wanted, target } = submitted;
  const differences = editDifferences(wanted);
  const subject = nameOf(wanted);
  const tiles = [...new Set(differences.flatMap(({ tile }) => tile ?? []))];
  const entry: AuditEntry = {
    at: context.now().toISOString(),
    userId,
    userName,
    ...(channelId ? { channelId } : {}),
    action: `${nounOf(wanted)}.${verbOf(wanted)}`,
    ...(subject === undefined ? {} : { subject }),
    result: outcome.status === "done" ? "done" : "failed",
    detail: asSentences([audit.where(target.name, tiles), ...whyNot(outcome)]),
    before: valuesOf(differences, "before"),
    after: valuesOf(differences, "after"),
    ...(outcome.status === "failed" && outcome.requestId ? { requestId: outcome.requestId } : {}),
  };
  await keepTrying(() => context.audit.record(entry), waitPolicy);
}

function whyNot(outcome: Outcome): string[] {
  switch (outcome.status) {
    case "done":
      return outcome.corrects ? [audit.answeredLate] : [];
    case "conflict":
      return [audit.conflict];
    case "unknown":
      return [`${audit.unknown} ${outcome.message} ${outcome.found}`];
    case "failed":
      return [outcome.message];
  }
}

function valuesOf(differences: readonly Difference[], side: "before" | "after"): AuditEntry["after"] {
  const known = differences.flatMap(({ field }) => {
    const value = field?.[side];
    return field === undefined || value === undefined || value === "" ? [] : [[field.name, value] as const];
  });
  if (known.length === 0) return undefined;
  // The log keeps JSON.
  return JSON.parse(JSON.stringify(Object.fromEntries(known)));
}

/** Updates what is known of the alerts that were created here after a change. May be repeated. */
async function followMadeAlerts(pending: PendingChange, outcome: Outcome): Promise<void> {
  if (outcome.status !== "done") return;
  const { wanted } = pending.submitted;
  if (wanted.kind === "create-alert" && outcome.id !== undefined)
    await rememberMade(pending, wanted, outcome.id);
  if (wanted.kind === "update-alert") await rememberChanged(pending, wanted);
  if (wanted.kind === "delete-alert") {
    const target = await presentTarget(pending);
    if (await madeThere(wanted.id, target, pending)) await pending.context.madeAlerts.forget(wanted.id);
  }
}

async function rememberMade(
  pending: PendingChange,
  { body, hookId }: Wanted<"create-alert">,
  alertId: string,
): Promise<void> {
  const { submitted, context } = pending;
  const { userId, channelId } = submitted;
  const { name, threshold, channel } = body;
  const watched =
    "savedSearchId" in body
      ? { savedSearchId: body.savedSearchId }
      : { dashboardId: body.dashboardId, tileId: body.tileId };
  await context.madeAlerts.remember({
    alertId,
    ...(await presentTarget(pending)),
    name,
    threshold,
    ...watched,
    webhookId: channel.webhookId,
    hookId,
    userId,
    channelId,
    at: context.now().toISOString(),
  });
}

async function rememberChanged(
  pending: PendingChange,
  { id, edit, seen, hookId }: Wanted<"update-alert">,
): Promise<void> {
  const { context } = pending;
  const target = await presentTarget(pending);
  const webhookId =
    edit.webhookId ?? alertChannels(seen).find((one) => one.webhookId)?.webhookId ?? undefined;
  if (hookId !== undefined && webhookId !== undefined)
    await context.webhookTargets.remember([{ webhookId, ...target, hookId, atMs: context.now().getTime() }]);
  const made = await madeThere(id, target, pending);
  if (!made) return;
  const { firstIncident: _first, savedSearchId, ...known } = made;
  const { name = known.name, threshold = known.threshold, tile } = edit;
  // Another webhook leads to another hook, known or not.
  const leads = edit.webhookId === undefined ? {} : { webhookId: edit.webhookId, hookId };
  // A rule that now watches a tile no longer watches a saved search.
  const watched = tile ?? { savedSearchId };
  await context.madeAlerts.remember({ ...known, name, threshold, ...watched, ...leads });
}

/** An alert that was created here in that target. A copy of a server has the same ids. */
async function madeThere(
  id: string,
  target: ObservabilityTarget,
  { context }: PendingChange,
): Promise<MadeAlert | undefined> {
  const made = await context.madeAlerts.find(id);
  return made && isSameTarget(made, target) ? made : undefined;
}

/** The change's target by the present name of its connection, which may have been renamed since. */
async function presentTarget({ submitted, context }: PendingChange): Promise<ObservabilityTarget> {
  const { connection, serviceId } = submitted.target;
  try {
    return { connection: (await context.connections.find(connection)).name, serviceId };
  } catch (error) {
    // Removed since.
    if (isAppError(error, "auth")) return { connection, serviceId };
    throw error;
  }
}
