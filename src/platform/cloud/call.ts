import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { AppError } from "../../lib/errors.ts";
import { stopwatch } from "../../lib/clock.ts";
import { authorization, redactor } from "./transport/credentials.ts";
import type { CloudConnection, CloudCredentials } from "./connection.ts";
import {
  type Answer,
  type CallLimits,
  type Lost,
  TooLateToLeave,
  exchange,
  untilAborted,
} from "./transport/exchange.ts";
import { cancelled, type FailureContext, heldBack, noAnswer, refusal, tooLate } from "./failure.ts";
import type { Outgoing } from "./transport/outgoing.ts";
import { retryWaitMs, serverWaitMs } from "./transport/retry.ts";

/** The requests that one key may still send, shared by all users of the key. */
export interface RequestQuota {
  /** Takes one request: waits for it, or fails as `limited`. */
  take(signal?: AbortSignal): Promise<void>;
  /** Holds all users of the key back for as long as the server asked, in milliseconds. */
  pause(ms: number): Promise<void>;
}

/** The log of the client's calls: names, numbers and statuses, never a body, a header or an address. */
export interface CloudLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The checks that a request passes before it leaves, if it may be sent only once. */
export interface Departure {
  /**
   * The last wait, after the key, the request quota and all other waits. If it fails, nothing is sent and the call
   * fails with the same error.
   */
  pass(): Promise<void>;
  /** Asked right before the first byte is written. True holds the request back. */
  isTooLate(): boolean;
}

/** The options of one call. */
export interface CallOptions {
  departure?: Departure | undefined;
  /** Abort it when the answer is not needed any more: the call then ends at once. */
  signal?: AbortSignal | undefined;
}

/** The parts that all calls of one client share. */
export interface CallContext {
  connection: CloudConnection;
  credentials: () => Promise<CloudCredentials>;
  /** The credentials as they are stored now, for when the server refused the cached ones. */
  renewedCredentials?: () => Promise<CloudCredentials>;
  requestQuota?: RequestQuota;
  log?: CloudLog;
  random: () => number;
  /** Unix time in milliseconds. */
  now: () => number;
  monotonicMs: () => number;
  dispatcher: Dispatcher;
  limits: CallLimits;
}

/** A success, and the context for its failure if it cannot be read. */
export interface Success {
  answer: Answer;
  failureContext: FailureContext;
}

interface Cancelling {
  cancel?: AbortSignal | undefined;
}

interface Running extends CallContext, Cancelling {
  request: Outgoing;
  departure: Departure | undefined;
  signal: AbortSignal;
  deadlineMs: number;
  /** How long the call has taken, by the clock that went further. */
  elapsedMs: () => number;
  authorization: string;
  failureContext: FailureContext;
}

/** Sends a request until it succeeds or must not be repeated, within the time limit of the call. Fails as AppError. */
export async function send(
  context: CallContext,
  request: Outgoing,
  options: CallOptions = {},
): Promise<Success> {
  let running = await start(context, request, options);
  let isRenewed = false;
  for (let attempt = 1; ; attempt += 1) {
    await takeQuota(running);
    await passDeparture(running);
    const outcome = await exchange({ ...running, isTooLate: () => isTooLate(running) });
    await heed(running, outcome);
    if ("status" in outcome && outcome.status >= 200 && outcome.status < 300) {
      return { answer: outcome, failureContext: running.failureContext };
    }
    const renewed = isRenewed ? undefined : await renewedAfter(running, outcome);
    isRenewed ||= isRefused(outcome);
    if (renewed) running = renewed;
    else await waitToRepeat(running, attempt, outcome);
  }
}

async function start(
  usual: CallContext,
  request: Outgoing,
  { departure, signal: cancel }: CallOptions,
): Promise<Running> {
  const context = { ...usual, cancel };
  const { now, monotonicMs } = context;
  const timeout = AbortSignal.timeout(context.limits.callTimeoutMs);
  const signal = cancel ? AbortSignal.any([timeout, cancel]) : timeout;
  const deadlineMs = now() + context.limits.callTimeoutMs;
  const elapsedMs = stopwatch({ now: () => new Date(now()), monotonicMs });
  const untold = { connection: context.connection, request, redact: (text: string) => text };
  const credentials = await untilAborted(signal, context.credentials(), () => late(context, untold));
  const timing = { signal, deadlineMs, elapsedMs };
  return { ...context, request, departure, ...timing, ...opening(credentials, request, untold) };
}

