import { attempt, AppError } from "../../../lib/errors.ts";
import type { CreatedHere } from "../../../platform/commands/created-service.ts";
import { bindingRole } from "../../../platform/access/create-limits.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import type { LifecycleContext } from "../context.ts";
import { endsAtOf } from "./end.ts";
import { beginEnd } from "./set.ts";

/** Sets the end of a new service: as its form said, or else as the limits of its requester's role do. */
export async function endOfCreated(created: CreatedHere, context: LifecycleContext): Promise<void> {
  const { userId, channelId, expires } = created;
  const hasLimits = (await context.createLimits.list()).length > 0;
  if (expires === undefined && !hasLimits) return;
  const role = await context.access.roleOf({ userId, channelId });
  const limits = hasLimits ? await context.createLimits.of(bindingRole(role)) : undefined;
  const usual = limits?.expiresAfterDays ?? limits?.mostDays;
  const wanted = expires ?? (usual === undefined ? undefined : `${usual}d`);
  const most = limits?.mostDays;
  if (wanted === undefined || (wanted === "never" && most === undefined)) return;
  const zone = (await zoneOf({ userId }, context)) ?? "UTC";
  // A day that is over by then, as after a long approval, counts as the usual end.
  // The limit may have come, or become shorter, after the form was sent.
  const latest = most === undefined ? undefined : endsAtOf(`${most}d`, context.now(), zone);
  const until = await attempt(async () => earlier(endsAtOf(wanted, context.now(), zone), latest));
  const at = until instanceof AppError && usual ? endsAtOf(`${usual}d`, context.now(), zone) : until;
  if (at === undefined || at instanceof AppError) return;
  await beginEnd(created, at, { userId, channelId }, role, context);
}

function earlier(wanted: Date | undefined, latest: Date | undefined): Date | undefined {
  return latest && (wanted === undefined || wanted > latest) ? latest : wanted;
}
