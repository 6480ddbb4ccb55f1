import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { memoize } from "../../../lib/cache.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import { type BodyQuota, announcesMore, readBody } from "../../../platform/http/read-body.ts";
import type { ListenerParts, PathListener } from "../../../platform/http/web.ts";
import { redisTrouble } from "../../../platform/redis/errors.ts";
import type { HookPart } from "../context.ts";
import { hooks } from "../hooks/hooks.ts";
import { inboxSignal } from "../workers.ts";
import type { AcceptLimits } from "./inbox-scripts.ts";
import { inbox } from "./inbox.ts";
import { type Receipt, type Receive, receiver, retryWhenFullMs } from "./receive.ts";

/** The listener for deliveries to hooks that have these parts. `acceptLimits` are the operator's limits. */
export function hookListener(hookParts: readonly HookPart[]) {
  return ({
    redis,
    acceptLimits,
    sealerOf,
    signalOf,
    isStoreNearlyFull,
    metrics,
    tracing,
    bodyQuota: quota,
    deliveryFailed,
    now,
    log,
  }: ListenerParts & { acceptLimits: Partial<AcceptLimits> }): PathListener => {
    const receive = receiver({
      hooksOf: (workspaceId) => hooks(redis, workspaceId, hookParts),
      inboxOf: memoize((workspaceId) => inbox(redis, workspaceId, acceptLimits)),
      sealerOf,
      hookParts,
      notify: signalOf(inboxSignal).notify,
      isStoreNearlyFull,
      metrics,
      tracing,
      now,
      log,
    });
    return {
      path: "/hooks/",
      listener: hookRequests({ receive, metrics, tracing, quota, deliveryFailed, log }),
    };
  };
}

// Ten times the largest body of the senders that we know.
const bodyLimitBytes = 256 * 1024;

/** The outcome of a request; "store_away" if Redis can't be reached. */
type Outcome = Receipt | { outcome: "store_away" };

const oursToBlame: ReadonlySet<Outcome["outcome"]> = new Set(["store_away", "store_full", "busy"]);

interface Options {
  receive: Receive;
  metrics: Pick<Metrics, "hookRequest">;
  tracing?: Tracing;
  quota: BodyQuota;
  /** Called after a delivery that was refused for a reason of our own. */
  deliveryFailed: () => void;
  log: Logger;
}

// The answers to senders, as plain text in JSON.

const tooLarge = "The body is larger than 256 KB.";
const onlyPost = "Use POST.";
// The same for a wrong secret and for a missing hook, so it does not reveal which hooks exist.
export const unauthorized = "Unknown hook, or wrong secret.";
const limited = (isHook: boolean, isEvents: boolean, seconds: number) =>
  `${isHook ? "This hook" : "This workspace"} is over its limit of ${isEvents ? "alerts" : "bytes"} a minute. Nothing was accepted. Try again in ${seconds} s.`;
export const storeFull = (seconds: number) =>
  `Quartermaster's storage is nearly full. Nothing was accepted. Try again in ${seconds} s.`;
const storeAway = "Nothing was accepted. Try again in a second.";
const busy = "Too many alerts right now. Nothing was accepted. Try again in a second.";

/** Answers deliveries within milliseconds: 202 if the alerts are stored, 503 if the sender is to try again. */
export function hookRequests({
  receive,
  metrics,
  tracing = noTracing,
  quota,
  deliveryFailed,
  log,
}: Options): RequestListener {
  return (request, response) => {
    if (request.method === "POST") void traced(request, response);
    else send(response, refused(405, onlyPost, { allow: "POST" }));
  };

  function traced(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { traceparent: foreignParent } = request.headers;
    return tracing.begin("alerts.receive", {}, { foreignParent }, () => handle(request, response));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAtMs = performance.now();
    const receipt = await receiptOf(request);
    if (receipt === "broken off") return void response.destroy();
    if (oursToBlame.has(receipt.outcome)) deliveryFailed();
    const answer = answerTo(receipt);
    send(response, answer);
    tracing.note({ "qm.outcome": receipt.outcome, "http.response.status_code": answer.status });
    if (receipt.outcome === "probed") return;
    metrics.hookRequest(receipt.outcome, (performance.now() - startedAtMs) / 1_000);
  }

  async function receiptOf(request: IncomingMessage): Promise<Outcome | "broken off"> {
    try {
      // The address may hold a secret, so it must not get into a log or an answer.
      const [, hookId = "", secret = ""] = /^\/hooks\/([^/?]*)\/?([^?]*)/.exec(request.url ?? "") ?? [];
      if (announcesMore(request, bodyLimitBytes)) return { outcome: "too_large" };
      const body = () => readBody(request, bodyLimitBytes, quota);
      return await receive({ hookId, pathSecret: decoded(secret), headers: request.headers, body });
    } catch (error) {
      if (request.readableAborted) return "broken off";
      tracing.failed(error);
      // The Redis connection logs its own trouble.
      if (!isAppError(error, "upstream")) log.error({ err: error }, "couldn't accept an alert");
      return redisTrouble(error) === "full"
        ? { outcome: "store_full", retryAfterSeconds: retryWhenFullMs / 1_000 }
        : { outcome: "store_away" };
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not valid percent-encoding, so it is not a secret of ours. It is refused like any wrong one.
    return text;
  }
}

interface Answer {
  status: number;
  body: Record<string, string | number>;
  headers?: Record<string, string>;
}

function answerTo(receipt: Outcome): Answer {
  switch (receipt.outcome) {
    case "unauthorized":
      return {
        status: 401,
        body: { status: "unauthorized", reason: unauthorized },
        headers: { "www-authenticate": "Bearer" },
      };
    case "too_large":
      return refused(413, tooLarge);
    case "limited": {
      const { reason, retryAfterSeconds } = receipt;
      const isHook = reason.startsWith("hook");
      return {
        status: 429,
        body: {
          status: "limited",
          reason: limited(isHook, reason.endsWith("events"), retryAfterSeconds),
        },
        headers: { "retry-after": String(retryAfterSeconds) },
      };
    }
    case "store_full":
      return unavailable(storeFull(receipt.retryAfterSeconds), receipt.retryAfterSeconds);
    case "store_away":
      return unavailable(storeAway, 1);
    case "busy":
      return unavailable(busy, 1);
    case "probed":
      return { status: 200, body: { status: "probed" } };
    default: {
      const { outcome, accepted, duplicates } = receipt;
      const status = outcome === "paused" ? "paused" : "accepted";
      return { status: 202, body: { status, accepted, duplicates } };
    }
  }
}

function refused(status: number, reason: string, headers?: Answer["headers"]): Answer {
  return { status, body: { status: "refused", reason }, headers };
}

function unavailable(reason: string, retryAfterSeconds: number): Answer {
  return {
    status: 503,
    body: { status: "unavailable", reason },
    headers: { "retry-after": String(retryAfterSeconds) },
  };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
