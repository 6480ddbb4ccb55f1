import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSigner } from "../../../src/platform/secrets/seal.ts";

const key = (id: string) => ({ id, key: createSecretKey(randomBytes(32)) });
const old = key("k1");
const young = key("k2");

test("the first key signs, and any key verifies its signatures", () => {
  const before = createSigner([old], "pictures");
  const after = createSigner([young, old], "pictures");
  expect(before.sign("text")).toMatch(/^[\w-]{43}$/);
  expect(after.verify("text", before.sign("text"))).toBe(true);
  expect(before.verify("text", after.sign("text"))).toBe(false);
});

test("a signature is valid for one text and one purpose", () => {
  const signer = createSigner([old], "pictures");
  const signature = signer.sign("text");
  expect(signer.verify("other", signature)).toBe(false);
  expect(createSigner([old], "other").verify("text", signature)).toBe(false);
  for (const wrong of ["", "short", `${signature}AA`]) expect(signer.verify("text", wrong)).toBe(false);
});
