import { createHmac, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { SealingKeys, createSealer } from "../../../../src/platform/secrets/seal.ts";
import { hashText } from "../../../../src/lib/hash.ts";
import {
  hookSecretPurpose,
  keptSecret,
  newHookSecret,
} from "../../../../src/features/alerts/hooks/record.ts";

const at = new Date("2026-11-20T10:00:00.000Z");
const sealer = createSealer(SealingKeys.parse(`k1:${randomBytes(32).toString("base64")}`)).forWorkspace("T1");

test("a secret is different each time, needs no escapes in a path, and signs as 24 bytes", () => {
  const secret = newHookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
  expect(newHookSecret()).not.toBe(secret);
  expect(encodeURIComponent(secret)).toBe(secret);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  expect(key).toHaveLength(24);
  const signature = createHmac("sha256", key)
    .update(`m1.${at.getTime() / 1000}.{}`)
    .digest("base64");
  expect(new Webhook(secret).sign("m1", at, "{}")).toBe(`v1,${signature}`);
});

test("the record of a secret does not contain it, and only a signing sender's secret is sealed", () => {
  const secret = newHookSecret();
  const plain = keptSecret(secret, { hookId: "T1-a", isSigned: false, at, sealer });
  const signed = keptSecret(secret, { hookId: "T1-a", isSigned: true, at, sealer });
  expect(plain).toEqual({ hash: hashText(secret), createdAt: at.toISOString() });
  expect(JSON.stringify([plain, signed])).not.toContain(secret.slice("whsec_".length));
  expect(sealer.open(signed.sealed ?? "", hookSecretPurpose("T1-a"))).toBe(secret);
  expect(() => sealer.open(signed.sealed ?? "", hookSecretPurpose("T1-b"))).toThrow("sealed secret");
});
