import { expect, test } from "vitest";
import { onCallAt } from "../../../../src/features/oncall/rota/on-call.ts";
import type { Shift } from "../../../../src/features/oncall/rota/record.ts";
import { dayMs, hourMs } from "../../../../src/lib/duration.ts";

const nowMs = Date.parse("2026-11-26T08:00:00Z");
const ada = { name: "Ada Park", userId: "U1" };
const sam = { name: "Sam Rivera", userId: "U2" };

function shift(who: Pick<Shift, "name" | "userId">, fromHours: number, toHours: number): Shift {
  return { ...who, fromMs: nowMs + fromHours * hourMs, toMs: nowMs + toHours * hourMs };
}

/** Lines such as "0 12 Ada Park", in hours from now. */
function periods(...shifts: Shift[]): string[] {
  const known = onCallAt({ addressRef: "sealed:1", readAtMs: nowMs, shifts }, nowMs);
  if ("unknown" in known) return [known.unknown];
  return known.periods.map(({ fromMs, toMs, people }) =>
    [(fromMs - nowMs) / hourMs, (toMs - nowMs) / hourMs, ...people.map(({ name }) => name)].join(" "),
  );
}

test("one period follows the other, and a gap has no one", () => {
  expect(periods(shift(ada, -12, 12), shift(sam, 12, 24), shift(ada, 30, 40))).toEqual([
    "0 12 Ada Park",
    "12 24 Sam Rivera",
    "24 30",
    "30 40 Ada Park",
  ]);
  expect(periods(shift(sam, 5, 10))).toEqual(["0 5", "5 10 Sam Rivera"]);
  expect(periods()).toEqual([]);
});

test("days of the same person are one period", () => {
  expect(periods(shift(ada, -2, 24), shift(ada, 24, 48), shift(sam, 48, 72))).toEqual([
    "0 48 Ada Park",
    "48 72 Sam Rivera",
  ]);
});

test("of overlapping shifts the one that began last counts, and then the first goes on", () => {
  expect(periods(shift(ada, -24, 24), shift(sam, -1, 3))).toEqual(["0 3 Sam Rivera", "3 24 Ada Park"]);
});

test("of shifts that began together all count", () => {
  expect(periods(shift(ada, -1, 24), shift(sam, -1, 24))).toEqual(["0 24 Ada Park Sam Rivera"]);
});

test("a reading of more than a day ago says nothing, and so does none", () => {
  const reading = { addressRef: "sealed:1", readAtMs: nowMs - dayMs, shifts: [shift(ada, -48, 48)] };
  expect(onCallAt(reading, nowMs)).toMatchObject({ periods: [{ people: [ada] }] });
  expect(onCallAt(reading, nowMs + 1)).toEqual({ unknown: "stale" });
  expect(onCallAt(undefined, nowMs)).toEqual({ unknown: "unread" });
  expect(onCallAt({ ...reading, readAtMs: 0, trouble: "It is away." }, nowMs)).toEqual({ unknown: "unread" });
});
