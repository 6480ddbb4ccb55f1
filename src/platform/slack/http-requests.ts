import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { z } from "zod";
import { minuteMs } from "../../lib/duration.ts";
import { windowCounts } from "../../lib/window-counts.ts";
import type { Metrics } from "../../lib/metrics.ts";
import { slackClockToleranceMs } from "../../lib/clock.ts";
import { type BodyQuota, announcesMore, readBody } from "../http/read-body.ts";
import { createHmac } from "node:crypto";
import * as texts from "./texts.ts";
import { isEqualInConstantTime } from "../../lib/hash.ts";

/** A request's signature, in two headers, and its body. */
interface Signed {
  signature: string;
  timestamp: string;
  body: Buffer;
}

const signatureForm = /^v0=([0-9a-f]{64})$/;

/**
 * True if Slack signed a request with our secret. The caller checks its age. Bolt's own check computes two more
 * HMACs, which together take a sixth of an acknowledgement.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function isSignedBySlack({ signature, timestamp, body }: Signed, signingSecret: string): boolean {
  const [, hex] = signatureForm.exec(signature) ?? [];
  // Everyone knows an empty secret.
  if (hex === undefined || signingSecret === "") return false;
  const ours = createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body).digest();
  return isEqualInConstantTime(ours, Buffer.from(hex, "hex"));
}

// Slack's largest requests (a modal of 100 blocks with its state) are well below this.
const bodyLimitBytes = 1024 * 1024;
/** Slack checks our certificate with a request of some hundred bytes, which may be unsigned. */
const sslCheckLimitBytes = 2_048;

const formType = "application/x-www-form-urlencoded";

interface Options {
  signingSecret: string;
  /** Takes authentic requests with their body in `rawBody`. */
  receive: RequestListener;
  quota: BodyQuota;
  /** True for the first request with a signature. Never fails. */
  isFirst: (signature: string) => Promise<boolean>;
  /** How many requests of one person in a minute are taken. More are answered, and nothing is done. */
  mostPerMinute?: number;
  metrics?: Pick<Metrics, "notAcknowledged">;
  now: () => Date;
  log: Logger;
}

/** When a request came, by the monotonic clock. Undefined for one that did not come through `slackRequests`. */
export function cameMsOf(request: IncomingMessage): number | undefined {
  return "cameMs" in request ? Number(request.cameMs) : undefined;
}

/**
 * Passes requests to Bolt that Slack signed within 5 minutes of now. Otherwise responds 401, 413 or 400, and 503
 * while too many bytes arrive. A request without Slack's kind of signature is refused before its body is read.
 */
export function slackRequests({
  signingSecret,
  receive,
  quota,
  isFirst,
  mostPerMinute = Infinity,
  metrics,
  now,
  log,
}: Options): RequestListener {
  const countOf = windowCounts({ windowMs: minuteMs, mostKeys: 10_000, nowMs: () => performance.now() });
  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      log.info({ err: error }, "a request to /slack/events ended early");
      response.destroy();
    });
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cameMs = performance.now();
    if (request.method !== "POST") return refuse(response, 405, texts.requests.notPost);
    if (announcesMore(request, bodyLimitBytes)) return refuse(response, 413, texts.requests.tooLarge);
    if (!isSignedLately(request)) {
      if (!(await isSslCheck(request, quota))) return refuse(response, 401, notSigned);
      return void response.writeHead(200).end();
    }
    const body = await readBody(request, bodyLimitBytes, quota);
    if (body === "too large") return refuse(response, 413, texts.requests.tooLarge);
    if (body === "busy") {
      metrics?.notAcknowledged("other");
      return refuse(response, 503, texts.requests.busy);
    }
    if (!isAuthentic(request, body)) return refuse(response, 401, notSigned);
    const read = readRequest(request, body);
    if (!read) return refuse(response, 400, texts.requests.unreadable);
    // What follows writes, before it is known what the person wants.
    const { person } = read;
    if (person !== undefined && countOf(person).count > mostPerMinute)
      return void response.writeHead(200).end();
    // Slack repeats an event until it is answered, but sends a form once, so a repeated form is a replay.
    const isForm = request.headers["content-type"] === formType;
    if (isForm && !(await isFirst(String(request.headers["x-slack-signature"]))))
      return void response.writeHead(200).end();
    receive(Object.assign(request, { rawBody: body, cameMs }), response);
  }

  /** By its headers only. */
  function isSignedLately({ headers }: IncomingMessage): boolean {
    if (!signatureForm.test(String(headers["x-slack-signature"]))) return false;
    const timestamp = String(headers["x-slack-request-timestamp"]);
    // NaN passes no comparison. https://docs.slack.dev/authentication/verifying-requests-from-slack: refuse replays
    // after 5 minutes.
    return Math.abs(now().getTime() - Number(timestamp) * 1_000) <= slackClockToleranceMs;
  }

  function isAuthentic({ headers }: IncomingMessage, body: Buffer): boolean {
    const timestamp = String(headers["x-slack-request-timestamp"]);
    const signature = String(headers["x-slack-signature"]);
    return isSignedBySlack({ signature, timestamp, body }, signingSecret);
  }
}

const notSigned = texts.requests.notSigned;

/** True for Slack's check of our certificate: a small unsigned form that says so. */
async function isSslCheck(request: IncomingMessage, quota: BodyQuota): Promise<boolean> {
  const { "x-slack-signature": signature, "content-type": type = "" } = request.headers;
  if (signature !== undefined || !type.toLowerCase().startsWith(formType)) return false;
  const body = await readBody(request, sslCheckLimitBytes, quota);
  return typeof body !== "string" && new URLSearchParams(body.toString()).get("ssl_check") === "1";
}

/**
 * Who sent a request. Undefined if Bolt couldn't read it: it needs the form's content type without parameters, and fails
 * on JSON that is not an object.
 */
function readRequest({ headers }: IncomingMessage, body: Buffer): { person: string | undefined } | undefined {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  headers["content-type"] = type.trim().toLowerCase();
  if (headers["content-type"] !== formType) return personIn(body.toString());
  const form = new URLSearchParams(body.toString());
  const payload = form.get("payload");
  if (payload !== null) return personIn(payload);
  return { person: [form.get("team_id"), form.get("user_id")].join(" ") };
}

const From = z.object({
  team: z.object({ id: z.string() }).nullish(),
  user: z.object({ id: z.string() }).nullish(),
  team_id: z.string().nullish(),
  event: z.object({ user: z.string() }).nullish(),
});

function personIn(text: string): { person: string | undefined } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { team, user, team_id, event } = From.safeParse(value).data ?? {};
    const userId = user?.id ?? event?.user;
    return { person: userId === undefined ? undefined : [team?.id ?? team_id, userId].join(" ") };
  } catch {
    // The caller responds 400.
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  const own = status === 405 ? { allow: "POST" } : status === 503 ? { "retry-after": "1" } : {};
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close", ...own });
  response.end(`${reason}\n`);
}
