import * as fc from "fast-check";
import { expect, test } from "vitest";
import { standaloneAlerts } from "../../../src/platform/cloud/observability/alert.ts";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import {
  standaloneDashboards,
  unreadableTiles,
} from "../../../src/platform/cloud/observability/dashboard.ts";
import { listStandaloneSources } from "../../../src/platform/cloud/source.ts";
import { idOfUnreadable, mayBeAmong, survey } from "../../../src/lib/unreadable.ts";

const lists = {
  alerts: standaloneAlerts.list.result,
  backups: listBackups.result,
  dashboards: standaloneDashboards.list.result,
  sources: listStandaloneSources.result,
};

/** What no list has: entries that are no records, or whose id is none. */
const oddEntry = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }).filter((value) => typeof value !== "object" || value === null),
  fc.array(fc.jsonValue({ maxDepth: 1 })),
);
const oddRecord = fc.record({ id: fc.constantFrom(null, true, [], {}), name: fc.string() });

test.each(["alerts", "backups", "dashboards", "sources"] as const)(
  "a list of %s with any odd entries gives all the good ones, and keeps the others",
  (name) => {
    const odd = name === "sources" ? oddEntry : fc.oneof(oddEntry, oddRecord);
    const entry = fc.oneof(
      odd.map((record) => ({ isGood: false, record })),
      fc.uuid().map((id) => ({ isGood: true, record: { id } })),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        const { readable, unreadable } = survey<object>(
          lists[name].parse(entries.map(({ record }) => record)),
        );
        const recordsOf = (isGood: boolean) =>
          entries.filter((one) => one.isGood === isGood).map(({ record }) => record);
        expect(readable.map((item) => Reflect.get(item, "id"))).toEqual(
          recordsOf(true).map((record) => Reflect.get(Object(record), "id")),
        );
        expect(unreadable).toEqual(recordsOf(false).map((record) => JSON.stringify(record)));
      }),
    );
  },
);

test("an alert with an odd field is read as far as that is certain, and else kept with its id", () => {
  const sent = [
    { id: "a1", threshold: "10" },
    { id: 2, threshold: 5, tileId: 7 },
    { id: "a3", createdAt: 1_700_000_000_000 },
    { id: "a4", channel: "#alerts" },
    { id: "a5", threshold: "ten" },
    null,
  ];
  const { readable, unreadable } = survey(lists.alerts.parse(sent));
  expect(readable).toMatchObject([
    { id: "a1", threshold: 10 },
    { id: "2", tileId: "7" },
    { id: "a3", createdAt: undefined },
  ]);
  expect(unreadable.map(idOfUnreadable)).toEqual(["a4", "a5", undefined]);
  expect(mayBeAmong(unreadable.slice(0, 2), "a9")).toBe(false);
  expect(mayBeAmong(unreadable.slice(0, 2), "a4")).toBe(true);
  // What has no id may be anything.
  expect(mayBeAmong(unreadable, "a9")).toBe(true);
});

test("tiles are read one by one, and one with its place as texts is read", () => {
  const tiles = [{ id: "t1", x: "0", y: "1" }, null, { id: "t3", x: "left" }, { id: "t4", name: "Errors" }];
  const { readable } = survey(lists.dashboards.parse([{ id: "d1", tiles }]));
  expect(readable[0]?.tiles).toMatchObject([{ id: "t1", x: 0, y: 1 }, { id: "t4" }]);
  const odd = readable[0] ? unreadableTiles(readable[0]) : [];
  expect(odd.map(idOfUnreadable)).toEqual([undefined, "t3"]);
});
