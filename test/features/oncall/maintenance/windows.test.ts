import { expect, test } from "vitest";
import { type Edge, advanceWindows } from "../../../../src/features/oncall/maintenance/part.ts";
import { product } from "../../../../src/app/features.ts";
import { readWindow } from "../../../../src/features/oncall/maintenance/read.ts";
import {
  type MaintenanceState,
  type MaintenanceWindow,
  nextBeginMs,
  spanAt,
} from "../../../../src/features/oncall/maintenance/record.ts";

const now = new Date("2026-11-26T10:00:00.000Z");

function windowOf(words: string, facts: Partial<MaintenanceWindow> = {}, at = now): MaintenanceWindow {
  const { when } = readWindow(words, "checkout", at, "Europe/Berlin");
  return { id: words, when, userId: "U1", at: at.toISOString(), ...facts };
}

const iso = (ms: number | undefined) =>
  ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16);

/** The span that begins at or after a time. */
function nextSpan(windows: readonly MaintenanceWindow[], after: string) {
  const sinceMs = nextBeginMs(windows, Date.parse(after) - 1);
  const span = sinceMs === undefined ? undefined : spanAt(windows, sinceMs);
  return [iso(span?.sinceMs), iso(span?.untilMs)];
}

test.each([
  ["for 2h", "2026-11-26T10:00", "2026-11-26T12:00"],
  ["now for 90 min", "2026-11-26T10:00", "2026-11-26T11:30"],
  ["2026-11-28 22:00 for 2h", "2026-11-28T21:00", "2026-11-28T23:00"],
  ["2026-11-28 22:00 for 2h UTC", "2026-11-28T22:00", "2026-11-29T00:00"],
  ["tomorrow 22:00-01:30", "2026-11-27T21:00", "2026-11-28T00:30"],
  ["Sat 02:00-04:00", "2026-11-28T01:00", "2026-11-28T03:00"],
  ["this saturday 02:00-04:00", "2026-11-28T01:00", "2026-11-28T03:00"],
  ["14:00 to 15:00", "2026-11-26T13:00", "2026-11-26T14:00"],
])("“%s” is one time", (words, from, until) => {
  const { when } = windowOf(words);
  expect(when.kind === "once" && [iso(when.fromMs), iso(when.untilMs)]).toEqual([from, until]);
});

test.each([
  ["Sat 02:00-04:00 weekly Europe/Berlin", "sat", "02:00", "04:00", "Europe/Berlin"],
  ["every weekday 22:00 to 06:00", "mon,tue,wed,thu,fri", "22:00", "06:00", "Europe/Berlin"],
  ["Sat and Sun 2:00-4:00 weekly UTC", "sat,sun", "02:00", "04:00", "UTC"],
  ["every day 1am-2am America/New_York", "mon,tue,wed,thu,fri,sat,sun", "01:00", "02:00", "America/New_York"],
])("“%s” is weekly", (words, days, from, to, zone) => {
  expect(windowOf(words).when).toEqual({ kind: "weekly", days: days.split(","), from, to, zone });
});

test.each(["Sat 02:00-04:00 weekly, critical passes", "for 2h but critical alerts may pass"])(
  "“%s” lets critical alerts pass",
  (words) => {
    expect(readWindow(words, "checkout", now, "UTC").criticalPasses).toBe(true);
  },
);

test.each([
  ["some time", "I can't read “some time”"],
  ["Sat weekly", "I can't read “Sat weekly”"],
  ["2026-11-25 22:00 for 2h", "That time is over already."],
  ["for 31 days", "at most 30 days"],
  ["Sat 02:00-04:00 weekly Europe/Berln", "Europe/Berlin"],
])("“%s” is refused", (words, problem) => {
  expect(() => windowOf(words)).toThrow(problem);
});

test("a weekly window keeps its local time over both changes of daylight saving", () => {
  const weekly = [windowOf("Sun 04:00-06:00 weekly Europe/Berlin")];
  expect(nextSpan(weekly, "2026-03-22T00:00Z")).toEqual(["2026-03-22T03:00", "2026-03-22T05:00"]);
  expect(nextSpan(weekly, "2026-03-29T00:00Z")).toEqual(["2026-03-29T02:00", "2026-03-29T04:00"]);
  expect(nextSpan(weekly, "2026-10-25T00:00Z")).toEqual(["2026-10-25T03:00", "2026-10-25T05:00"]);
});

test("a window over the change is an hour shorter in spring and longer in autumn", () => {
  const weekly = [windowOf("Sun 01:30-04:00 weekly Europe/Berlin")];
  expect(nextSpan(weekly, "2026-03-29T00:00Z")).toEqual(["2026-03-29T00:30", "2026-03-29T02:00"]);
  expect(nextSpan(weekly, "2026-10-24T12:00Z")).toEqual(["2026-10-24T23:30", "2026-10-25T03:00"]);
});

