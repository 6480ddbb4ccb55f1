import { expect, test } from "vitest";
import { tryLater } from "../../../src/platform/jobs/keep-trying.ts";

test.each([
  ["after a second at first", 0, undefined, 1_000],
  ["after as long as it has been tried", 6_000, undefined, 6_000],
  ["after 15 seconds at the latest", 40_000, undefined, 15_000],
  ["when the server says", 0, 40_000, 40_000],
  ["after a second if the server says at once", 5_000, 0, 1_000],
  ["when the server says, up to two minutes", 60_000, 60_000, 60_000],
  ["never if the server says later than that", 60_000, 60_001, undefined],
  ["never after two minutes", 120_000, undefined, undefined],
])("a request that failed before it left is tried again %s", (_, ageMs, retryAfterMs, againInMs) => {
  expect(tryLater(ageMs, { retryAfterMs })).toBe(againInMs);
});
