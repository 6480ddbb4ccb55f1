import type { MadeAlert } from "../../alerts/index.ts";
import { alertChannels } from "../../../platform/cloud/observability/alert.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type ObservabilityTarget, isSameTarget } from "../target.ts";
import type { PendingChange, Wanted } from "./change.ts";
import type { Outcome } from "./progress.ts";

/** Updates what is known of the alerts that were created here after a change. May be repeated. */
export async function followMadeAlerts(pending: PendingChange, outcome: Outcome): Promise<void> {
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
