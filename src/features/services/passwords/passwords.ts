import type { Button } from "@slack/types";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { button } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import * as texts from "./texts.ts";
import type { CreatedProgress } from "../provisioning/progress.ts";

/**
 * The sealed passwords of one workspace's new services in Redis, a key each. A password stays until its creator has
 * looked, at most 25 hours. It is written and dropped with its service's record.
 */
export function passwords(redis: RedisClient, workspaceId: string) {
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
    /** Claims the one look for 10 s, so two clicks show a password once. False while another click has it. */
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

/** Tells the creator in mrkdwn where a new service's password is, and what to do. */
export function formatPassword(progress: CreatedProgress): string {
  const { password } = progress;
  switch (password.fate) {
    case "sealed":
      return formatSealed(password.writeFailure, progress);
    case "writing":
      return texts.beingWritten(code(password.location));
    case "written":
      return texts.written(code(password.location));
    case "seen":
      return texts.seen;
    case "expired":
      return texts.lapsed;
    case "lost":
      return texts.lost;
    case "none":
      return texts.none;
  }
}

function formatSealed(writeFailure: string | undefined, progress: CreatedProgress): string {
  const waits = formatWaiting(progress);
  if (writeFailure === undefined) return waits;
  return `${texts.notWritten(escapeSentence(writeFailure))}\n${waits}`;
}

function formatWaiting(progress: CreatedProgress): string {
  const goneAt = passwordGoneAt(progress);
  if (goneAt) return texts.waitsUntil(slackDate(goneAt));
  return texts.waitsHere(slackDate(passwordNoticeAt(progress), { style: "time" }));
}
