import { type AppError, isAppError } from "../../../lib/errors.ts";
import type { Departure } from "../../../platform/cloud/client.ts";
import {
  changeService,
  changeServiceState,
  deleteService,
  scaleService,
} from "../../../platform/cloud/services/changes.ts";
import { keepTrying, tryLater } from "../../../platform/jobs/keep-trying.ts";
import { sendOnce } from "../../../platform/jobs/request-log/send-once.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { Part, PendingChange } from "./change.ts";
import { showWaiting } from "./conclude.ts";
import type { ChangeProgress, ProgressOf } from "./progress.ts";
import { type Trying, end, keep, laterMs, trying } from "./steps.ts";

/** Sends a part of a change once, and saves what became of it. */
export async function sendPart(pending: PendingChange, present: Trying, part: Part): Promise<Step> {
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
    moment: context.moment,
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
export async function tryAgain(
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
