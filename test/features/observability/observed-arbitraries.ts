import * as fc from "fast-check";
import type { Alert } from "../../../src/platform/cloud/observability/alert.ts";
import type { DashboardBody } from "../../../src/features/observability/observability-client.ts";

/** Fields outside the specification with any JSON, including null. */
const unknownFields = fc.dictionary(fc.stringMatching(/^x[A-Za-z]{1,5}$/), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 3,
});

/** The same object with its fields in any order, because servers differ in it. */
function inAnyOrder<Fields extends object>(fields: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  return fc.tuple(fields, fc.infiniteStream(fc.nat())).map(([known, targets]) => {
    const entries = Object.entries(known).map((entry) => [targets.next().value, entry] as const);
    const shuffled = entries.toSorted(([one], [other]) => one - other).map(([, entry]) => entry);
    // The fields are the same, after a round trip through JSON.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(JSON.stringify(Object.fromEntries(shuffled))) as Fields;
  });
}

function withUnknown<Fields extends object>(fields: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  return inAnyOrder(fc.tuple(fields, unknownFields).map(([known, unknown]) => ({ ...unknown, ...known })));
}

const text = fc.constantFrom("", "Errors", "p95 <latency> *ms*", "level:error", "service:a b", "É");
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 6 });
const cell = orNull(fc.integer({ min: 1, max: 30 }));

const series = withUnknown(
  fc.record(
    {
      type: orNull(fc.constantFrom("time", "number", "table")),
      dataSource: orNull(fc.constant("events")),
      aggFn: orNull(fc.constantFrom("count", "p95")),
      where: orNull(text),
      groupBy: orNull(fc.oneof(fc.array(text, { maxLength: 2 }), text)),
    },
    { requiredKeys: [] },
  ),
);

const placed = { name: orNull(text), x: cell, y: cell, w: cell, h: cell, asRatio: orNull(fc.boolean()) };
const older = fc.record({ ...placed, series: fc.array(series, { maxLength: 3 }) }, { requiredKeys: [] });
const newer = fc.record({ ...placed, config: unknownFields }, { requiredKeys: ["config"] });

/** Dashboards as a server may store them, with unknown fields at every level, and newer and older tiles. */
export const anyDashboard: fc.Arbitrary<DashboardBody> = withUnknown(
  fc.record(
    {
      name: text,
      tiles: fc.array(withUnknown(fc.oneof(older, newer)), { minLength: 1, maxLength: 4 }),
      tags: orNull(fc.array(text, { maxLength: 3 })),
    },
    { requiredKeys: ["name", "tiles"] },
  ),
);

const channel = withUnknown(
  fc.record(
    { type: orNull(fc.constantFrom("webhook", "email")), webhookId: orNull(fc.constantFrom("w1", "w2")) },
    { requiredKeys: [] },
  ),
);

/** Alerts as servers send them, with older names, newer names, or both. */
export const anyAlert: fc.Arbitrary<Alert> = withUnknown(
  fc.record(
    {
      id: fc.constant("a1"),
      name: orNull(text),
      message: orNull(text),
      threshold: orNull(fc.constantFrom(-1, 0, 0.5, 5, 1e9)),
      thresholdMax: orNull(fc.constantFrom(10, 20)),
      thresholdType: orNull(fc.constantFrom("above", "between")),
      interval: orNull(fc.constantFrom("5m", "1h")),
      source: orNull(fc.constantFrom("tile", "saved_search")),
      state: orNull(fc.constantFrom("OK", "ALERT")),
      channel: orNull(channel),
      channels: orNull(fc.array(channel, { maxLength: 3 })),
      team: text,
      teamId: orNull(text),
      tileId: orNull(text),
      dashboard: orNull(fc.constant("d1")),
      dashboardId: orNull(fc.constant("d1")),
      savedSearchId: orNull(fc.constant("s1")),
      savedSearch: fc.constant<unknown>("s1"),
      createdAt: fc.constant("2026-11-01T10:00:00.000Z"),
      updatedAt: orNull(fc.constant("2026-11-02T10:00:00.000Z")),
    },
    { requiredKeys: ["id"] },
  ),
);
