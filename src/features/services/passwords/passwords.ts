import type { Button } from "@slack/types";
import type { Redis } from "ioredis";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { button } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import type { CreatedProgress } from "../announcement/keep-created.ts";

/**
 * The sealed passwords of one workspace's new services in Redis, a key each. A password stays until its creator has
 * looked, at most 25 hours. It is written and dropped with its service's record.
 */
export function passwords(redis: Redis, workspaceId: string) {
  const passwordKey = (requestId: string) => keys.password(workspaceId, requestId);
  const readingKey = (requestId: string) => keys.passwordReading(workspaceId, requestId);
  return {
    /** The sealed password. Undefined once it was dropped or has expired. */
    async find(requestId: string): Promise<string | undefined> {
      return (await reachingRedis(() => redis.get(passwordKey(requestId)))) ?? undefined;
    },
    /** Restarts its 25 hours. False if it is gone. */
    async keepLonger(requestId: string): Promise<boolean> {
      const key = passwordKey(requestId);
      return (await reachingRedis(() => redis.expire(key, ttlInSeconds.password))) === 1;
    },
    /** Claims the one look for 10 s, so that two clicks show a password once. False while another click has it. */
    async claimReading(requestId: string): Promise<boolean> {
      const answer = await reachingRedis(() =>
        redis.set(readingKey(requestId), "1", "EX", ttlInSeconds.passwordReading, "NX"),
      );
      return answer === "OK";
    },
    /** Releases the claim if nothing could be shown. */
    async releaseReading(requestId: string): Promise<void> {
      await reachingRedis(() => redis.del(readingKey(requestId)));
    },
  };
}

/** The action_id of the button that shows a new service's password. */
export const showPasswordActionId = "show-password";

/** The button that shows a new service's password. A click checks the person. */
export function showPasswordButton(requestId: string): Button {
  const facts = { text: "Show the password", actionId: showPasswordActionId, value: requestId };
  return { ...button(facts), style: "primary" };
}

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
