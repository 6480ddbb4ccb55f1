import { expect, test } from "vitest";
import { bucketsOf } from "../../../src/features/costs/buckets.ts";
import { addDays } from "../../../src/lib/day.ts";

const to = "2026-11-20";

function labels(days: number): string[] {
  return bucketsOf({ from: addDays(to, 1 - days), to }).map(({ label }) => label);
}

test("up to 45 days have a bucket each", () => {
  expect(labels(2)).toEqual(["19 Nov", "20 Nov"]);
  expect(labels(45)).toHaveLength(45);
});

test("up to 18 weeks are grouped in weeks from Monday, called by their first day; the range cuts the first and the last", () => {
  const weeks = bucketsOf({ from: addDays(to, -45), to });
  expect(weeks.map(({ label }) => label)).toEqual([
    "6 Oct",
    "12 Oct",
    "19 Oct",
    "26 Oct",
    "2 Nov",
    "9 Nov",
    "16 Nov",
  ]);
  expect(weeks.map(({ name }) => name).slice(0, 4)).toEqual([
    "6 to 11 Oct",
    "12 to 18 Oct",
    "19 to 25 Oct",
    "26 Oct to 1 Nov",
  ]);
  expect(weeks.map(({ partial }) => partial)).toEqual([true, false, false, false, false, false, true]);
});

test("more days are grouped in months, and the first one and each January have their year", () => {
  expect(labels(181)).toEqual(["May 2026", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]);
  expect(labels(365)).toContain("Jan 2026");
  expect(bucketsOf({ from: addDays(to, -180), to }).map(({ partial }) => partial)).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
    true,
  ]);
});

test("more than 45 months are grouped in years", () => {
  expect(labels(365 * 5)).toEqual(["2021", "2022", "2023", "2024", "2025", "2026"]);
});

test.each([1, 45, 46, 126, 127, 181, 1_000, 4_000])(
  "each of %d days is in exactly one bucket, in order",
  (days) => {
    const from = addDays(to, 1 - days);
    const buckets = bucketsOf({ from, to });
    expect(buckets[0]?.from).toBe(from);
    expect(buckets.at(-1)?.to).toBe(to);
    expect(buckets.slice(1).map((bucket) => bucket.from)).toEqual(
      buckets.slice(0, -1).map((bucket) => addDays(bucket.to, 1)),
    );
    expect(buckets.every((bucket) => bucket.from <= bucket.to)).toBe(true);
  },
);
