import { minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import type { Departure } from "../../../platform/cloud/client.ts";
import {
  changeService,
  changeServiceState,
  deleteService,
  scaleService,
} from "../../../platform/cloud/services/changes.ts";
import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import type { ContextOf } from "../../../platform/context.ts";
import { keepTrying, tryLater } from "../../../platform/jobs/keep-trying.ts";
import { readAgainInMs, remainingMs } from "../../../platform/jobs/request-log/lost-response.ts";
import { awaitSender, sendOnce } from "../../../platform/jobs/request-log/send-once.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { whyDenied } from "../../services/index.ts";
import { growthOf } from "../change/growth.ts";
import type { LifecycleContext } from "../context.ts";
import { type Part, type PendingChange, SubmittedChange, shapeOf } from "./change.ts";
import { isAsSeen, isMade } from "./compare.ts";
import { conclude, showWaiting } from "./conclude.ts";
import { type ChangeProgress, type Ended, type ProgressOf, ended } from "./progress.ts";
import * as texts from "./texts.ts";

/** While another change of the same service is sent. */
const laterMs = 1_000;
/** Besides the two calls of a step, each with its whole time. */
const spareMs = 10_000;
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
        return keep(pending, undefined, trying(pending, 0, false));
      case "trying": {
        // Every way to change a size ends here. What was allowed when it was asked for may be denied now.
        const denial = await whyTooLarge(pending, progress);
        if (denial !== undefined) return end(pending, progress, "failed", { message: denial });
        return alone(pending, () => make(pending, progress));
      }
      case "sending":
        return awaitSender<ChangeProgress>(
          context.serviceChangeLog,
          changeId,
          progress,
          context,
          (lostAt) => ({
            status: "lost",
            part: progress.part,
            made: progress.made,
            lostAt,
            answered: false,
            message: texts.restarted,
          }),
        );
      case "lost":
        return resolveLost(pending, progress);
      case "ended":
        return conclude(pending, progress);
    }
  };
}

type Trying = ProgressOf<"trying">;

function trying({ context }: PendingChange, part: number, made: boolean): Trying {
  return { status: "trying", part, made, since: context.now().toISOString() };
}

/** Saves the progress, unless it has changed since it was read. The next step follows in any case. */
async function keep(
  { changeId, context }: PendingChange,
  read: ChangeProgress | undefined,
  progress: ChangeProgress,
): Promise<Step> {
  await context.serviceChangeLog.saveUnlessChanged(changeId, read, progress);
  return "next";
}

function end(
  pending: PendingChange,
  read: ChangeProgress & { made: boolean },
  outcome: Ended["outcome"],
  facts?: Parameters<typeof ended>[3],
): Promise<Step> {
  return keep(pending, read, ended(outcome, read.made, pending.context.now(), facts));
}

/** Why the hard limits deny what is left of a change. */
async function whyTooLarge(
  { submitted, context }: PendingChange,
  { part }: Trying,
): Promise<string | undefined> {
  const growth = growthOf({ ...submitted, parts: submitted.parts.slice(part) });
  return growth && whyDenied(growth, context);
}