test("a window within the hour that clocks skip doesn't happen, and one within the hour they show twice happens once", () => {
  const weekly = [windowOf("Sun 02:15-02:45 weekly Europe/Berlin")];
  expect(nextSpan(weekly, "2026-03-29T00:00Z")).toEqual(["2026-04-05T00:15", "2026-04-05T00:45"]);
  expect(nextSpan(weekly, "2026-10-25T00:00Z")).toEqual(["2026-10-25T00:15", "2026-10-25T00:45"]);
  expect(nextSpan(weekly, "2026-10-25T00:45Z")).toEqual(["2026-11-01T01:15", "2026-11-01T01:45"]);
});

test("windows that meet or overlap are one", () => {
  const both = [windowOf("Sat 02:00-04:00 weekly UTC"), windowOf("Sat 03:00-05:00 weekly UTC")];
  expect(nextSpan(both, "2026-11-27T00:00Z")).toEqual(["2026-11-28T02:00", "2026-11-28T05:00"]);
});

/** The edges of 400 days, looked at by steps of the given lengths in turn. */
function edgesOf(windows: readonly MaintenanceWindow[], stepsMs: readonly number[]): string[] {
  const firstMs = Date.parse("2026-01-01T00:00Z");
  const lastMs = firstMs + 400 * 86_400_000;
  let state: MaintenanceState = { handledMs: firstMs };
  const edges: Edge[] = [];
  for (let [nowMs, index] = [firstMs, 0]; nowMs < lastMs; nowMs += stepsMs[index++ % stepsMs.length] ?? 1) {
    const after = advanceWindows(windows, state, nowMs);
    ({ state } = after);
    edges.push(...after.edges);
  }
  return edges.map(({ what, span }) => `${what} ${iso(what === "begin" ? span.sinceMs : span.untilMs)}`);
}

test("over 400 days every edge comes exactly once and in order, however often or seldom anyone looks", () => {
  const windows = [
    windowOf("Sun 01:30-04:00 weekly Europe/Berlin"),
    windowOf("Sun 02:15-02:45 weekly America/New_York"),
    windowOf("2026-06-01 22:00 for 2h", {}, new Date("2026-05-01T00:00Z")),
  ];
  const often = edgesOf(windows, [24 * 3_600_000]);
  expect(edgesOf(windows, [10 * 3_600_000, 62 * 3_600_000, 60_000])).toEqual(often);
  const seldom = edgesOf(windows, [20 * 86_400_000, 60_000]);
  expect(seldom).toEqual(often.slice(0, seldom.length));
  expect(new Set(often).size).toBe(often.length);
  expect(
    often
      .map((edge) => edge.split(" ")[0])
      .filter((what, index) => what !== (index % 2 === 0 ? "begin" : "end")),
  ).toEqual([]);
  // 57 Sundays in Berlin; as many in New York but one, which has no 02:15; and the one night.
  expect(often).toHaveLength(2 * (57 + 56 + 1));
});

test("a window that is ended early comes again next week", () => {
  const weekly = windowOf("Sat 02:00-04:00 weekly UTC");
  const ended = [{ ...weekly, endedAtMs: Date.parse("2026-11-28T03:00Z") }];
  expect(nextSpan(ended, "2026-11-27T00:00Z")).toEqual(["2026-11-28T02:00", "2026-11-28T03:00"]);
  expect(nextSpan(ended, "2026-11-28T03:00Z")).toEqual(["2026-12-05T02:00", "2026-12-05T04:00"]);
});

test("a window that is removed while it lasts ends at once", () => {
  const atMs = Date.parse("2026-11-28T03:00Z");
  const state = { handledMs: 0, active: { sinceMs: atMs - 60_000, alerts: 1, events: 2, worst: [] } };
  expect(advanceWindows([], state, atMs)).toEqual({
    state: { handledMs: atMs },
    edges: [
      {
        what: "end",
        span: { sinceMs: atMs - 60_000, untilMs: atMs, criticalPasses: false },
        heldBack: { alerts: 1, events: 2, worst: [] },
      },
    ],
  });
});

test.each(["mon", "tues", "wednesdays", "thursday", "fri", "saturday", "Sundays"])(
  "a window begins with its day after a hook's name, also with %s",
  (day) => {
    const reading = product.readCommand(`alerts hooks maintenance night jobs ${day} 02:00-04:00`);
    expect("run" in reading && reading.args).toEqual({ hook: "night jobs", words: `${day} 02:00-04:00` });
  },
);
