import { expect, test } from "vitest";
import { dueOf } from "../../../../src/features/lifecycle/expiry/schedule.ts";
import { expiresCommand } from "../../../../src/features/lifecycle/expiry/command.ts";
import { endsAtOf } from "../../../../src/features/lifecycle/expiry/end.ts";
import { which } from "../../../../src/features/lifecycle/expiry/texts.ts";
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
  ["orders dev 7d", { service: "orders dev", end: "7d" }],
  ["orders dev 30 days", { service: "orders dev", end: "30d" }],
  ["orders dev never", { service: "orders dev", end: "never" }],
  ["orders dev for good", { service: "orders dev", end: "never" }],
  ["orders-dev 2026-12-31", { service: "orders-dev", end: "2026-12-31" }],
  ["orders dev", { service: "orders dev" }],
  ["", {}],
])("“%s” is read", (words, args) => {
  const reading = expiresCommand.read(words);
  expect(reading).toMatchObject({
    entry: { name: "end" in args ? "services_expires" : "services_expiries" },
  });
  expect("args" in reading && reading.args).toEqual(args);
});

test("an end without a service asks for it, unless a service has that name", async () => {
  const reading = expiresCommand.read("7d");
  if ("problem" in reading) throw new Error(reading.problem);
  const { run, orNamed } = reading;
  expect(orNamed).toMatchObject({ kind: "service", name: "7d" });
  await expect(Reflect.apply(run, undefined, [])).rejects.toThrow(which);
});

test("a day counts to its end in the person's zone, also when clocks change", () => {
  const now = new Date("2026-10-01T12:00:00Z");
  const at = (day: string, zone: string) => endsAtOf(day, now, zone)?.toISOString();
  expect(at("2026-12-31", "Europe/Berlin")).toBe("2026-12-31T23:00:00.000Z");
  expect(at("2026-10-25", "Europe/Berlin")).toBe("2026-10-25T23:00:00.000Z");
  expect(at("2026-10-24", "Europe/Berlin")).toBe("2026-10-24T22:00:00.000Z");
  expect(() => at("2026-02-30", "UTC")).toThrow("When does it end?");
  expect(() => at("2026-09-30", "UTC")).toThrow("That is over already.");
  expect(() => at("2096-09-30", "UTC")).toThrow("too far ahead");
});