/** Takes a step that reads a service and then changes it, while no other change of ours does. */
async function alone(pending: PendingChange, step: () => Promise<Step>): Promise<Step> {
  const { changeId, submitted, context } = pending;
  const { serviceId } = submitted.service;
  const forMs = 2 * context.limits.cloudTimeoutMs + spareMs;
  if (!(await context.serviceHolds.take(serviceId, changeId, forMs))) return { againInMs: laterMs };
  try {
    return await step();
  } finally {
    await context.serviceHolds.release(serviceId, changeId);
  }
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
  if (isMade(part, service)) return keep(pending, present, trying(pending, present.part + 1, present.made));
  if (!isAsSeen(part, submitted.seen, service))
    return end(pending, present, "conflict", { theirs: shapeOf(service) });
  if (part.kind === "delete" && service.state !== "stopped") return awaitStop(pending, present, service);
  return sendPart(pending, present, part);
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

async function sendPart(pending: PendingChange, present: Trying, part: Part): Promise<Step> {
  const { changeId, context } = pending;
  const { part: index, made } = present;
  const sending: ProgressOf<"sending"> = {
    status: "sending",
    part: index,
    made,
    claim: context.newId(),
    sentAt: context.now().toISOString(),
  };
  const sent = await sendOnce<ChangeProgress, unknown>({
    log: context.serviceChangeLog,
    id: changeId,
    read: present,
    sending,
    clocks: context,
    forMs: context.limits.cloudTimeoutMs,
    send: (departure) => call(pending, part, departure),
  });
  switch (sent.outcome) {
    case "taken":
      return { againInMs: laterMs };
    case "answered":
      return keepSurely(pending, sending, trying(pending, index + 1, true));
    case "lost": {
      const { happened, answered } = sent.failure;
      const lostAt = context.now().toISOString();
      return keepSurely(pending, sending, {
        status: "lost",
        part: index,
        made,
        lostAt,
        answered,
        message: happened,
      });
    }
    case "refused": {
      const { failure } = sent;
      const kept = (await keptOf(pending, sending)) ?? present;
      if (failure.unserved) return end(pending, kept, "unserved");
      return tryAgain(pending, kept, failure, present);
    }
  }
}

function call({ submitted: { service }, context }: PendingChange, part: Part, departure: Departure) {
  const { connection, serviceId } = service;
  const cloud = context.cloudOf(connection);
  const options = { departure };
  switch (part.kind) {
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

/** Only this process knows what became of it, so it waits until Redis is back. */
async function keepSurely(
  { changeId, context }: PendingChange,
  sending: ProgressOf<"sending">,
  outcome: ChangeProgress,
): Promise<Step> {
  await keepTrying(() =>
    context.serviceChangeLog.update(changeId, (now) =>
      // Another process may have taken the answer for lost meanwhile.
      now?.status === "sending" && now.claim === sending.claim ? outcome : undefined,
    ),
  );
  return "next";
}

/** The record if it is this sending; a write that failed may have been made. */
async function keptOf(
  { changeId, context }: PendingChange,
  { claim }: ProgressOf<"sending">,
): Promise<ProgressOf<"sending"> | undefined> {
  const now = await keepTrying(() => context.serviceChangeLog.find(changeId));
  return now?.status === "sending" && now.claim === claim ? now : undefined;
}

/** Tries again for two minutes after a failure that may pass and had no effect. After any other it has failed. */
async function tryAgain(
  pending: PendingChange,
  kept: Trying | ProgressOf<"sending">,
  failure: AppError,
  present: Trying = trying(pending, kept.part, kept.made),
): Promise<Step> {
  const { changeId, context } = pending;
  context.log.warn({ err: failure, changeId }, "couldn't change a service yet");
  const again = kept.status === "trying" ? kept : present;
  const ageMs = context.now().getTime() - Date.parse(again.since);
  const againInMs = isAppError(failure, "limited", "upstream") ? tryLater(ageMs, failure) : undefined;
  if (againInMs === undefined) return end(pending, kept, "failed", { failure });
  // If this were forgotten, a request that surely had no effect would seem lost.
  await keepTrying(() => keep(pending, kept, again));
  await showWaiting(pending);
  return { againInMs };
}

/** Reads the service until it shows the change, and never sends it again. */
async function resolveLost(pending: PendingChange, lost: ProgressOf<"lost">): Promise<Step> {
  const { submitted, context } = pending;
  const part = submitted.parts[lost.part];
  // Measured before the service is read: what is done by then shows.
  const leftMs = remainingMs(lost, context);
  const service = await read(pending);
  const isDone = service instanceof AppError ? isDeletion(part, service) : !part || isMade(part, service);
  if (isDone) return keep(pending, lost, trying(pending, lost.part + 1, true));
  if (service instanceof AppError && service.kind === "missing" && !service.unserved)
    return end(pending, lost, "gone");
  if (leftMs > 0) return { againInMs: readAgainInMs(lost, context.now(), leftMs) };
  return end(pending, lost, "unknown", { message: lost.message });
}

function isDeletion(part: Part | undefined, failure: AppError): boolean {
  return part?.kind === "delete" && failure.kind === "missing" && !failure.unserved;
}
