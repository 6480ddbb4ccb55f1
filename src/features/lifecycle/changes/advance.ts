import { minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import type { ContextOf } from "../../../platform/context.ts";
import { readAgainInMs, remainingMs } from "../../../platform/jobs/request-log/lost-response.ts";
import { clockTrouble } from "../../../platform/redis/shared-clock.ts";
import { keepUnlessChanged, whileHolding } from "../../../platform/jobs/request-log/machine.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { whyDenied } from "../../services/index.ts";
import { growthOf } from "../change/growth.ts";
import type { LifecycleContext } from "../context.ts";
import { type Part, type PendingChange, SubmittedChange, shapeOf } from "./change.ts";
import { isAsSeen, isMade } from "./compare.ts";
import { conclude } from "./conclude.ts";
import type { ProgressOf } from "./progress.ts";
import { type Trying, end, machine, pendingOf, sendPart, tryAgain, trying } from "./send.ts";
import * as texts from "./texts.ts";

/** How long a service may take to stop before it is deleted. */
const stopsWithinMs = 15 * minuteMs;
const stateAgainMs = 5_000;

/** One step of a change of a service: read, send once, find out what became of it, and say so. */
export function advanceChange(
  contextOf: ContextOf<LifecycleContext>,
): (changeId: string, item: unknown) => Promise<Step> {
  return async (changeId, item) => {
    const submitted = SubmittedChange.parse(item);
    const context = contextOf(submitted.workspaceId);
    const pending = { changeId, submitted, context };
    const progress = await context.serviceChangeLog.find(changeId);
    switch (progress?.status) {
      case undefined:
        return keepUnlessChanged(pendingOf(pending), undefined, trying(pending, 0, false));
      case "trying": {
        // Every way to change a size ends here. What was allowed when it was asked for may be denied now.
        const denial = await whyTooLarge(pending, progress);
        if (denial !== undefined) return end(pending, progress, "failed", { message: denial });
        const { service } = submitted;
        const hold = { thing: service.serviceId, holds: context.serviceHolds };
        return whileHolding(hold, pendingOf(pending), () => make(pending, progress));
      }
      case "sending":
        return machine.awaitSender(pending, progress);
      case "lost":
        return resolveLost(pending, progress);
      case "ended":
        return conclude(pending, progress);
    }
  };
}

/** Why the hard limits deny what is left of a change. */
async function whyTooLarge(
  { submitted, context }: PendingChange,
  { part }: Trying,
): Promise<string | undefined> {
  const growth = growthOf({ ...submitted, parts: submitted.parts.slice(part) });
  return growth && whyDenied(growth, context);
}

function read({ submitted: { service }, context }: PendingChange): Promise<Service | AppError> {
  const { connection, serviceId } = service;
  return attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
}

/** Reads the service, and sends the part unless it is so already or someone else changed it. */
async function make(pending: PendingChange, present: Trying): Promise<Step> {
  const { submitted } = pending;
  const part = submitted.parts[present.part];
  if (!part) return end(pending, present, "done");
  if (!(await isStillDue(pending))) return end(pending, present, "void");
  const service = await read(pending);
  if (service instanceof AppError) return unread(pending, present, part, service);
  if (isMade(part, service))
    return keepUnlessChanged(pendingOf(pending), present, trying(pending, present.part + 1, present.made));
  if (!isAsSeen(part, submitted.seen, service))
    return end(pending, present, "conflict", { theirs: shapeOf(service) });
  if (part.kind === "delete" && service.state !== "stopped") return awaitStop(pending, present, service);
  await refuseWrongTime(pending, part);
  return sendPart(pending, present);
}

/** Fails a schedule's stop or deletion while clocks disagree. It is tried again, also by a process with the right one. */
async function refuseWrongTime(
  { submitted: { asOf }, context }: PendingChange,
  { kind }: Part,
): Promise<void> {
  if (!asOf || (kind !== "stop" && kind !== "delete")) return;
  const trouble = clockTrouble(await context.clock.check());
  if (trouble !== undefined) throw new AppError("upstream", trouble);
}

/** False if the schedule that asked for it is gone, or says something else now. */
async function isStillDue({ submitted: { asOf }, context }: PendingChange): Promise<boolean> {
  if (!asOf) return true;
  const schedule = await context.schedules.find(asOf.scheduleId);
  return schedule?.[asOf.field] === asOf.value;
}

function unread(pending: PendingChange, present: Trying, part: Part, failure: AppError): Promise<Step> {
  if (failure.unserved) return end(pending, present, "unserved");
  if (failure.kind !== "missing") return tryAgain(pending, present, failure);
  // Deleted is what was wanted.
  return end(pending, present, part.kind === "delete" ? "done" : "gone");
}

async function awaitStop(pending: PendingChange, present: Trying, { state }: Service): Promise<Step> {
  const ageMs = pending.context.now().getTime() - Date.parse(present.since);
  if (state === "stopping" && ageMs < stopsWithinMs) return { againInMs: stateAgainMs };
  return end(pending, present, "failed", { message: texts.notStopped(state) });
}

/** Reads the service until it shows the change, and never sends it again. */
async function resolveLost(pending: PendingChange, lost: ProgressOf<"lost">): Promise<Step> {
  const { submitted, context } = pending;
  const part = submitted.parts[lost.part];
  // Measured before the service is read: what is done by then shows.
  const leftMs = remainingMs(lost, context);
  const service = await read(pending);
  const isDone = service instanceof AppError ? isDeletion(part, service) : !part || isMade(part, service);
  if (isDone) return keepUnlessChanged(pendingOf(pending), lost, trying(pending, lost.part + 1, true));
  if (service instanceof AppError && service.kind === "missing" && !service.unserved)
    return end(pending, lost, "gone");
  if (leftMs > 0) return { againInMs: readAgainInMs(lost, context.now(), leftMs) };
  // A server that answered with a failure of its own no longer works on it, and the service is as it was.
  const isAsBefore = lost.answered && !(service instanceof AppError);
  return end(pending, lost, isAsBefore ? "failed" : "unknown", { message: lost.message });
}

function isDeletion(part: Part | undefined, failure: AppError): boolean {
  return part?.kind === "delete" && failure.kind === "missing" && !failure.unserved;
}
