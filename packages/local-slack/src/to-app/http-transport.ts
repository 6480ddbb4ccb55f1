import type { IncomingHttpHeaders } from "node:http";
import { request, type Dispatcher } from "undici";
import { nowInSeconds } from "../time-stamps.ts";
import type { Workspace } from "../workspace.ts";
import { parseBody } from "./answer-body.ts";
import type { AppAnswer, Delivery, Transport } from "./delivery.ts";
import { signatureHeaders } from "./signature.ts";

/** The app's address over HTTP, once it is known. */
export function requestUrl({ appUrl }: Workspace): string | undefined {
  return appUrl && new URL("/slack/events", appUrl).href;
}

/** Posts signed requests to the app, with a timeout for the whole response. */
export function httpTransport(workspace: Workspace, timeoutMs: number, dispatcher: Dispatcher): Transport {
  return async (delivery) => {
    const address = requestUrl(workspace);
    if (!address) return { ok: false, status: null, reason: "connection_failed" };
    const { contentType, body } = encode(delivery);
    const headers = {
      "content-type": contentType,
      "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
      ...signatureHeaders(workspace.credentials.signingSecret, nowInSeconds(workspace), body),
      ...retryHeaders(delivery),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await request(address, { method: "POST", headers, body, signal, dispatcher });
      return readAnswer(response.statusCode, response.headers, await response.body.text());
    } catch {
      // Slack has only one name for every kind of broken connection.
      return { ok: false, status: null, reason: signal.aborted ? "http_timeout" : "connection_failed" };
    }
  };
}

function readAnswer(status: number, headers: IncomingHttpHeaders, text: string): AppAnswer {
  const acknowledged = status >= 200 && status < 300;
  const body = parseBody(text, [headers["content-type"]].flat().join());
  if (acknowledged && body.readable) return { ok: true, status, body: body.value };
  return {
    ok: false,
    status,
    reason: "http_error",
    body: text,
    noRetry: headers["x-slack-no-retry"] === "1",
  };
}

function encode({ type, payload }: Delivery): { contentType: string; body: string } {
  const form = "application/x-www-form-urlencoded";
  switch (type) {
    case "events_api":
      return { contentType: "application/json", body: JSON.stringify(payload) };
    case "interactive":
      return {
        contentType: form,
        body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
      };
    case "slash_commands": {
      const fields = Object.entries(payload).map(([name, value]) => [name, String(value)]);
      return { contentType: form, body: new URLSearchParams(fields).toString() };
    }
  }
}

function retryHeaders({ retry }: Delivery): Record<string, string> {
  return retry ? { "x-slack-retry-num": String(retry.number), "x-slack-retry-reason": retry.reason } : {};
}
