import type { Step } from "../../../platform/jobs/queue.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { ChangeProgressOf } from "./progress.ts";
import { plural } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { attempt } from "./attempt.ts";
import type { Creation } from "./create.ts";
import { lookAlikes } from "./candidates.ts";
import type { PendingChange } from "./pending-change.ts";
import { done, keep, unknown } from "./resolve.ts";
import { showInModal } from "./tell.ts";
import { lookingView } from "./waiting-views.ts";

type Lost = ChangeProgressOf<"lost">;

const soonMs = 1_000;
/** A server that answered that it failed is not at work any more: what it made shows soon. */
const answeredSettleMs = 5_000;

/** Finds out by looking, and never by sending it again, whether something was created whose answer was lost. */
export async function look(pending: PendingChange<Creation>, lost: Lost): Promise<Step> {
  const { before } = lost;
  if (before === undefined) return giveUp(pending, lost, hasNoList(pending));
  // Before the list is asked for: what is there by then is in it.
  const leftMs = remainingMs(pending, lost);
  const alike = await attempt(() => lookAlikes(pending));
  if (alike instanceof AppError) return cannotLook(pending, lost, alike, leftMs);
  if (alike === undefined) return giveUp(pending, lost, hasNoList(pending));
  const id = alike.ids.find((one) => !before.includes(one));
  if (id !== undefined) return keep(pending, lost, done({ id }));
  if (leftMs > 0) return lookLater(pending, lost, leftMs);
  return giveUp(pending, lost, notInList(nounOf(pending), alike.unreadable));
}

/** What cannot be read is not gone, and may be what was sent. */
function notInList(noun: string, { length }: readonly Unreadable[]): string {
  return length === 0
    ? `The server's list of ${noun}s does not have it.`
    : `The server's list of ${noun}s does not have it as far as I can read it: ${plural(length, noun)} could not be read, and one of them may be it.`;
}

function remainingMs({ context }: PendingChange, { lostAt, answered }: Lost): number {
  const { settleMs } = context.limits;
  const forMs = answered ? Math.min(answeredSettleMs, settleMs) : settleMs;
  return Date.parse(lostAt) + forMs - context.now().getTime();
}

async function cannotLook(
  pending: PendingChange<Creation>,
  lost: Lost,
  failure: AppError,
  leftMs: number,
): Promise<Step> {
  pending.context.log.warn(
    { err: failure, changeId: pending.changeId },
    "what was created cannot be looked for",
  );
  if (leftMs > 0 && isAppError(failure, "limited", "upstream")) return lookLater(pending, lost, leftMs);
  return giveUp(pending, lost, `The server's list of ${nounOf(pending)}s could not be read since.`);
}

/** Less and less often, and once more when all is over. */
async function lookLater(pending: PendingChange<Creation>, { lostAt }: Lost, leftMs: number): Promise<Step> {
  await showInModal(pending, lookingView(pending.submitted.wanted));
  const ageMs = pending.context.now().getTime() - Date.parse(lostAt);
  return { againInMs: Math.min(Math.max(ageMs, soonMs), leftMs) };
}

function giveUp(pending: PendingChange<Creation>, lost: Lost, looked: string): Promise<Step> {
  return keep(pending, lost, unknown(lost.message, looked));
}

function nounOf({ submitted }: PendingChange<Creation>): string {
  return submitted.wanted.kind === "create-alert" ? "alert" : "dashboard";
}

function hasNoList(pending: PendingChange<Creation>): string {
  return `The server shows us no list of ${nounOf(pending)}s.`;
}
