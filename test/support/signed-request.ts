import { randomUUID } from "node:crypto";
import { signatureHeaders } from "../../src/sandbox/slack/to-app/signature.ts";

/** Headers of a request that Slack signs now, with others on top. */
export function signedHeaders(
  signingSecret: string,
  body: string,
  others: Record<string, string> = {},
): Record<string, string> {
  const atSeconds = Math.floor(Date.now() / 1_000);
  return {
    "content-type": "application/x-www-form-urlencoded",
    ...signatureHeaders(signingSecret, atSeconds, body),
    ...others,
  };
}

/** A trigger as each press has its own; without it two alike within a second would have one signature. */
export function newTriggerId(): string {
  return `1.2.${randomUUID()}`;
}

/** Sends an interaction to the app as Slack would. */
export function sendPayload(appUrl: string, signingSecret: string, payload: object): Promise<Response> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = signedHeaders(signingSecret, body);
  return fetch(`${appUrl}/slack/events`, { method: "POST", body, headers });
}
