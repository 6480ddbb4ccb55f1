import { createHmac, timingSafeEqual } from "node:crypto";

/** What a request says of its signature, in two headers and its body as it came. */
interface Signed {
  signature: string;
  timestamp: string;
  body: Buffer;
}

/**
 * Whether Slack signed a request with our secret; how long ago is for the caller to judge. Bolt's own check makes two
 * more HMACs to compare with, of keys that cost more than the signature: together a sixth of an acknowledgement.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function isSignedBySlack({ signature, timestamp, body }: Signed, signingSecret: string): boolean {
  const [, hex] = /^v0=([0-9a-f]{64})$/.exec(signature) ?? [];
  // An empty secret is one that everybody knows.
  if (hex === undefined || signingSecret === "") return false;
  const ours = createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body).digest();
  return timingSafeEqual(ours, Buffer.from(hex, "hex"));
}
