import { createHmac } from "node:crypto";
import type { Signature } from "./credentials.ts";

/** True where one of these signatures is of that body, with that secret, and of within 5 minutes of now. */
export async function isSigned(
  secret: string,
  { id, at, signatures }: Signature,
  body: Buffer,
): Promise<boolean> {
  // Few senders sign, and nobody else is to wait for it to load.
  const { Webhook, WebhookVerificationError } = await import("standardwebhooks");
  const webhook = new Webhook(secret);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  // The package signs the body as text, which bytes that are no UTF-8 do not survive; it also takes 20 times as long.
  webhook.sign = (messageId, time) => {
    const signing = createHmac("sha256", key).update(`${messageId}.${Math.floor(time.getTime() / 1_000)}.`);
    return `v1,${signing.update(body).digest("base64")}`;
  };
  const headers = { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures };
  try {
    webhook.verify("", headers, { jsonParse: false });
    return true;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return false;
  }
}
