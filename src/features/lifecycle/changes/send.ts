import { AppError } from "../../../lib/errors.ts";
import type { Departure } from "../../../platform/cloud/client.ts";
import {
  changeService,
  changeServiceState,
  deleteService,
  scaleService,
} from "../../../platform/cloud/services/changes.ts";
import {
  type Pending,
  keepUnlessChanged,
  requestMachine,
  tryRequestAgain,
} from "../../../platform/jobs/request-log/machine.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { PendingChange } from "./change.ts";
import { showWaiting } from "./conclude.ts";
import { type ChangeProgress, type Ended, type ProgressOf, ended } from "./progress.ts";
import * as texts from "./texts.ts";

/** A change that is made part by part. */
export type Trying = ProgressOf<"trying">;

/** A change, as the request machine has it. */
export function pendingOf({ changeId, context }: PendingChange): Pending<ChangeProgress> {
  return { id: changeId, log: context.serviceChangeLog, context };
}

/** Each part of a change is a request of its own. */
export const machine = requestMachine<PendingChange, ChangeProgress, ProgressOf<"sending">, unknown>({
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
export function sendPart(pending: PendingChange, present: Trying): Promise<Step> {
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
export function trying({ context }: PendingChange, part: number, made: boolean): Trying {
  return { status: "trying", part, made, since: context.now().toISOString() };
}

/** Ends a change with an outcome, unless it has changed since it was read. */
export function end(
  pending: PendingChange,
  read: ChangeProgress & { made: boolean },
  outcome: Ended["outcome"],
  facts?: Parameters<typeof ended>[3],
): Promise<Step> {
  return keepUnlessChanged(pendingOf(pending), read, ended(outcome, read.made, pending.context.now(), facts));
}

/** Tries again for two minutes after a failure that may pass and had no effect. After any other it has failed. */
export function tryAgain(
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
