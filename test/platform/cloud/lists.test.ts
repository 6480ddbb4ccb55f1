import { expect, test } from "vitest";
import { allPages } from "../../../src/platform/cloud/lists.ts";
import { AppError } from "../../../src/lib/errors.ts";
import * as fc from "fast-check";
import { standaloneAlerts } from "../../../src/platform/cloud/observability/alert.ts";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import {
  standaloneDashboards,
  unreadableTiles,
} from "../../../src/platform/cloud/observability/dashboard.ts";
import { listStandaloneSources } from "../../../src/platform/cloud/observability/source.ts";
import { idOfUnreadable, mayBeAmong, survey } from "../../../src/lib/json.ts";

type Query = Parameters<Parameters<typeof allPages<string>>[0]>[0];

const items = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);
const itself = (item: string) => item;

/** A server with a number of items and a page size, and the received queries. */
function paging(count: number, mostOnPage: number, { saysTotal }: { saysTotal: boolean }) {
  const asked: Query[] = [];
  async function read(query: Query) {
    asked.push(query);
    const { limit, offset } = query ?? { limit: mostOnPage, offset: 0 };
    const page = items(count).slice(offset, offset + Math.min(limit, mostOnPage));
    return { items: page, ...(saysTotal && { total: count }) };
  }
  return { read, asked };
}

test.each([
  { count: 250, mostOnPage: 100, saysTotal: true, requests: 3 },
  { count: 250, mostOnPage: 100, saysTotal: false, requests: 3 },
  { count: 120, mostOnPage: 50, saysTotal: true, requests: 3 },
  { count: 120, mostOnPage: 50, saysTotal: false, requests: 3 },
  { count: 70, mostOnPage: 33, saysTotal: true, requests: 3 },
  { count: 75, mostOnPage: 25, saysTotal: true, requests: 3 },
])(
  "a list that comes in pages is read to its end: %o",
  async ({ count, mostOnPage, saysTotal, requests }) => {
    const { read, asked } = paging(count, mostOnPage, { saysTotal });
    expect(await allPages(read, itself)).toEqual(items(count));
    expect(asked).toHaveLength(requests);
  },
);

test("the first page is read without a query, and each other one from the end of the last", async () => {
  const { read, asked } = paging(120, 50, { saysTotal: true });
  await allPages(read, itself);
  expect(asked).toEqual([undefined, { limit: 100, offset: 50 }, { limit: 100, offset: 100 }]);
});

test.each([
  { count: 0, saysTotal: false },
  { count: 7, saysTotal: false },
  { count: 61, saysTotal: false },
  { count: 100, saysTotal: true },
])("a list that is certainly complete is requested once: %o", async ({ count, saysTotal }) => {
  const { read, asked } = paging(count, 1_000, { saysTotal });
  expect([await allPages(read, itself), asked]).toEqual([items(count), [undefined]]);
});

test("a server without pages is asked twice at most, and each item counts once", async () => {
  let asked = 0;
  const all = items(100);
  const read = async () => {
    asked += 1;
    return { items: all };
  };
  expect([await allPages(read, itself), asked]).toEqual([all, 2]);
});

test("if a server that announced no pages refuses a page, its first answer was complete", async () => {
  expect(await allPages(refusing({}, "user"), itself)).toEqual(items(50));
});

test("a list that is shorter than its total is a failure", async () => {
  await expect(allPages(refusing({ total: 120 }, "user"), itself)).rejects.toThrow("no such parameter");
  await expect(allPages(refusing({}, "upstream"), itself)).rejects.toThrow("no such parameter");
});

/** Sends 50 items, and fails as soon as there is a query. */
function refusing(more: { total?: number }, kind: "user" | "upstream") {
  return async (query: Query) => {
    if (query) throw new AppError(kind, "There is no such parameter.");
    return { items: items(50), ...more };
  };
}

test("a list without an end ends after 2,000 items", async () => {
  expect(await allPages(endless, itself)).toHaveLength(2_000);
});

async function endless({ limit, offset }: NonNullable<Query> = { limit: 70, offset: 0 }) {
  return { items: items(limit).map((item) => `${item} of ${offset}`) };
}

test("a list that grows by one at each page ends after 40 of them", async () => {
  let asked = 0;
  const read = async () => ({ items: [`item ${(asked += 1)}`], total: 2_000 });
  expect(await allPages(read, itself)).toHaveLength(40);
});

const lists = {
  alerts: standaloneAlerts.list.result,
  backups: listBackups.result,
  dashboards: standaloneDashboards.list.result,
  sources: listStandaloneSources.result,
};

/** Entries that are not records, or have no proper id. */
const oddEntry = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }).filter((value) => typeof value !== "object" || value === null),
  fc.array(fc.jsonValue({ maxDepth: 1 })),
);
const oddRecord = fc.record({ id: fc.constantFrom(null, true, [], {}), name: fc.string() });

test.each(["alerts", "backups", "dashboards", "sources"] as const)(
  "a list of %s with odd entries returns all valid ones and keeps the others",
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

test("an alert with an odd field is read if that is certain, and otherwise counted with its id", () => {
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
  // An entry without an id may be anything.
  expect(mayBeAmong(unreadable, "a9")).toBe(true);
});

test("tiles are read one by one, and a position as text is read too", () => {
  const tiles = [{ id: "t1", x: "0", y: "1" }, null, { id: "t3", x: "left" }, { id: "t4", name: "Errors" }];
  const { readable } = survey(lists.dashboards.parse([{ id: "d1", tiles }]));
  expect(readable[0]?.tiles).toMatchObject([{ id: "t1", x: 0, y: 1 }, { id: "t4" }]);
  const odd = readable[0] ? unreadableTiles(readable[0]) : [];
  expect(odd.map(idOfUnreadable)).toEqual([undefined, "t3"]);
});
