import { createHmac } from "node:crypto";
import { isEqualInConstantTime } from "../../lib/constant-time.ts";

/** What a request says of its signature, in two headers and its body as it came. */
interface Signed {
  signature: string;
  timestamp: string;
  body: Buffer;
}

const form = /^v0=([0-9a-f]{64})$/;

/** Whether a signature has the form of Slack's; nothing of it is checked. */
export function looksSigned(signature: string): boolean {
  return form.test(signature);
}

/**
 * Whether Slack signed a request with our secret; how long ago is for the caller to judge. Bolt's own check makes two
 * more HMACs to compare with, of keys that cost more than the signature: together a sixth of an acknowledgement.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function isSignedBySlack({ signature, timestamp, body }: Signed, signingSecret: string): boolean {
  const [, hex] = form.exec(signature) ?? [];
  // An empty secret is one that everybody knows.
  if (hex === undefined || signingSecret === "") return false;
  const ours = createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body).digest();
  return isEqualInConstantTime(ours, Buffer.from(hex, "hex"));
}
