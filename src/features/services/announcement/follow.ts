import type { Step } from "../../../platform/jobs/queue.ts";
import type { CreatedProgress } from "./created-services.ts";
import { announcement } from "./announcement.ts";
import { lookAtService } from "./read-service.ts";
import { expirePassword, redrawPasswordNotice, sendPasswordNotice } from "../passwords/notice.ts";
import { isPasswordOver, passwordGoneAt, passwordNoticeAt } from "../passwords/time.ts";
import { placingWaitMs } from "../passwords/write.ts";
import { redrawAnnouncement } from "./redraw.ts";
import { isSettled, ownStates, stateInWords } from "./service-state.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";
import { hashJson } from "../../../lib/hash.ts";
import { minuteMs } from "../../../lib/duration.ts";

const followedForMs = 30 * minuteMs;
const soonMs = 2_000;
const laterMs = 10_000;
/** A look at the password brings the next step at once; this finds one whose process died right after it. */
const rarelyMs = 10 * minuteMs;
/** All services that are followed share so few looks in 10 s, of two requests each at most: people need the rest. */
const looksTogether = 3;

/**
 * One step towards an announcement that tells the service's present state, and offers the password while that waits.
 * Before a password lapses, its creator gets its button in direct messages. It ends when the service runs or failed, or half
 * an hour has passed, and no password waits.
 */
export async function follow(wish: Wish, progress: CreatedProgress): Promise<Step> {
  const now = wish.context.now();
  if (progress.password.fate === "sealed") {
    if (isPasswordOver(progress, now)) {
      await expirePassword(wish);
      return "next";
    }
    if (!progress.passwordNotice && leftMs(progress, now) <= 0) {
      await sendPasswordNotice(wish, progress);
      return "next";
    }
  }
  if (await redrawPasswordNotice(wish, progress)) return "next";
  if (!progress.silent && hashJson(announcement(wish, progress)) !== progress.drawn) {
    await redrawAnnouncement(wish, progress);
    return "next";
  }
  if (!progress.silent && isLookedAt(progress, now) && (await look(wish, progress))) return "next";
  return waitFor(progress, now);
}

/** True while the cloud may have news: a service that runs may get its endpoints later. */
function isLookedAt(progress: CreatedProgress, now: Date): boolean {
  const { announced = "", endpoints } = progress;
  if (!isSettled(announced)) return true;
  const isNamed = endpoints.some(({ host }) => host);
  return stateInWords(announced).outcome === "running" && !isNamed && ageMs(progress, now) < followedForMs;
}

/** Keeps what the cloud tells; true where that is news. */
async function look(wish: Wish, progress: CreatedProgress): Promise<boolean> {
  const { requestId, context } = wish;
  await context.budget("following", looksTogether).take();
  const seen = await lookAtService(wish, progress.serviceId);
  const isLate = ageMs(progress, context.now()) > followedForMs;
  const told = seen?.state ?? progress.announced ?? "";
  const announced = isLate && !isSettled(told) ? ownStates.slow : told;
  const endpoints = seen && seen.endpoints.length > 0 ? seen.endpoints : progress.endpoints;
  const isNews =
    announced !== progress.announced || JSON.stringify(endpoints) !== JSON.stringify(progress.endpoints);
  if (isNews) await context.created.change(requestId, (now) => ({ ...now, announced, endpoints }));
  return isNews;
}

/** Until whatever comes next: another look, another try to place the password, or its end. */
function waitFor(progress: CreatedProgress, now: Date): Step {
  const { password, passwordNotice, silent } = progress;
  const waitsMs = [
    ...(!silent && isLookedAt(progress, now) ? [ageMs(progress, now) < minuteMs ? soonMs : laterMs] : []),
    ...(password.fate === "sealed" ? [leftMs(progress, now), passwordNotice ? rarelyMs : laterMs] : []),
    ...(password.fate === "placing" ? [placingWaitMs(password, now)] : []),
  ];
  return waitsMs.length === 0 ? "done" : { againInMs: Math.min(...waitsMs) };
}

/** Until its creator is sent a notice of a password that waits, or until that is gone. */
function leftMs(progress: CreatedProgress, now: Date): number {
  return (passwordGoneAt(progress) ?? passwordNoticeAt(progress)).getTime() - now.getTime();
}

function ageMs({ createdAt }: CreatedProgress, now: Date): number {
  return now.getTime() - Date.parse(createdAt);
}
