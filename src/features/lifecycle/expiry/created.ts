import { attempt, AppError } from "../../../lib/errors.ts";
import type { CreatedHere } from "../../../platform/commands/created-service.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import type { LifecycleContext } from "../context.ts";
import { type End, endsAtOf, readExpiryWords } from "./read-words.ts";
import { beginEnd } from "./set.ts";

/** Sets the end of a new service: as its form said, or else as the limits of its requester's role do. */
export async function endOfCreated(created: CreatedHere, context: LifecycleContext): Promise<void> {
  const { userId, channelId, expires } = created;
  const hasLimits = (await context.createLimits.list()).length > 0;
  if (expires === undefined && !hasLimits) return;
  const role = await context.access.roleOf({ userId, channelId });
  const limits = role && hasLimits ? await context.createLimits.of(role) : undefined;
  const usual = limits?.expiresAfterDays ?? limits?.mostDays;
  const wanted: End | undefined =
    expires === undefined
      ? usual === undefined
        ? undefined
        : { days: usual }
      : readExpiryWords(`x ${expires}`).end;
  if (wanted === undefined || wanted === "never") return;
  const zone = (await zoneOf({ userId }, context)) ?? "UTC";
  // A day that is over by then, as after a long approval, counts as the usual end.
  const until = await attempt(async () => endsAtOf(wanted, context.now(), zone));
  const at = until instanceof AppError && usual ? endsAtOf({ days: usual }, context.now(), zone) : until;
  if (at === undefined || at instanceof AppError) return;
  await beginEnd(created, at, { userId, channelId }, role, context);
}
