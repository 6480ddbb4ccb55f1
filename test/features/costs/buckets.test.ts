import { expect, test } from "vitest";
import { bucketsOf } from "../../../src/features/costs/summary.ts";
import { addDays } from "../../../src/lib/day.ts";

const to = "2026-11-20";

function labels(days: number): string[] {
  return bucketsOf({ from: addDays(to, 1 - days), to }).map(({ label }) => label);
}

test("up to 45 days have a bucket each", () => {
  expect(labels(2)).toEqual(["19 Nov", "20 Nov"]);
  expect(labels(45)).toHaveLength(45);
});

test("up to 180 days are grouped in weeks from Monday, with the first and the last cut to the range", () => {
  expect(labels(46)).toEqual([
    "6 to 11 Oct",
    "12 to 18 Oct",
    "19 to 25 Oct",
    "26 Oct to 1 Nov",
    "2 to 8 Nov",
    "9 to 15 Nov",
    "16 to 20 Nov",
  ]);
});

test("more days are grouped in months", () => {
  expect(labels(181)).toEqual([
    "May 2026",
    "Jun 2026",
    "Jul 2026",
    "Aug 2026",
    "Sep 2026",
    "Oct 2026",
    "Nov 2026",
  ]);
});

test.each([1, 45, 46, 180, 181, 1_000])("each of %d days is in exactly one bucket, in order", (days) => {
  const from = addDays(to, 1 - days);
  const buckets = bucketsOf({ from, to });
  expect(buckets[0]?.from).toBe(from);
  expect(buckets.at(-1)?.to).toBe(to);
  expect(buckets.slice(1).map((bucket) => bucket.from)).toEqual(
    buckets.slice(0, -1).map((bucket) => addDays(bucket.to, 1)),
  );
  expect(buckets.every((bucket) => bucket.from <= bucket.to)).toBe(true);
});
