import { expect, test } from "vitest";
import { allPages } from "../../../src/platform/cloud/all-pages.ts";
import { AppError } from "../../../src/lib/errors.ts";

type Query = Parameters<Parameters<typeof allPages<string>>[0]>[0];

const items = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);
const itself = (item: string) => item;

/** A server of so many items that sends at most so many on a page, and what it was asked. */
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

test("the first page is asked for without a query, and each further one from where the last one ended", async () => {
  const { read, asked } = paging(120, 50, { saysTotal: true });
  await allPages(read, itself);
  expect(asked).toEqual([undefined, { limit: 100, offset: 50 }, { limit: 100, offset: 100 }]);
});

test.each([
  { count: 0, saysTotal: false },
  { count: 7, saysTotal: false },
  { count: 61, saysTotal: false },
  { count: 100, saysTotal: true },
])("a list that is surely whole is asked for once: %o", async ({ count, saysTotal }) => {
  const { read, asked } = paging(count, 1_000, { saysTotal });
  expect([await allPages(read, itself), asked]).toEqual([items(count), [undefined]]);
});

test("a server that knows no pages is asked twice at most, and each item counts once", async () => {
  let asked = 0;
  const all = items(100);
  const read = async () => {
    asked += 1;
    return { items: all };
  };
  expect([await allPages(read, itself), asked]).toEqual([all, 2]);
});

test("where a server that never spoke of pages refuses to be asked for one, its first answer was all", async () => {
  expect(await allPages(refusing({}, "user"), itself)).toEqual(items(50));
});

test("what a server says is there and does not show is a failure, and no shorter list", async () => {
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
