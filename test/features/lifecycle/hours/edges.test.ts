import { expect, test } from "vitest";
import { dueEdge, edgesBetween, isWithin, nextEdge } from "../../../../src/features/lifecycle/hours/edges.ts";

const berlin = { from: "08:00", to: "19:00", days: [1, 2, 3, 4, 5], timeZone: "Europe/Berlin" };
const nightly = { from: "02:30", to: "05:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "Europe/Berlin" };

function shown(hours: typeof berlin, from: string, to: string): string[] {
  return edgesBetween(hours, new Date(from), new Date(to)).map(
    ({ at, verb }) => `${verb} ${at.toISOString().slice(0, 16)}`,
  );
}

test("hours follow the clock of their zone over both changes", () => {
  // Clocks go forward on Sunday 2026-03-29, and back on Sunday 2026-10-25.
  expect(shown(berlin, "2026-03-27T00:00:00Z", "2026-03-31T00:00:00Z")).toEqual([
    "start 2026-03-27T07:00",
    "stop 2026-03-27T18:00",
    "start 2026-03-30T06:00",
    "stop 2026-03-30T17:00",
  ]);
  expect(shown(berlin, "2026-10-23T00:00:00Z", "2026-10-27T00:00:00Z")).toEqual([
    "start 2026-10-23T06:00",
    "stop 2026-10-23T17:00",
    "start 2026-10-26T07:00",
    "stop 2026-10-26T18:00",
  ]);
});

test("a time that clocks skip is the moment of the change, and one that they show twice counts once", () => {
  expect(shown(nightly, "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z")).toEqual([
    "start 2026-03-29T01:00",
    "stop 2026-03-29T03:00",
  ]);
  expect(shown(nightly, "2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z")).toEqual([
    "start 2026-10-25T00:30",
    "stop 2026-10-25T04:00",
  ]);
});

test("hours over midnight end on the next day", () => {
  const late = { ...berlin, from: "22:00", to: "02:00", days: [5] };
  expect(shown(late, "2026-06-01T00:00:00Z", "2026-06-08T00:00:00Z")).toEqual([
    "start 2026-06-05T20:00",
    "stop 2026-06-06T00:00",
  ]);
  expect(isWithin(late, new Date("2026-06-05T23:00:00Z"))).toBe(true);
});

test("the end of a day that is the beginning of the next isn't an edge", () => {
  const whole = { ...berlin, from: "00:00", to: "00:00", days: [1, 2, 3, 4, 5] };
  expect(shown(whole, "2026-06-01T12:00:00Z", "2026-06-08T12:00:00Z")).toEqual([
    "stop 2026-06-05T22:00",
    "start 2026-06-07T22:00",
  ]);
});

test("of several missed edges only the latest is due", () => {
  const state = { doneAt: "2026-06-01T00:00:00.000Z" };
  const due = dueEdge({ ...berlin, state }, new Date("2026-06-03T12:00:00Z"));
  expect(due).toEqual({ at: new Date("2026-06-03T06:00:00.000Z"), verb: "start" });
  expect(nextEdge(berlin, new Date("2026-06-03T12:00:00Z"))?.verb).toBe("stop");
});

test("who wakes a service at night has it stopped after that, and not at a time within its hours", () => {
  const state = { doneAt: "2026-06-01T17:00:00.000Z", wokenUntil: "2026-06-01T22:00:00.000Z" };
  expect(dueEdge({ ...berlin, state }, new Date("2026-06-01T21:59:00Z"))).toBeUndefined();
  expect(dueEdge({ ...berlin, state }, new Date("2026-06-01T22:00:00Z"))).toEqual({
    at: new Date("2026-06-01T22:00:00.000Z"),
    verb: "stop",
  });
  const early = { doneAt: "2026-06-01T17:00:00.000Z", wokenUntil: "2026-06-02T07:00:00.000Z" };
  expect(dueEdge({ ...berlin, state: early }, new Date("2026-06-02T08:00:00Z"))?.verb).toBe("start");
  const over = { doneAt: "2026-06-01T06:00:00.000Z", wokenUntil: "2026-06-01T18:30:00.000Z" };
  expect(dueEdge({ ...berlin, state: over }, new Date("2026-06-01T17:30:00Z"))?.isSkipped).toBe(true);
  expect(dueEdge({ ...berlin, state: over }, new Date("2026-06-01T18:30:00Z"))).toEqual({
    at: new Date("2026-06-01T18:30:00.000Z"),
    verb: "stop",
  });
});
