import type { Step } from "../../../platform/jobs/worker.ts";
import { expirePassword, redrawPasswordNotice, sendPasswordNotice } from "../passwords/notice.ts";
import { placingWaitMs } from "../passwords/write.ts";
import { isFinal, ownStates, stateInWords } from "./service-state.ts";
import { hashJson } from "../../../lib/hash.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { announcement } from "./announce.ts";
import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { KnownEndpoint } from "../provisioning/progress.ts";
import { endpointsOf } from "./endpoints.ts";
import type { CreatedProgress } from "./keep-created.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { isPasswordOver, passwordGoneAt, passwordNoticeAt } from "../passwords/format-password.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";

/** What the cloud tells of a service. */
interface SeenService {
  state: string;
  endpoints: KnownEndpoint[];
}

const unreported: SeenService = { state: ownStates.unreported, endpoints: [] };

/** The service as the cloud tells it; undefined when it cannot say just now. */
async function lookAtService(
  provisioning: ProvisioningRequest,
  serviceId: string | undefined,
): Promise<SeenService | undefined> {
  if (serviceId === undefined) return unreported;
  const { submission, context } = provisioning;
  try {
    return seen(await context.cloudOf(submission.connection).call(getService, { serviceId }));
  } catch (error) {
    return isNoAnswer(error) ? lookAtList(provisioning, serviceId) : undefined;
  }
}

/** Servers that do not answer for one service, or not to this key, may answer for all; so many looks are one. */
async function lookAtList(
  { submission, context }: ProvisioningRequest,
  serviceId: string,
): Promise<SeenService | undefined> {
  try {
    const services = await context.servicesSince(submission.connection, context.now());
    // A new service may take a while to be listed.
    const service = services.find(({ id }) => id === serviceId);
    return service && seen(service);
  } catch (error) {
    return isNoAnswer(error) ? unreported : undefined;
  }
}

function seen(service: Service): SeenService {
  return { state: service.state ?? ownStates.unreported, endpoints: endpointsOf(service) };
}

/** True where this cloud, or this key, will not answer; a failure that passes is not, and a bug goes up. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof AppError) || error.kind === "bug") throw error;
  return error.kind === "missing" || error.kind === "forbidden";
}

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
export async function follow(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<Step> {
  const now = provisioning.context.now();
  if (progress.password.fate === "sealed") {
    if (isPasswordOver(progress, now)) {
      await expirePassword(provisioning);
      return "next";
    }
    if (!progress.passwordNotice && leftMs(progress, now) <= 0) {
      await sendPasswordNotice(provisioning, progress);
      return "next";
    }
  }
  if (await redrawPasswordNotice(provisioning, progress)) return "next";
  if (!progress.silent && hashJson(announcement(provisioning, progress)) !== progress.drawn) {
    await redrawAnnouncement(provisioning, progress);
    return "next";
  }
  if (!progress.silent && isLookedAt(progress, now) && (await look(provisioning, progress))) return "next";
  return waitFor(progress, now);
}

/** True while the cloud may have news: a service that runs may get its endpoints later. */
function isLookedAt(progress: CreatedProgress, now: Date): boolean {
  const { announced = "", endpoints } = progress;
  if (!isFinal(announced)) return true;
  const isNamed = endpoints.some(({ host }) => host);
  return stateInWords(announced).outcome === "running" && !isNamed && ageMs(progress, now) < followedForMs;
}

/** Keeps what the cloud tells; true where that is news. */
async function look(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<boolean> {
  const { requestId, context } = provisioning;
  await context.budget("following", looksTogether).take();
  const seen = await lookAtService(provisioning, progress.serviceId);
  const isLate = ageMs(progress, context.now()) > followedForMs;
  const told = seen?.state ?? progress.announced ?? "";
  const announced = isLate && !isFinal(told) ? ownStates.slow : told;
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

/** Makes the announcement say what is known now; where it was deleted, or its channel, nobody tries again. */
async function redrawAnnouncement(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<void> {
  const { requestId, context } = provisioning;
  const message = announcement(provisioning, progress);
  const drawn = hashJson(message);
  const silent = (await update(provisioning, progress, message)) === "gone";
  await context.created.change(requestId, (now) => ({ ...now, drawn, silent }));
}

async function update(
  { context }: ProvisioningRequest,
  { message: messageRef }: CreatedProgress,
  message: Reply,
): Promise<"updated" | "gone"> {
  if (!messageRef) return "gone";
  try {
    await context.messenger.update(messageRef, message);
    return "updated";
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    return "gone";
  }
}
