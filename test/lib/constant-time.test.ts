import { expect, test } from "vitest";
import { isEqualInConstantTime } from "../../src/lib/constant-time.ts";

test.each([
  ["secret", "secret", true],
  ["secret", "Secret", false],
  ["secret", "secret2", false],
  ["", "", true],
  ["é", "e", false],
])("%j and %j: %j", (a, b, isEqual) => {
  expect(isEqualInConstantTime(a, b)).toBe(isEqual);
  expect(isEqualInConstantTime(Buffer.from(a), Buffer.from(b))).toBe(isEqual);
});