async function passDeparture(running: Running): Promise<void> {
  const { departure, signal, failureContext } = running;
  if (departure) await untilAborted(signal, departure.pass(), () => late(running, failureContext));
}

function isTooLate({ departure, elapsedMs, limits }: Running): boolean {
  return elapsedMs() >= limits.callTimeoutMs || (departure?.isTooLate() ?? false);
}

function opening(credentials: CloudCredentials, request: Outgoing, untold: FailureContext) {
  const header = authorization(credentials);
  const redact = redactor(credentials, header, request.body);
  return { authorization: header, failureContext: { ...untold, redact } };
}

function isRefused(outcome: Answer | Lost): boolean {
  return "status" in outcome && outcome.status === 401;
}

/**
 * The call with the stored credentials, if the server refused the cached ones and the stored ones differ. The refused
 * request did nothing.
 */
async function renewedAfter(running: Running, outcome: Answer | Lost): Promise<Running | undefined> {
  const { renewedCredentials, request, signal, failureContext } = running;
  if (!isRefused(outcome) || !renewedCredentials) return undefined;
  const credentials = await untilAborted(signal, renewedCredentials(), () => late(running, failureContext));
  const renewed = { ...running, ...opening(credentials, request, failureContext) };
  return renewed.authorization === running.authorization ? undefined : renewed;
}

// Waiting for the quota is safe for every method, because nothing was sent yet.
async function takeQuota(running: Running): Promise<void> {
  const { requestQuota, signal, deadlineMs, now } = running;
  if (!requestQuota) return;
  for (;;) {
    try {
      return await untilAborted(signal, requestQuota.take(signal), () =>
        late(running, running.failureContext),
      );
    } catch (error) {
      const waitMs = error instanceof AppError ? error.retryAfterMs : undefined;
      if (waitMs === undefined || waitMs >= deadlineMs - now()) throw error;
      await sleepUnlessLate(running, waitMs);
    }
  }
}

async function heed(running: Running, outcome: Answer | Lost): Promise<void> {
  if (!("status" in outcome)) return;
  const { requestQuota, now, log, signal, request } = running;
  const { operation, callId } = request;
  log?.debug({ operation, callId, status: outcome.status }, "The cloud answered");
  const waitMs = serverWaitMs(outcome, now());
  if (!waitMs || !requestQuota) return;
  try {
    await untilAborted(signal, requestQuota.pause(waitMs), () => late(running, running.failureContext));
  } catch (error) {
    // The answer is here: a new service and its password must not be lost because the quota cannot be reached.
    const reason = error instanceof Error ? error.message : "not an error object";
    log?.warn({ operation: request.operation, waitMs, reason }, "The cloud's wait could not be shared");
  }
}

async function waitToRepeat(running: Running, attempt: number, outcome: Answer | Lost): Promise<void> {
  const { request, deadlineMs, now, random, log } = running;
  const failure = failureOf(running, outcome);
  const remainingMs = running.signal.aborted ? 0 : deadlineMs - now();
  const { method, operation } = request;
  const waitMs = retryWaitMs({ method, attempt, outcome, failure, remainingMs, random });
  if (waitMs === undefined) throw failure;
  const ids = { requestId: failure.requestId, callId: request.callId };
  log?.warn({ operation, attempt, waitMs, ...ids }, "The cloud failed; trying again");
  await sleepUnlessLate(running, waitMs);
}

function failureOf(running: Running, outcome: Answer | Lost): AppError {
  const { failureContext, signal, now } = running;
  if ("status" in outcome) return refusal(outcome, now(), failureContext);
  // Our own guard refused the connection, in words for people.
  if (outcome.error instanceof AppError) return outcome.error;
  if (outcome.error instanceof TooLateToLeave) return heldBack(failureContext);
  return signal.aborted ? late(running, failureContext, outcome.departed) : noAnswer(outcome, failureContext);
}

async function sleepUnlessLate(running: Running, ms: number): Promise<void> {
  await untilAborted(running.signal, sleep(ms), () => late(running, running.failureContext));
}

function late(
  { limits, cancel }: CallContext & Cancelling,
  context: FailureContext,
  departed = false,
): AppError {
  if (cancel?.aborted) return cancelled(departed, context);
  return tooLate(limits.callTimeoutMs / 1_000, departed, context);
}
