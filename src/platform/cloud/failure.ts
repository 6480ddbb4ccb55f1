import { AppError, type AppErrorDetails, type ErrorKind } from "../../lib/errors.ts";
import { humanBytes } from "../../lib/text.ts";
import { type CloudConnection, type DeploymentWords, deploymentWords } from "./connection.ts";
import { type Answer, type Lost, defaultCallLimits, isTooLarge } from "./transport/exchange.ts";
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
  const facts = { ...deploymentWords(connection), said, status, retryAfterMs, outcomeUnknown };
  const [happened, advice] = (unserved ? unservedSentences : sentences[kind])(facts);
  return new AppError(kind, `${happened} ${advice}`.trim(), {
    operation: request.operation,
    requestId: said.requestId,
    retryAfterMs,
    field: kind === "user" ? said.field : undefined,
    outcomeUnknown,
    // A gateway answers for a server that may still be at work.
    answered: !gatewayStatuses.has(status),
    happened,
    unserved,
  });
}

const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

/** A server error may come after the work was done. Only these two statuses say that it was never begun. */
function mayBeDone(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 505;
}

/** The AppError for a call without a complete answer. */
export function noAnswer({ departed, error }: Lost, context: FailureContext): AppError {
  const { server, addressSetting } = deploymentWords(context.connection);
  const cause = safeCause(error, context.redact);
  if (isTooLarge(error)) {
    const what = `${server}'s answer was too large: I read at most ${humanBytes(defaultCallLimits.answerSizeInBytes)}.`;
    const advice = "Trying again won't help: ask for less at once, or tell an admin.";
    return unanswered(context, { what, advice, departed }, { cause });
  }
  const what = departed ? `${server}'s answer didn't arrive.` : `Couldn't reach ${midSentence(server)}.`;
  const advice = departed
    ? tryLater
    : `Nothing was done. Try again in a minute; if it happens again, ask an admin to check ${addressSetting}.`;
  return unanswered(context, { what, advice, departed }, { cause });
}

/** The AppError for a call that took too long; `departed` is true if the request had left. */
export function tooLate(seconds: number, departed: boolean, context: FailureContext): AppError {
  const what = `${deploymentWords(context.connection).server} didn't answer within ${seconds} seconds.`;
  return unanswered(context, { what, advice: tryLater, departed });
}

/** The AppError for a call that its caller cancelled; `departed` is true if the request had left. */
export function cancelled(departed: boolean, context: FailureContext): AppError {
  const what = "The call ended before an answer came.";
  return unanswered(context, { what, advice: "Nothing was done.", departed });
}

/** The AppError for a request that was held back right before it left, because its time was over. */
export function heldBack(context: FailureContext): AppError {
  const server = midSentence(deploymentWords(context.connection).server);
  const what = `The request couldn't leave for ${server} in time, so it wasn't sent.`;
  return unanswered(context, { what, advice: "Try again.", departed: false });
}

/** The AppError for a success that cannot be read; `why` must hold no value from the answer. */
export function unreadable(why: string, requestId: string | undefined, context: FailureContext): AppError {
  const what = `${deploymentWords(context.connection).server} sent an answer that I can't read.`;
  const advice = "Try again in a minute; if it happens again, tell an admin.";
  const cause = new Error(context.redact(why));
  return unanswered(context, { what, advice, departed: true }, { requestId, succeeded: true, cause });
}

/** The AppError for a success that is a web page, as of a console or a login. */
export function webPage(requestId: string | undefined, context: FailureContext): AppError {
  const { server, addressSetting } = deploymentWords(context.connection);
  const what = `${server} answered with a web page.`;
  const advice = `Ask an admin to check ${addressSetting}: it isn't the address of an API.`;
  return unanswered(context, { what, advice, departed: true }, { requestId, succeeded: true });
}

interface Unanswered {
  what: string;
  /** The advice if nothing can have been changed. */
  advice: string;
  departed: boolean;
}

function unanswered(
  { request: { operation, method, callId } }: FailureContext,
  { what, advice, departed }: Unanswered,
  details: Pick<AppErrorDetails, "requestId" | "succeeded" | "cause"> = {},
): AppError {
  const outcomeUnknown = departed && method !== "GET";
  return new AppError("upstream", `${what} ${outcomeUnknown ? checkFirst : advice}`, {
    operation,
    requestId: departed ? callId : undefined,
    outcomeUnknown,
    happened: what,
    ...details,
  });
}

function midSentence(server: string): string {
  return server.replace(/^The /, "the ");
}

const tryLater = "Try again in a minute.";
const checkFirst = "It may have worked anyway: check before you try again.";

interface Facts extends DeploymentWords {
  said: ServerWords;
  status: number;
  retryAfterMs: number | undefined;
  outcomeUnknown: boolean;
}

/** What happened, and the advice. */
const sentences: Readonly<Record<ErrorKind, (facts: Facts) => readonly [string, string]>> = {
  auth: ({ server, key, keySettings }) => [
    `${server} refused the ${key} (401).`,
    `Ask an admin to check ${keySettings}.`,
  ],
  forbidden: ({ server, key, said, status }) => [
    `${server} doesn't allow this with the ${key} (${status})${quoted(said)}.`,
    `Ask an admin for a ${key} that can do it.`,
  ],
  missing: ({ server, said, status }) => [
    `${server} can't find it (${status})${quoted(said)}.`,
    "Check the id: it may have been deleted.",
  ],
  conflict: ({ server, said }) => [
    `${server} says that something else changed it first (409)${quoted(said)}.`,
    "Check its current state, then try again.",
  ],
  limited: ({ server, retryAfterMs }) => [
    `${server} takes no more requests right now (429).`,
    `Try again in ${waitText(retryAfterMs)}.`,
  ],
  user: ({ server, said, status }) => [`${server} didn't accept this (${status})${quoted(said)}.`, ""],
  upstream: ({ server, status, outcomeUnknown, addressSetting }) =>
    status < 400
      ? [
          `${server} redirected us to another address (${status}).`,
          `Ask an admin to check ${addressSetting}.`,
        ]
      : [`${server} returned an error (${status}).`, outcomeUnknown ? checkFirst : tryLater],
  bug: ({ server, status }) => [`${server} answered ${status}.`, ""],
};

function unservedSentences({ server, status, addressSetting }: Facts): readonly [string, string] {
  return [
    `${server} doesn't support this (${status}).`,
    `If it should, ask an admin to check ${addressSetting}.`,
  ];
}

// A 404 in HTML, or in the words of a router, is about the route. Any other is about the resource.
function isUnserved({ status, text }: Answer, { html }: ServerWords): boolean {
  if (status === 405 || status === 501) return true;
  return status === 404 && (html || /^\s*Cannot (GET|POST|PUT|PATCH|DELETE) /.test(text));
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
