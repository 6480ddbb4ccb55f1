import { expect, test } from "vitest";
import { type KnownAlert, alertOf, checkOf } from "../../../../src/features/alerts/reconcile/read-alerts.ts";
import { verdict } from "../../../../src/features/alerts/reconcile/reconcile.ts";
import type { AlertOrigin } from "../../../../src/features/alerts/incident/event-record.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { alertEvent, incidentRecord } from "../../../support/alerts.ts";
import { minuteMs } from "../../../../src/lib/duration.ts";

const seen = incidentRecord().lastSeenAtMs;

test.each<[object, object]>([
  [
    { state: "ALERT", interval: "5m" },
    { found: "firing", word: "ALERT", intervalMs: 300_000 },
  ],
  [
    { state: "alerting", interval: "1h" },
    { found: "firing", word: "alerting", intervalMs: 3_600_000 },
  ],
  [
    { state: "active", interval: "1d" },
    { found: "firing", word: "active", intervalMs: 86_400_000 },
  ],
  [
    { state: "Ok", interval: "soon" },
    { found: "over", word: "Ok" },
  ],
  [{ state: "DISABLED" }, { found: "silenced", word: "DISABLED" }],
  [{ state: "PENDING" }, { found: "unknown", word: "PENDING" }],
  [{ state: "constructor" }, { found: "unknown", word: "constructor" }],
  [{ state: null }, { found: "unknown" }],
  [
    { state: "ALERT", silenced: { until: "2026-11-20T12:00:00Z" } },
    { found: "silenced", word: "ALERT" },
  ],
  [
    { state: "ALERT", silenced: { until: "2026-11-20T09:00:00Z" } },
    { found: "firing", word: "ALERT" },
  ],
  [
    { state: "ALERT", silenced: { by: "ada" } },
    { found: "silenced", word: "ALERT" },
  ],
  [
    { state: "ALERT", silenced: true },
    { found: "silenced", word: "ALERT" },
  ],
  [
    { state: "ALERT", silenced: null },
    { found: "firing", word: "ALERT" },
  ],
  [
    { state: "OK", silenced: true },
    { found: "over", word: "OK" },
  ],
])("an alert that is %j is read", (alert, check) => {
  expect(checkOf({ id: "a", ...alert }, seen)).toEqual({ ...check, askedAtMs: seen });
});

function actionFor(facts: Partial<Incident>, check: object, afterMs = 0): object | undefined {
  const atMs = seen + afterMs;
  const action = verdict(incidentRecord(facts), { found: "firing", askedAtMs: atMs, ...check }, atMs);
  if (!action) return undefined;
  const { kind: _, verb: __, incidentId: ___, atMs: ____, ...rest } = action;
  return rest;
}

const minutely = { intervalMs: minuteMs };

test.each<[string, Partial<Incident>, object, number, object | undefined]>([
  ["OK right after an event may be older than it", {}, { found: "over", ...minutely }, 0, undefined],
  [
    "OK within an interval and the time of a post may be older too",
    {},
    { found: "over", ...minutely },
    180_000,
    undefined,
  ],
  [
    "OK after that ends the incident",
    {},
    { found: "over", ...minutely },
    180_001,
    { found: "over", ...minutely },
  ],
  [
    "a longer interval takes longer",
    minutely,
    { found: "over", intervalMs: 3_600_000 },
    3_660_000,
    undefined,
  ],
  [
    "without an interval from the API, the sender's counts",
    minutely,
    { found: "over" },
    180_001,
    { found: "over" },
  ],
  ["a deleted alert ends the incident at once", {}, { found: "deleted" }, 0, { found: "deleted" }],
  ["firing is not news", {}, { word: "ALERT" }, 0, undefined],
  ["a new interval is news", {}, minutely, 0, { found: "firing", ...minutely }],
  ["the window of the events wins over it", { latest: alertEvent({ windowMs: 5 }) }, minutely, 0, undefined],
  ["a silence is news", {}, { found: "silenced", word: "ALERT" }, 0, { found: "silenced", word: "ALERT" }],
  [
    "a known silence is not news",
    { truth: { found: "silenced", atMs: seen, word: "ALERT" } },
    { found: "silenced", word: "ALERT" },
    minuteMs,
    undefined,
  ],
  ["the end of a silence is news", { truth: { found: "silenced", atMs: seen } }, {}, 0, { found: "firing" }],
  [
    "another unknown word is news",
    { truth: { found: "unknown", atMs: seen, word: "PENDING" } },
    { found: "unknown", word: "ERROR" },
    0,
    { found: "unknown", word: "ERROR" },
  ],
  [
    "the alert of a silent sender is confirmed after an interval",
    minutely,
    minutely,
    minuteMs + 1,
    { found: "firing" },
  ],
  [
    "it is not confirmed more often than once an interval",
    { ...minutely, truth: { found: "firing", atMs: seen + minuteMs } },
    minutely,
    2 * minuteMs,
    undefined,
  ],
  [
    "a group is not confirmed",
    { ...minutely, latest: alertEvent({ group: "a:1" }) },
    minutely,
    9 * minuteMs,
    undefined,
  ],
])("%s", (_, facts, check, afterMs, action) => {
  expect(actionFor(facts, check, afterMs)).toEqual(action);
});

function alert(id: string, facts: Partial<KnownAlert>): KnownAlert {
  const nowhere = { dashboardId: undefined, tileId: undefined, savedSearchId: undefined };
  return { id, name: "", threshold: undefined, ...nowhere, ...facts };
}
const tile = { dashboardId: "d1", tileId: "t1" };

test.each<[string, AlertOrigin | undefined, readonly KnownAlert[], string | undefined]>([
  ["by its tile", tile, [alert("a", tile), alert("b", { ...tile, tileId: "t2" })], "a"],
  [
    "by its saved search",
    { savedSearchId: "s1" },
    [alert("a", tile), alert("b", { savedSearchId: "s1" })],
    "b",
  ],
  ["by its dashboard if the link has no tile", { dashboardId: "d1" }, [alert("a", tile)], "a"],
  [
    "by its name among several on a tile",
    tile,
    [alert("a", { ...tile, name: "disk" }), alert("b", { ...tile, name: "checkout errors" })],
    "b",
  ],
  [
    "by its threshold among several with its name",
    tile,
    [alert("a", { ...tile, threshold: 5 }), alert("b", { ...tile, threshold: 7 })],
    "b",
  ],
  ["not if several fit", tile, [alert("a", tile), alert("b", tile)], undefined],
  ["not if none fits", tile, [alert("a", { savedSearchId: "s1" })], undefined],
  ["not without a link", undefined, [alert("a", {})], undefined],
])("an alert is found %s", (_, origin, alerts, id) => {
  expect(alertOf(alertEvent({ origin, threshold: "7" }), alerts)?.id).toBe(id);
});

test("one of several alerts on a tile is found by its name, also if the title adds its dashboard", () => {
  const alertName = "Checkout errors in API Monitoring";
  const several = ["checkout errors", "checkout", "disk"].map((name) => alert(name, { ...tile, name }));
  const found = (alerts: readonly KnownAlert[]) =>
    alertOf(alertEvent({ alertName, origin: tile }), alerts)?.id;
  expect(found(several)).toBe("checkout errors");
  expect(found([alert("short", { ...tile, name: "checkout errors in api monitoring" }), ...several])).toBe(
    "short",
  );
  expect(found([alert("unnamed", tile), alert("disk", { ...tile, name: "disk" })])).toBeUndefined();
});
