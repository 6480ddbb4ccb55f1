import { createHmac } from "node:crypto";
import { type SandboxSlack } from "../../src/sandbox/slack/server.ts";

/** Sends an event to the app as Slack would, once more than it does; answers the HTTP status. */
export async function sendEvent(
  { requestUrl, signingSecret }: SandboxSlack,
  payload: object,
  headers: Record<string, string> = {},
): Promise<number> {
  const body = JSON.stringify(payload);
  const atSeconds = String(Math.floor(Date.now() / 1_000));
  const digest = createHmac("sha256", signingSecret).update(`v0:${atSeconds}:${body}`).digest("hex");
  const response = await fetch(requestUrl ?? "", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-slack-request-timestamp": atSeconds,
      "x-slack-signature": `v0=${digest}`,
      ...headers,
    },
  });
  return response.status;
}
