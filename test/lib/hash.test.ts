import { expect, test } from "vitest";
import { hashJson, hashText, isEqualInConstantTime, sha1Hex } from "../../src/lib/hash.ts";

// The examples of FIPS 180-4.
test("a text's hash is its SHA-256 in hexadecimal digits", () => {
  expect(hashText("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hashText("abc", 8)).toBe("ba7816bf");
});

test("equal values have equal hashes, and different values have different ones", () => {
  expect(hashJson({ a: 1, b: [2] })).toBe(hashJson({ a: 1, b: [2] }));
  expect(hashJson({ a: 1 })).not.toBe(hashJson({ a: 2 }));
  expect(hashJson("abc")).toHaveLength(32);
});

test("the hash that Redis computes is SHA-1 in hexadecimal digits", () => {
  expect(sha1Hex("abc")).toBe("a9993e364706816aba3e25717850c26c9cd0d89d");
});

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
