import { createHmac, hkdfSync } from "node:crypto";
import type { SealingKey } from "./sealing-keys.ts";
import { isEqualInConstantTime } from "../../lib/hash.ts";

/** Signs texts, so we recognize them later. */
export interface Signer {
  /** 43 characters that are safe in an address. */
  sign(text: string): string;
  /** Takes the same time for every signature. */
  verify(text: string, signature: string): boolean;
}

/** Signs with the first key, and verifies with any, for this purpose only. */
export function createSigner(keys: readonly SealingKey[], purpose: string): Signer {
  const derived = keys.map(({ key }) =>
    Buffer.from(hkdfSync("sha256", key, "", `quartermaster v1 sign ${purpose}`, 32)),
  );
  const signatures = (text: string) => derived.map((key) => createHmac("sha256", key).update(text).digest());
  return {
    sign(text) {
      const [first] = signatures(text);
      return first?.toString("base64url") ?? "";
    },
    verify(text, signature) {
      const given = Buffer.from(signature, "base64url");
      const right = signatures(text).filter((known) => isEqualInConstantTime(known, given));
      return right.length > 0;
    },
  };
}
