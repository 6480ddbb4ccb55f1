import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { AppError } from "../../lib/errors.ts";
import { clockOf, stopwatch } from "../../lib/clock.ts";
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
  /** For reads: an answer that is at most this old will do. Unused by a client without `keptReads`. */
  freshForMs?: number | undefined;
}

/** The parts that all calls of one client share. */
export interface CallContext {
  connection: CloudConnection;
  /** Called for each call, so a changed secret counts at once. */
  credentials: () => Promise<CloudCredentials>;
  /** Called once in a call that was refused with 401. The call goes on if these differ. */
  renewedCredentials?: () => Promise<CloudCredentials>;
  requestQuota?: RequestQuota;
  log?: CloudLog;
  random: () => number;
  /** Unix time in milliseconds, by this process's own clock. */
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

interface Waiting extends CallContext {
  /** Aborted by the caller. */
  cancel: AbortSignal | undefined;
  request: Outgoing;
  departure: Departure | undefined;
  signal: AbortSignal;
  deadlineMs: number;
  /** How long the call has taken, by the clock that went further. */
  elapsedMs: () => number;
  failureContext: FailureContext;
}

interface Running extends Waiting {
  authorization: string;
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
    if (running.departure) await inTime(running, running.departure.pass());
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
  call: CallContext,
  request: Outgoing,
  { departure, signal: cancel }: CallOptions,
): Promise<Running> {
  const { connection, limits, now, monotonicMs } = call;
  const timeout = AbortSignal.timeout(limits.callTimeoutMs);
  const waiting: Waiting = {
    ...call,
    request,
    departure,
    cancel,
    signal: cancel ? AbortSignal.any([timeout, cancel]) : timeout,
    deadlineMs: now() + limits.callTimeoutMs,
    elapsedMs: stopwatch(clockOf(() => new Date(now()), monotonicMs)),
    failureContext: { connection, request, redact: (text) => text },
  };
  return withCredentials(waiting, await inTime(waiting, call.credentials()));
}

function isTooLate({ departure, elapsedMs, limits }: Running): boolean {
  return elapsedMs() >= limits.callTimeoutMs || (departure?.isTooLate() ?? false);
}

function withCredentials(waiting: Waiting, credentials: CloudCredentials): Running {
  const header = authorization(credentials);
  const redact = redactor(credentials, header, waiting.request.body);
  return { ...waiting, authorization: header, failureContext: { ...waiting.failureContext, redact } };
}

function isRefused(outcome: Answer | Lost): boolean {
  return "status" in outcome && outcome.status === 401;
}

/**
 * The call with the stored credentials, if the server refused the cached ones and the stored ones differ. The refused
 * request did nothing.
 */
async function renewedAfter(running: Running, outcome: Answer | Lost): Promise<Running | undefined> {
  const { renewedCredentials } = running;
  if (!isRefused(outcome) || !renewedCredentials) return undefined;
  const renewed = withCredentials(running, await inTime(running, renewedCredentials()));
  return renewed.authorization === running.authorization ? undefined : renewed;
}

// Waiting for the quota is safe for every method, because nothing was sent yet.
async function takeQuota(running: Running): Promise<void> {
  const { requestQuota, signal, deadlineMs, now } = running;
  if (!requestQuota) return;
  for (;;) {
    try {
      return await inTime(running, requestQuota.take(signal));
    } catch (error) {
      const waitMs = error instanceof AppError ? error.retryAfterMs : undefined;
      if (waitMs === undefined || waitMs >= deadlineMs - now()) throw error;
      await inTime(running, sleep(waitMs));
    }
  }
}

async function heed(running: Running, outcome: Answer | Lost): Promise<void> {
  if (!("status" in outcome)) return;
  const { requestQuota, now, log, request } = running;
  const { operation, callId } = request;
  log?.debug({ operation, callId, status: outcome.status }, "The cloud answered");
  const waitMs = serverWaitMs(outcome, now());
  if (!waitMs || !requestQuota) return;
  try {
    await inTime(running, requestQuota.pause(waitMs));
  } catch (error) {
    // The answer is here: a new service and its password must not be lost because the quota cannot be reached.
    const reason = error instanceof Error ? error.message : "not an error object";
    log?.warn({ operation, waitMs, reason }, "couldn't share the cloud's retry delay");
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
  log?.warn({ operation, attempt, waitMs, ...ids }, "cloud call failed; trying again");
  await inTime(running, sleep(waitMs));
}

function failureOf(running: Running, outcome: Answer | Lost): AppError {
  const { failureContext, signal, now } = running;
  if ("status" in outcome) return refusal(outcome, now(), failureContext);
  // Our own guard refused the connection, in words for people.
  if (outcome.error instanceof AppError) return outcome.error;
  if (outcome.error instanceof TooLateToLeave) return heldBack(failureContext);
  return signal.aborted ? late(running, outcome.departed) : noAnswer(outcome, failureContext);
}

/** The result of the work. Fails if the call is cancelled or its time is over first. */
function inTime<T>(waiting: Waiting, work: Promise<T>): Promise<T> {
  return untilAborted(waiting.signal, work, () => late(waiting));
}

function late({ limits, cancel, failureContext }: Waiting, departed = false): AppError {
  if (cancel?.aborted) return cancelled(departed, failureContext);
  return tooLate(limits.callTimeoutMs / 1_000, departed, failureContext);
}
