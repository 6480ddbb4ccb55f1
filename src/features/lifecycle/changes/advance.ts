import { minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { Departure } from "../../../platform/cloud/client.ts";
import {
  type Service,
  changeService,
  changeServiceState,
  deleteService,
  getService,
  scaleService,
} from "../../../platform/cloud/services/service.ts";
import type { ContextOf } from "../../../platform/context.ts";
import {
  type Pending,
  findLost,
  keepUnlessChanged,
  requestMachine,
  tryRequestAgain,
  whileHolding,
} from "../../../platform/jobs/request-log/machine.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { clockTrouble } from "../../../platform/redis/shared-clock.ts";
import { whyDenied } from "../../services/index.ts";
import { growthOf } from "../change/state.ts";
import type { LifecycleContext } from "../context.ts";
import { type Part, type PendingChange, SubmittedChange, isAsSeen, isMade, shapeOf } from "./change.ts";
import { conclude, showWaiting } from "./conclude.ts";
import { type ChangeProgress, type Ended, type ProgressOf, ended } from "./progress.ts";
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
function resolveLost(pending: PendingChange, lost: ProgressOf<"lost">): Promise<Step> {
  const part = pending.submitted.parts[lost.part];
  return findLost(pending, lost, async (isOver) => {
    const service = await read(pending);
    const isDone = service instanceof AppError ? isDeletion(part, service) : !part || isMade(part, service);
    if (isDone) return keepUnlessChanged(pendingOf(pending), lost, trying(pending, lost.part + 1, true));
    if (service instanceof AppError && service.kind === "missing" && !service.unserved)
      return end(pending, lost, "gone");
    if (!isOver) return undefined;
    // A server that answered with a failure of its own no longer works on it, and the service is as it was.
    const isAsBefore = lost.answered && !(service instanceof AppError);
    return end(pending, lost, isAsBefore ? "failed" : "unknown", { message: lost.message });
  });
}

function isDeletion(part: Part | undefined, failure: AppError): boolean {
  return part?.kind === "delete" && failure.kind === "missing" && !failure.unserved;
}

/** A change that is made part by part. */
type Trying = ProgressOf<"trying">;

/** A change, as the request machine has it. */
function pendingOf({ changeId, context }: PendingChange): Pending<ChangeProgress> {
  return { id: changeId, log: context.serviceChangeLog, context };
}

/** Each part of a change is a request of its own. */
const machine = requestMachine<PendingChange, ChangeProgress, ProgressOf<"sending">, unknown>({
  pendingOf,
  send,
  answered: (pending, { sending, save }) => save(trying(pending, sending.part + 1, true)),
  lost: ({ part, made }, { lostAt, answered, message = texts.restarted }) => ({
    status: "lost",
    part,
    made,
    lostAt,
    answered,
    message,
  }),
  // Another process may have taken the answer for lost meanwhile.
  next: (now, outcome, { claim }) => (now?.status === "sending" && now.claim === claim ? outcome : undefined),
  async refused(pending, kept, { read, failure }) {
    if (kept?.status !== "sending" && kept?.status !== "trying") return "next";
    if (failure.unserved) return end(pending, kept, "unserved");
    return tryAgain(pending, kept, failure, read?.status === "trying" ? read : undefined);
  },
});

/** Sends a part of a change once, and saves its outcome. */
function sendPart(pending: PendingChange, present: Trying): Promise<Step> {
  const { part, made } = present;
  const { newId, now } = pending.context;
  const sentAt = now().toISOString();
  return machine.send(pending, present, { status: "sending", part, made, claim: newId(), sentAt });
}

function send(
  { submitted: { service, parts }, context }: PendingChange,
  { part: index }: ProgressOf<"sending">,
  departure: Departure,
): Promise<unknown> {
  const { connection, serviceId } = service;
  const cloud = context.cloudOf(connection);
  const options = { departure };
  const part = parts[index];
  switch (part?.kind) {
    case undefined:
      throw new AppError("bug", `The change has no part ${index}.`);
    case "addresses": {
      const { add, remove } = part;
      const ipAccessList = { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) };
      return cloud.call(changeService, { serviceId, body: { ipAccessList } }, options);
    }
    case "scaling":
      return cloud.call(scaleService, { serviceId, body: part.to }, options);
    case "stop":
    case "start":
      return cloud.call(changeServiceState, { serviceId, body: { command: part.kind } }, options);
    case "delete":
      return cloud.call(deleteService, { serviceId }, options);
  }
}

/** The start of a part, from now on. */
function trying({ context }: PendingChange, part: number, made: boolean): Trying {
  return { status: "trying", part, made, since: context.now().toISOString() };
}

/** Ends a change with an outcome, unless it has changed since it was read. */
function end(
  pending: PendingChange,
  read: ChangeProgress & { made: boolean },
  outcome: Ended["outcome"],
  facts?: Parameters<typeof ended>[3],
): Promise<Step> {
  return keepUnlessChanged(pendingOf(pending), read, ended(outcome, read.made, pending.context.now(), facts));
}

/** Tries again for two minutes after a failure that may pass and had no effect. After any other it has failed. */
function tryAgain(
  pending: PendingChange,
  kept: Trying | ProgressOf<"sending">,
  failure: AppError,
  present: Trying = trying(pending, kept.part, kept.made),
): Promise<Step> {
  const again = kept.status === "trying" ? kept : present;
  return tryRequestAgain(pendingOf(pending), {
    kept,
    failure,
    since: again.since,
    again,
    failed: ended("failed", kept.made, pending.context.now(), { failure }),
    showWaiting: () => showWaiting(pending),
  });
}
