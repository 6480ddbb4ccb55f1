import { randomInt } from "node:crypto";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import type { HookSecret } from "./record.ts";
import { hashText } from "../../../lib/hash.ts";

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
// Any 32 of these signs are base64 of 24 bytes, the fewest that Standard Webhooks allows.
const length = 32;

/** A new secret as Standard Webhooks writes it, of letters and digits alone: it stays what it is in a header and in a path. */
export function newHookSecret(randomBelow: (end: number) => number = (end) => randomInt(end)): string {
  const drawn = Array.from({ length }, () => signs[randomBelow(signs.length)]);
  return `whsec_${drawn.join("")}`;
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
  // The secret has 190 random bits, so its hash needs neither salt nor work.
  const digested = { digest: hashText(secret), createdAt: at.toISOString() };
  return isSigned ? { ...digested, sealed: sealer.seal(secret, hookSecretPurpose(hookId)) } : digested;
}
