import { AppError, type ErrorKind } from "../../lib/errors.ts";
import { humanBytes } from "../../lib/text.ts";
import { type CloudConnection, type DeploymentWords, deploymentWords } from "./connection.ts";
import { isTooLarge } from "./transport/answer-text.ts";
import { type Answer, type Lost, defaultCallLimits } from "./transport/exchange.ts";
import type { Outgoing } from "./transport/outgoing.ts";
import { type Redact, safeCause } from "./transport/credentials.ts";
import { serverWaitMs } from "./transport/retry.ts";
import { type ServerWords, serverWords } from "./transport/server-text.ts";

/** The context of a failure's message. */
export interface FailureContext {
  connection: CloudConnection;
  request: Outgoing;
  redact: Redact;
}

const kindByStatus: Readonly<Record<number, ErrorKind>> = {
  401: "auth",
  402: "forbidden",
  403: "forbidden",
  404: "missing",
  405: "missing",
  408: "upstream",
  409: "conflict",
  410: "missing",
  425: "upstream",
  429: "limited",
};

/** The AppError for an answer that is not a success. */
export function refusal(answer: Answer, nowMs: number, context: FailureContext): AppError {
  const { connection, request, redact } = context;
  const { status } = answer;
  const said = serverWords(answer, request.fieldNames, redact);
  const kind = kindByStatus[status] ?? (status >= 400 && status < 500 ? "user" : "upstream");
  const unserved = isUnserved(answer, said);
  const outcomeUnknown = request.method !== "GET" && mayBeDone(status);
  const retryAfterMs = serverWaitMs(answer, nowMs);
  const told = { ...deploymentWords(connection), said, status, retryAfterMs, outcomeUnknown };
  const message = (unserved ? unservedSentence : sentences[kind])(told);
  return new AppError(kind, message, {
    operation: request.operation,
    requestId: said.requestId,
    retryAfterMs,
    field: kind === "user" ? said.field : undefined,
    outcomeUnknown,
    // A gateway answers for a server that may still be at work.
    answered: !gatewayStatuses.has(status),
    happened: unserved ? undefined : happenedOf(kind, told),
    unserved,
  });
}

const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

/** A server error may come after the work was done. Only these two statuses say that it was never begun. */
function mayBeDone(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 505;
}

/** The AppError for a call without a complete answer. */
export function noAnswer(lost: Lost, context: FailureContext): AppError {
  const { server, addressSetting } = deploymentWords(context.connection);
  const outcomeUnknown = lost.departed && context.request.method !== "GET";
  const isTooLong = isTooLarge(lost.error);
  const advice = isTooLong
    ? "Trying again does not help: ask for less at once, or tell an admin."
    : lost.departed
      ? "Try again in a minute."
      : `Nothing was done. Try again in a minute; if it stays so, ask an admin to check ${addressSetting}.`;
  const what = isTooLong
    ? `${server}'s answer was too large: I read ${humanBytes(defaultCallLimits.answerSizeInBytes)} at most.`
    : lost.departed
      ? `${server}'s answer did not arrive.`
      : `${server} cannot be reached.`;
  return new AppError("upstream", `${what} ${outcomeUnknown ? checkFirst : advice}`, {
    operation: context.request.operation,
    requestId: lost.departed ? context.request.callId : undefined,
    outcomeUnknown,
    happened: what,
    cause: safeCause(lost.error, context.redact),
  });
}

/** The AppError for a call that took too long; `departed` is true if the request had left. */
export function tooLate(
  seconds: number,
  departed: boolean,
  { connection, request }: FailureContext,
): AppError {
  const outcomeUnknown = departed && request.method !== "GET";
  const { server } = deploymentWords(connection);
  const advice = outcomeUnknown ? checkFirst : "Try again in a minute.";
  const what = `${server} did not answer within ${seconds} seconds.`;
  return new AppError("upstream", `${what} ${advice}`, {
    operation: request.operation,
    requestId: departed ? request.callId : undefined,
    outcomeUnknown,
    happened: what,
  });
}

