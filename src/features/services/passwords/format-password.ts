import { slackDate } from "../../../platform/blocks/date.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import type { CreatedProgress } from "../announcement/keep-created.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";

/** How long a password waits in the modal or the announcement before its creator gets a notice. */
const noticeAfterMs = 15 * minuteMs;

/** How long the password waits after that notice. */
const waitsForMs = dayMs;

/** When a waiting password lapses: 24 hours after the notice to its creator; undefined before the notice. */
export function passwordGoneAt({
  passwordNotice,
}: Pick<CreatedProgress, "passwordNotice">): Date | undefined {
  return passwordNotice && new Date(Date.parse(passwordNotice.at) + waitsForMs);
}

/** When the creator gets a notice of a password that they have not seen. */
export function passwordNoticeAt({ createdAt }: Pick<CreatedProgress, "createdAt">): Date {
  return new Date(Date.parse(createdAt) + noticeAfterMs);
}

/** True for a password that no longer waits, even if it is not dropped yet. */
export function isPasswordOver(
  { password, ...progress }: Pick<CreatedProgress, "password" | "passwordNotice">,
  now: Date,
): boolean {
  if (password.fate !== "sealed") return true;
  const goneAt = passwordGoneAt(progress);
  return goneAt !== undefined && goneAt.getTime() <= now.getTime();
}

/** The purpose that a new service's password is sealed for. */
export function passwordPurpose(requestId: string): string {
  return `password of ${requestId}`;
}

const setNew = "Set a new one in the cloud's console.";

/** Tells the creator in mrkdwn where a new service's password is, and what to do. */
export function formatPassword(progress: CreatedProgress): string {
  const { password } = progress;
  switch (password.fate) {
    case "sealed":
      return formatSealed(password.writeFailure, progress);
    case "writing":
      return `Its password is on its way to ${code(password.location)}. You will be told when it is there.`;
    case "written":
      return `Its password is in ${code(password.location)}, with the user name, host and port beside it. Nobody has seen it.`;
    case "seen":
      return `Its password was shown once and is kept nowhere any more. If it was not saved: ${lowerFirst(setNew)}`;
    case "expired":
      return `:hourglass: Its password was not looked at in time, and is gone. ${resetPassword}`;
    case "lost":
      return `Its password was in the cloud's answer, which was lost on its way here. ${setNew}`;
    case "none":
      return "The cloud gave no password for it. If it shares a warehouse, that one's users may use it; if not, set a password in the cloud's console.";
  }
}

/** Advice for a password that lapsed. */
export const resetPassword =
  "Open the service in the cloud's console and set a new password there; the service itself is not affected.";

function formatSealed(writeFailure: string | undefined, progress: CreatedProgress): string {
  const waits = formatWaiting(progress);
  if (writeFailure === undefined) return waits;
  return `:warning: Its password could not be written to the place for new passwords. ${escapeSentence(writeFailure)}\n${waits}`;
}

function formatWaiting(progress: CreatedProgress): string {
  const goneAt = passwordGoneAt(progress);
  if (goneAt)
    return `Only you can see its password, once, until ${slackDate(goneAt)}: press “Show the password”.`;
  const noticeAt = slackDate(passwordNoticeAt(progress), { style: "time" });
  return `Only you can see its password, once. If you have not looked by ${noticeAt}, you get the button in direct messages, for 24 hours.`;
}

function lowerFirst(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}
