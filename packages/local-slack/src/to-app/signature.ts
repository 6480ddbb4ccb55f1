import { createHmac } from "node:crypto";

/** The headers of Slack's signature: scheme v0 over the time stamp and the raw body. */
export function signatureHeaders(
  signingSecret: string,
  timestampSeconds: number,
  body: string,
): Record<string, string> {
  const base = `v0:${timestampSeconds}:${body}`;
  const digest = createHmac("sha256", signingSecret).update(base).digest("hex");
  return { "x-slack-request-timestamp": String(timestampSeconds), "x-slack-signature": `v0=${digest}` };
}
