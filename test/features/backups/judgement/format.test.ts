import { expect, test } from "vitest";
import { formatAge } from "../../../../src/features/backups/judgement/format.ts";
import { hourMs } from "../../../../src/lib/duration.ts";

test.each([
  [26, "26 hours"],
  [48, "2 days"],
  [24, "1 day"],
  [1.5, "90 minutes"],
  [1, "1 hour"],
])("an age of %d hours is read as %s", (hours, words) => {
  expect(formatAge(hours * hourMs)).toBe(words);
});
