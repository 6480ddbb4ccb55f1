import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { slackClockSkewMs } from "../lib/slack-clock.ts";
import { readBody } from "./read-body.ts";
import { isSignedBySlack } from "./slack-signature.ts";

// Slack's largest requests (a modal of 100 blocks with its state) stay well below this.
const bodyLimitBytes = 1024 * 1024;

interface Options {
  signingSecret: string;
  /** Takes what is authentic; the body is on the request as `rawBody`. */
  receive: RequestListener;
  now: () => Date;
  log: Logger;
}

/** Lets through to Bolt what Slack signed within 5 minutes of now, either way: else 401, 413 or 400. */
export function slackRequests({ signingSecret, receive, now, log }: Options): RequestListener {
  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      log.info({ err: error }, "a request to /slack/events broke off");
      response.destroy();
    });
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") return refuse(response, 405, "Only POST is answered here.");
    const body = await readBody(request, bodyLimitBytes);
    if (body === "too large") return refuse(response, 413, "The request is too large.");
    if (!isAuthentic(request, body)) return refuse(response, 401, "The request is not signed by Slack.");
    if (!isReadable(request, body))
      return refuse(response, 400, "The request is neither a form nor a JSON object.");
    receive(Object.assign(request, { rawBody: body }), response);
  }

  function isAuthentic({ headers }: IncomingMessage, body: Buffer): boolean {
    const timestamp = String(headers["x-slack-request-timestamp"]);
    const signature = String(headers["x-slack-signature"]);
    // NaN passes no comparison.
    // https://docs.slack.dev/authentication/verifying-requests-from-slack: replays are refused after 5 minutes.
    if (!(Math.abs(now().getTime() - Number(timestamp) * 1_000) <= slackClockSkewMs)) return false;
    return isSignedBySlack({ signature, timestamp, body }, signingSecret);
  }
}

/** Bolt wants the form's content type bare, and trips over JSON that is no object. */
function isReadable({ headers }: IncomingMessage, body: Buffer): boolean {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  headers["content-type"] = type.trim().toLowerCase();
  if (headers["content-type"] !== "application/x-www-form-urlencoded") return isJsonObject(body.toString());
  // Slash commands have no payload, and are the requests that must be quick.
  if (!/(^|&)payload=/.test(body.toString())) return true;
  return isJsonObject(new URLSearchParams(body.toString()).get("payload") ?? "");
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    // What does not parse is answered with 400 by the caller.
    return false;
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  const allow = status === 405 ? { allow: "POST" } : {};
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close", ...allow });
  response.end(`${reason}\n`);
}
