import { minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import { redraw } from "../../../platform/jobs/messenger.ts";
import { tellDirectly } from "../../../platform/jobs/tell.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import {
  isPasswordOver,
  passwordGoneAt,
  passwordNoticeAt,
  showPasswordButton,
} from "../passwords/passwords.ts";
import { writePassword, writeWaitMs } from "../passwords/write.ts";
import type { CreatedProgress, KnownEndpoint } from "../provisioning/progress.ts";
import { type ProvisioningRequest, notifyRequester, showInForm } from "../provisioning/submission.ts";
import { announce, tellInThread } from "./announce.ts";
import { createdText, createdView, endpointsOf } from "./endpoints.ts";
import { announcement } from "./message.ts";
import { formatState, isFinal, ownStates } from "./states.ts";
import * as texts from "./texts.ts";

/** Takes one step for a created service: first its password, then a notice to its creator, then its announcement. */
export async function advanceCreated(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<Step> {
  const { password, corrects, creatorNotified, message, silent } = progress;
  if (password.fate === "writing" && writeWaitMs(password, provisioning.context.now()) === 0) {
    return writePassword(provisioning, progress, password);
  }
  if (corrects) return sendCorrection(provisioning, progress);
  if (!creatorNotified) return notifyCreator(provisioning, progress);
  return message || silent ? follow(provisioning, progress) : announce(provisioning, progress);
}

/**
 * Shows the creator the service and where its password is: in the modal, or else in the channel. If the modal is closed
 * and the password waits, its button comes in direct messages.
 */
async function notifyCreator(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<Step> {
  const { requestId, context } = provisioning;
  const shown = await showInForm(provisioning, createdView(requestId, progress));
  if (shown === "gone" && progress.password.fate === "sealed") {
    await sendPasswordNotice(provisioning, progress);
    return "next";
  }
  if (shown === "gone") await notifyRequester(provisioning, say(createdText(progress)));
  await context.created.change(requestId, (now) => ({ ...now, creatorNotified: true }));
  return "next";
}

/** Corrects an earlier message to the requester, because a service that they do not expect costs money. */
async function sendCorrection(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const key = `correction:${requestId}:${progress.serviceId}`;
  await tellDirectly({ key, userId: submission.userId, reply: say(correctionText(progress)) }, context);
  await context.created.change(requestId, ({ corrects: _sent, ...now }) => now);
  return "next";
}

/** Says in mrkdwn that a service exists although its requester read otherwise before. */
export function correctionText({
  name,
  serviceId,
  corrects,
}: Pick<CreatedProgress, "name" | "serviceId" | "corrects">): string {
  const id = serviceId === undefined ? "" : texts.itsId(code(serviceId));
  const service = escapeName(name);
  return corrects?.serviceId === undefined
    ? texts.createdAfterAll(service, id)
    : texts.anotherService(service, id, code(corrects.serviceId));
}

/** What the cloud reports of a service. */
interface ReportedService {
  state: string;
  endpoints: KnownEndpoint[];
}

const unreported: ReportedService = { state: ownStates.unreported, endpoints: [] };

/** Reads a service at its cloud; undefined when the cloud does not answer now. */
async function readService(
  provisioning: ProvisioningRequest,
  serviceId: string | undefined,
): Promise<ReportedService | undefined> {
  if (serviceId === undefined) return unreported;
  const { submission, context } = provisioning;
  try {
    return reportOf(await context.cloudOf(submission.connection).call(getService, { serviceId }));
  } catch (error) {
    return isNoAnswer(error) ? readFromList(provisioning, serviceId) : undefined;
  }
}

/**
 * A server that does not answer for one service, or not to this key, may list all of them. Services that are followed
 * together share one list.
 */
async function readFromList(
  { submission, context }: ProvisioningRequest,
  serviceId: string,
): Promise<ReportedService | undefined> {
  try {
    const services = await context.servicesSince(submission.connection, context.now());
    // A new service may be listed late.
    const service = services.find(({ id }) => id === serviceId);
    return service && reportOf(service);
  } catch (error) {
    return isNoAnswer(error) ? unreported : undefined;
  }
}

function reportOf(service: Service): ReportedService {
  return { state: service.state ?? ownStates.unreported, endpoints: endpointsOf(service) };
}

/** True if this cloud will never answer, or not to this key; false for a temporary failure. Rethrows bugs. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof AppError) || error.kind === "bug") throw error;
  return error.kind === "missing" || error.kind === "forbidden";
}

const followedForMs = 30 * minuteMs;
const soonMs = 2_000;
const laterMs = 10_000;
/** Showing the password wakes this job at once. This wait is for a process that died right after showing it. */
const rarelyMs = 10 * minuteMs;
/** Reads in 10 s of all followed services together, at most two requests each. People need the rest of the quota. */
const readsPer10Seconds = 3;

/**
 * Takes one step to keep the announcement equal to the service's state, with the password's button while it waits.
 * After 15 minutes the creator gets the button in direct messages. Following ends when no password waits, and the
 * service runs, has failed or was followed for half an hour.
 */
async function follow(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<Step> {
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
  if (!progress.silent && isWorthTelling(progress)) {
    await tellInThread(provisioning, progress);
    return "next";
  }
  if (!progress.silent && isFollowed(progress, now) && (await readState(provisioning, progress)))
    return "next";
  return waitFor(progress, now);
}

/** True once the announcement says how it ended, and its thread does not. A cloud without states has no news. */
function isWorthTelling({ announced = "", told }: CreatedProgress): boolean {
  return told === false && isFinal(announced) && announced !== ownStates.unreported;
}

/** True while the cloud may have news. A running service may get its endpoints later. */
function isFollowed(progress: CreatedProgress, now: Date): boolean {
  const { announced = "", endpoints } = progress;
  if (!isFinal(announced)) return true;
  const isNamed = endpoints.some(({ host }) => host);
  return formatState(announced).outcome === "running" && !isNamed && ageMs(progress, now) < followedForMs;
}

/** Reads and saves what the cloud reports; true if that is news. */
async function readState(provisioning: ProvisioningRequest, progress: CreatedProgress): Promise<boolean> {
  const { requestId, context } = provisioning;
  await context.requestQuota("following", readsPer10Seconds).take();
  const reported = await readService(provisioning, progress.serviceId);
  const isLate = ageMs(progress, context.now()) > followedForMs;
  const state = reported?.state ?? progress.announced ?? "";
  const announced = isLate && !isFinal(state) ? ownStates.slow : state;
  const endpoints = reported && reported.endpoints.length > 0 ? reported.endpoints : progress.endpoints;
  const isNews =
    announced !== progress.announced || JSON.stringify(endpoints) !== JSON.stringify(progress.endpoints);
  if (isNews) await context.created.change(requestId, (now) => ({ ...now, announced, endpoints }));
  return isNews;
}

/** Waits for the next read of the state, the next try to write the password, or the password's end. */
function waitFor(progress: CreatedProgress, now: Date): Step {
  const { password, passwordNotice, silent } = progress;
  const waitsMs = [
    ...(!silent && isFollowed(progress, now) ? [ageMs(progress, now) < minuteMs ? soonMs : laterMs] : []),
    ...(password.fate === "sealed" ? [leftMs(progress, now), passwordNotice ? rarelyMs : laterMs] : []),
    ...(password.fate === "writing" ? [writeWaitMs(password, now)] : []),
  ];
  return waitsMs.length === 0 ? "done" : { againInMs: Math.min(...waitsMs) };
}

/** Milliseconds until the creator gets a notice of the password, or after the notice, until the password is gone. */
function leftMs(progress: CreatedProgress, now: Date): number {
  return (passwordGoneAt(progress) ?? passwordNoticeAt(progress)).getTime() - now.getTime();
}

function ageMs({ createdAt }: CreatedProgress, now: Date): number {
  return now.getTime() - Date.parse(createdAt);
}

/** Redraws the announcement. It stays silent from then on if the message or its channel was deleted. */
async function redrawAnnouncement(
  provisioning: ProvisioningRequest,
  { message: messageRef, ...progress }: CreatedProgress,
): Promise<void> {
  const { requestId, context } = provisioning;
  const message = announcement(provisioning, progress);
  const isRedrawn = messageRef && (await redraw(context.messenger, messageRef, message));
  await context.created.change(requestId, (now) => ({
    ...now,
    drawn: hashJson(message),
    silent: !isRedrawn,
  }));
}

/**
 * Sends the creator the password's button in direct messages, for one look within 24 hours. A creator who cannot be
 * reached has the same time for the button in the announcement.
 */
async function sendPasswordNotice(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<void> {
  const { requestId, submission, context } = provisioning;
  if (!(await context.passwords.keepLonger(requestId))) return expirePassword(provisioning);
  const at = context.now().toISOString();
  const message = noticeOf(requestId, { ...progress, passwordNotice: { at, drawn: "" } });
  const key = `password:${requestId}`;
  const messageRef = await tellDirectly({ key, userId: submission.userId, reply: message }, context);
  const passwordNotice = { at, drawn: hashJson(message), messageRef };
  await context.created.change(requestId, (now) => ({ ...now, passwordNotice, creatorNotified: true }));
}

/**
 * Drops a password that its creator did not see in time; changes nothing if they did meanwhile. Without a notice that can
 * say so, admins hear it.
 */
async function expirePassword(provisioning: ProvisioningRequest): Promise<void> {
  const { requestId, submission, context } = provisioning;
  const dropped = await context.created.change(requestId, expired, { dropPassword: true });
  if (dropped.password.fate !== "expired" || dropped.passwordNotice?.messageRef) return;
  const notice = { key: `password-lapsed:${requestId}`, userId: submission.userId };
  await tellDirectly({ ...notice, reply: noticeOf(requestId, dropped) }, context);
}

function expired(progress: CreatedProgress): CreatedProgress {
  return progress.password.fate === "sealed" ? { ...progress, password: { fate: "expired" } } : progress;
}

/** Redraws the notice for the password's fate; false if it is up to date, or there is none. */
async function redrawPasswordNotice(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<boolean> {
  const { requestId, submission, context } = provisioning;
  const { messageRef, drawn } = progress.passwordNotice ?? {};
  if (!messageRef) return false;
  const message = noticeOf(requestId, progress);
  const next = hashJson(message);
  if (next === drawn) return false;
  const isShown = await redraw(context.messenger, messageRef, message);
  if (!isShown && progress.password.fate === "expired") {
    const notice = { key: `password-lapsed:${requestId}`, userId: submission.userId };
    await tellDirectly({ ...notice, reply: message }, context);
  }
  await context.created.change(requestId, ({ passwordNotice, ...now }) => ({
    ...now,
    ...(passwordNotice ? { passwordNotice: { ...passwordNotice, drawn: next } } : {}),
  }));
  return true;
}

function noticeOf(requestId: string, progress: CreatedProgress): Reply {
  const text = createdText(progress);
  const isWaiting = progress.password.fate === "sealed";
  return reply(text, [section(text), ...(isWaiting ? [actions([showPasswordButton(requestId)])] : [])]);
}