/** The AppError for a call that its caller cancelled; `departed` is true if the request had left. */
export function cancelled(departed: boolean, { request }: FailureContext): AppError {
  const outcomeUnknown = departed && request.method !== "GET";
  const what = "The call was given up before an answer came.";
  return new AppError("upstream", `${what} ${outcomeUnknown ? checkFirst : "Nothing was done."}`, {
    operation: request.operation,
    requestId: departed ? request.callId : undefined,
    outcomeUnknown,
    happened: what,
  });
}

/** The AppError for a request that was held back right before it left, because its time was over. */
export function heldBack({ connection, request }: FailureContext): AppError {
  const { server } = deploymentWords(connection);
  const what = `The request could not leave for ${server.replace(/^The /, "the ")} in time, so it was not sent.`;
  return new AppError("upstream", `${what} Try again.`, { operation: request.operation, happened: what });
}

/** The AppError for a success that cannot be read; `why` must hold no value from the answer. */
export function unreadable(why: string, requestId: string | undefined, context: FailureContext): AppError {
  const { server } = deploymentWords(context.connection);
  const outcomeUnknown = context.request.method !== "GET";
  const advice = outcomeUnknown ? checkFirst : "Try again in a minute; if it stays so, tell an admin.";
  const what = `${server} sent an answer that cannot be understood.`;
  return new AppError("upstream", `${what} ${advice}`, {
    operation: context.request.operation,
    requestId,
    outcomeUnknown,
    succeeded: true,
    happened: what,
    cause: new Error(context.redact(why)),
  });
}

const checkFirst = "It may have been done all the same: look before you try again.";

interface Told extends DeploymentWords {
  said: ServerWords;
  status: number;
  retryAfterMs: number | undefined;
  outcomeUnknown: boolean;
}

const sentences: Readonly<Record<ErrorKind, (told: Told) => string>> = {
  auth: ({ server, key, keySettings }) =>
    `${server} refused the ${key} (401). Ask an admin to check ${keySettings}.`,
  forbidden: ({ server, key, said, status }) =>
    `${server} does not allow this to the ${key} (${status})${quoted(said)}. Ask an admin for a ${key} that may do it.`,
  missing: ({ server, said, status }) =>
    `${server} does not find it (${status})${quoted(said)}. Check the id: it may have been deleted.`,
  conflict: ({ server, said }) =>
    `${server} says that something else came first (409)${quoted(said)}. Look how it is now, then try again.`,
  limited: ({ retryAfterMs, ...told }) => `${noTime(told)} Try again in ${waitText(retryAfterMs)}.`,
  user: ({ server, said, status }) => `${server} did not accept this (${status})${quoted(said)}.`,
  upstream: ({ server, status, outcomeUnknown, addressSetting }) => {
    if (status < 400) {
      return `${server} sent us to another address (${status}). Ask an admin to check ${addressSetting}.`;
    }
    const advice = outcomeUnknown ? checkFirst : "Try again in a minute.";
    return `${ownProblem({ server, status })} ${advice}`;
  },
  bug: ({ server, status }) => `${server} answered ${status}.`,
};

/** What happened, for failures that may pass by themselves. */
function happenedOf(kind: ErrorKind, told: Told): string | undefined {
  if (kind === "limited") return noTime(told);
  return kind === "upstream" && told.status >= 400 ? ownProblem(told) : undefined;
}

function noTime({ server }: Pick<Told, "server">): string {
  return `${server} takes no more requests just now (429).`;
}

function ownProblem({ server, status }: Pick<Told, "server" | "status">): string {
  return `${server} has a problem of its own (${status}).`;
}

function unservedSentence({ server, status, addressSetting }: Told): string {
  return `${server} does not offer this (${status}). If it should, ask an admin to check ${addressSetting}.`;
}

// A 404 in HTML, or in the words of a router, is about the route. Any other is about the resource.
function isUnserved({ status, text }: Answer, { html }: ServerWords): boolean {
  if (status === 405 || status === 501) return true;
  return status === 404 && (html || /^\s*Cannot (GET|POST|PUT|DELETE) /.test(text));
}

function quoted({ words }: ServerWords): string {
  return words === undefined ? "" : `: ${words.replace(/[.!\s]+$/, "")}`;
}

function waitText(ms: number | undefined): string {
  if (ms === undefined) return "a minute";
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}
