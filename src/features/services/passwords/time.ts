import type { CreatedProgress } from "../announcement/created-services.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";

/** How long a password waits in the modal or the announcement before its creator is sent a notice. */
const noticeAfterMs = 15 * minuteMs;

/** How long after that notice it waits for its creator. */
const waitsForMs = dayMs;

/** When a password that waits is gone: 24 hours after its creator was sent a notice; undefined before that. */
export function passwordGoneAt({
  passwordNotice,
}: Pick<CreatedProgress, "passwordNotice">): Date | undefined {
  return passwordNotice && new Date(Date.parse(passwordNotice.at) + waitsForMs);
}

/** When the creator is sent a notice of a password that they have not looked at. */
export function passwordNoticeAt({ createdAt }: Pick<CreatedProgress, "createdAt">): Date {
  return new Date(Date.parse(createdAt) + noticeAfterMs);
}

/** True for a password that waits no longer, whether or not it was dropped. */
export function isPasswordOver(
  { password, ...progress }: Pick<CreatedProgress, "password" | "passwordNotice">,
  now: Date,
): boolean {
  if (password.fate !== "sealed") return true;
  const goneAt = passwordGoneAt(progress);
  return goneAt !== undefined && goneAt.getTime() <= now.getTime();
}

/** What a new service's password is sealed for. */
export function passwordPurpose(requestId: string): string {
  return `password of ${requestId}`;
}
