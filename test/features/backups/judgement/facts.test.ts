import { expect, test } from "vitest";
import { promiseHolds } from "../../../../src/features/backups/judgement/facts.ts";
import { hourMs } from "../../../../src/lib/duration.ts";

const now = new Date("2026-11-20T10:00:00.000Z");
const madeBefore = (ms: number) => ({ at: new Date(now.getTime() - ms), failedSince: 0 });

test.each([
  ["younger than the limit", madeBefore(26 * hourMs - 1), true],
  ["exactly at the limit", madeBefore(26 * hourMs), true],
  ["a millisecond too old", madeBefore(26 * hourMs + 1), false],
  ["missing", { failedSince: 0 }, false],
])("if the last good backup is %s, the promise holds: %s", (_, lastGood, holds) => {
  expect(promiseHolds(lastGood, 26 * hourMs, now)).toBe(holds);
});
