import { randomUUID } from "node:crypto";
import { signatureHeaders } from "@quartermaster/local-slack";

/** Headers of a request that Slack signs now, and others. */
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

/** A unique trigger, as each click has. Two equal clicks within a second would otherwise have one signature. */
export function newTriggerId(): string {
  return `1.2.${randomUUID()}`;
}

/** Sends an interaction to the app like Slack. */
export function sendPayload(appUrl: string, signingSecret: string, payload: object): Promise<Response> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = signedHeaders(signingSecret, body);
  return fetch(`${appUrl}/slack/events`, { method: "POST", body, headers });
}
