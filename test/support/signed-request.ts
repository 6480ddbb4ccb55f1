import { createHmac } from "node:crypto";

/** Headers of a request that Slack signs now, with others on top. */
export function signedHeaders(
  signingSecret: string,
  body: string,
  others: Record<string, string> = {},
): Record<string, string> {
  const atSeconds = String(Math.floor(Date.now() / 1_000));
  const digest = createHmac("sha256", signingSecret).update(`v0:${atSeconds}:${body}`).digest("hex");
  return {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": atSeconds,
    "x-slack-signature": `v0=${digest}`,
    ...others,
  };
}

/** Sends an interaction to the app as Slack would. */
export function sendPayload(appUrl: string, signingSecret: string, payload: object): Promise<Response> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = signedHeaders(signingSecret, body);
  return fetch(`${appUrl}/slack/events`, { method: "POST", body, headers });
}
