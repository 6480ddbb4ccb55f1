import type { MadeAlert } from "../../alerts/index.ts";
import { alertChannels } from "../../../platform/cloud/observability/alert.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type ObservabilityTarget, isSameTarget } from "../target.ts";
import { type Outcome, type PendingChange, type Wanted, ofKind } from "./change.ts";

/** Keeps what is known of the alerts that were created from here in step with a change that was made; may be repeated. */
export async function followMadeAlerts(pending: PendingChange, outcome: Outcome): Promise<void> {
  if (outcome.status !== "done") return;
  const { wanted } = pending.submitted;
  if (wanted.kind === "create-alert" && outcome.id !== undefined)
    await rememberMade(ofKind(pending, wanted), outcome.id);
  if (wanted.kind === "update-alert") await rememberChanged(ofKind(pending, wanted));
  if (wanted.kind === "delete-alert") await forgetMade(ofKind(pending, wanted));
}

async function rememberMade(
  { submitted, context }: PendingChange<Wanted<"create-alert">>,
  alertId: string,
): Promise<void> {
  const { userId, channelId, wanted } = submitted;
  const { body, hookId } = wanted;
  const { name, threshold, channel } = body;
  const watched =
    "savedSearchId" in body
      ? { savedSearchId: body.savedSearchId }
      : { dashboardId: body.dashboardId, tileId: body.tileId };
  await context.madeAlerts.remember({
    alertId,
    ...(await presentTarget(submitted, context)),
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

async function rememberChanged({ submitted, context }: PendingChange<Wanted<"update-alert">>): Promise<void> {
  const { id, edit, seen, hookId } = submitted.wanted;
  const target = await presentTarget(submitted, context);
  const webhookId =
    edit.webhookId ?? alertChannels(seen).find((one) => one.webhookId)?.webhookId ?? undefined;
  if (hookId !== undefined && webhookId !== undefined)
    await context.webhookTargets.remember([{ webhookId, ...target, hookId, atMs: context.now().getTime() }]);
  const made = await madeThere(id, target, context);
  if (!made) return;
  const { firstIncident: _first, savedSearchId, ...known } = made;
  const { name = known.name, threshold = known.threshold, tile } = edit;
  // Another webhook leads to another hook, known or not.
  const leads = edit.webhookId === undefined ? {} : { webhookId: edit.webhookId, hookId };
  // What watches a tile watches a saved search no longer.
  const watched = tile ?? { savedSearchId };
  await context.madeAlerts.remember({ ...known, name, threshold, ...watched, ...leads });
}

async function forgetMade({ submitted, context }: PendingChange<Wanted<"delete-alert">>): Promise<void> {
  const { id } = submitted.wanted;
  const target = await presentTarget(submitted, context);
  if (await madeThere(id, target, context)) await context.madeAlerts.forget(id);
}

/** What is known of an alert that was created from here in that place: a copy of a server has the same ids. */
async function madeThere(
  id: string,
  target: ObservabilityTarget,
  { madeAlerts }: PendingChange["context"],
): Promise<MadeAlert | undefined> {
  const made = await madeAlerts.find(id);
  return made && isSameTarget(made, target) ? made : undefined;
}

/** Its place by the connection's present name: its job has the one that it was submitted with. */
async function presentTarget(
  { target: { connection, serviceId } }: PendingChange["submitted"],
  { connections }: PendingChange["context"],
): Promise<ObservabilityTarget> {
  try {
    return { connection: (await connections.find(connection)).name, serviceId };
  } catch (error) {
    // Removed since.
    if (isAppError(error, "auth")) return { connection, serviceId };
    throw error;
  }
}
