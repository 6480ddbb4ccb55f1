import { expect, test } from "vitest";
import { dueOf } from "../../../../src/features/lifecycle/expiry/due.ts";
import { endsAtOf, readExpiryWords } from "../../../../src/features/lifecycle/expiry/read-words.ts";
import { dayMs, hourMs, minuteMs } from "../../../../src/lib/duration.ts";

const end = Date.parse("2026-06-08T12:00:00.000Z");

function due(
  beforeMs: number,
  { setDays = 7, warned }: { setDays?: number; warned?: [string, number] } = {},
) {
  const state = warned
    ? { warned: { mark: warned[0], firstAt: new Date(end - warned[1]).toISOString() } }
    : {};
  const expiry = {
    expiresAt: new Date(end).toISOString(),
    setAt: new Date(end - setDays * dayMs).toISOString(),
    state,
  };
  return dueOf(expiry, new Date(end - beforeMs));
}

test("its owner is warned 2 days, 2 hours and 30 minutes before, each once", () => {
  expect(due(3 * dayMs)).toEqual({ what: "wait", until: new Date(end - 2 * dayMs) });
  expect(due(2 * dayMs)).toMatchObject({ what: "warn", mark: "2 days" });
  const first: [string, number] = ["2 days", 2 * dayMs];
  expect(due(dayMs, { warned: first })).toEqual({ what: "wait", until: new Date(end - 2 * hourMs) });
  expect(due(2 * hourMs, { warned: first })).toMatchObject({ what: "warn", mark: "2 hours" });
  const second: [string, number] = ["2 hours", 2 * dayMs];
  expect(due(30 * minuteMs, { warned: second })).toMatchObject({ what: "warn", mark: "30 minutes" });
  expect(due(1, { warned: ["30 minutes", 2 * dayMs] })).toEqual({ what: "wait", until: new Date(end) });
  expect(due(0, { warned: ["30 minutes", 2 * dayMs] })).toEqual({ what: "end" });
});

test("an end that is nearer than a warning leaves that warning out", () => {
  expect(due(dayMs, { setDays: 1 })).toEqual({ what: "wait", until: new Date(end - 2 * hourMs) });
});

test("missed warnings become one", () => {
  expect(due(hourMs)).toMatchObject({ what: "warn", mark: "2 hours" });
});

test("no service ends sooner than 30 minutes after its first warning, however late that comes", () => {
  expect(due(-dayMs)).toEqual({
    what: "warn",
    mark: "30 minutes",
    endsAt: new Date(end + dayMs + 30 * minuteMs),
  });
  const late: [string, number] = ["30 minutes", -dayMs];
  expect(due(-dayMs - 29 * minuteMs, { warned: late }).what).toBe("wait");
  expect(due(-dayMs - 30 * minuteMs, { warned: late }).what).toBe("end");
});

test.each([
  ["orders dev 7d", { name: "orders dev", end: { days: 7 } }],
  ["orders dev 30 days", { name: "orders dev", end: { days: 30 } }],
  ["orders dev never", { name: "orders dev", end: "never" }],
  ["orders-dev 2026-12-31", { name: "orders-dev", end: { day: "2026-12-31" } }],
  ["orders dev", { name: "orders dev" }],
  ["", { name: "" }],
  ["7d", { name: "", end: { days: 7 } }],
])("“%s” is read", (words, read) => {
  expect(readExpiryWords(words)).toEqual(read);
});

test("a day counts to its end in the person's zone, also when clocks change", () => {
  const now = new Date("2026-10-01T12:00:00Z");
  const at = (day: string, zone: string) => endsAtOf({ day }, now, zone)?.toISOString();
  expect(at("2026-12-31", "Europe/Berlin")).toBe("2026-12-31T23:00:00.000Z");
  expect(at("2026-10-25", "Europe/Berlin")).toBe("2026-10-25T23:00:00.000Z");
  expect(at("2026-10-24", "Europe/Berlin")).toBe("2026-10-24T22:00:00.000Z");
  expect(() => at("2026-02-30", "UTC")).toThrow("When does it end?");
  expect(() => at("2026-09-30", "UTC")).toThrow("That is over already.");
  expect(() => at("2096-09-30", "UTC")).toThrow("too far ahead");
});
