import { hash, randomInt } from "node:crypto";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import type { HookSecret } from "./record.ts";

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
// Any 32 of these signs are base64 of 24 bytes, the fewest that Standard Webhooks allows.
const length = 32;

/** A new secret as Standard Webhooks writes it, of letters and digits alone: it stays what it is in a header and in a path. */
export function newHookSecret(randomBelow: (end: number) => number = (end) => randomInt(end)): string {
  const drawn = Array.from({ length }, () => signs[randomBelow(signs.length)]);
  return `whsec_${drawn.join("")}`;
}

/** What is kept of a secret: its SHA-256, in hex. A digest without salt or work does for 190 random bits. */
export function digestOf(secret: string): string {
  return hash("sha256", secret);
}

/** What the secret of a hook is sealed for, where its sender signs. */
export function hookSecretPurpose(hookId: string): string {
  return `secret of hook ${hookId}`;
}

/** A secret as it is kept: the digest, and for a sender that signs the sealed text too. */
export function keptSecret(
  secret: string,
  { hookId, isSigned, at, sealer }: { hookId: string; isSigned: boolean; at: Date; sealer: WorkspaceSealer },
): HookSecret {
  const digested = { digest: digestOf(secret), createdAt: at.toISOString() };
  return isSigned ? { ...digested, sealed: sealer.seal(secret, hookSecretPurpose(hookId)) } : digested;
}
