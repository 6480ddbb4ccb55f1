import { expect, test } from "vitest";
import { allPages } from "../../src/cloud/all-pages.ts";

const items = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);
const itself = (item: string) => item;

test("a list that comes in pages is read to its end", async () => {
  const all = items(250);
  const read = async ({ limit, offset }: { limit: number; offset: number }) =>
    all.slice(offset, offset + limit);
  expect(await allPages(read, itself)).toEqual(all);
});

test("a server that knows no pages is asked twice at most, and each item counts once", async () => {
  let asked = 0;
  const all = items(100);
  const read = async () => {
    asked += 1;
    return all;
  };
  expect([await allPages(read, itself), asked]).toEqual([all, 2]);
});

test("a list without an end ends after 2,000 items", async () => {
  expect(await allPages(endless, itself)).toHaveLength(2_000);
});

async function endless({ limit, offset }: { limit: number; offset: number }): Promise<string[]> {
  return items(limit).map((item) => `${item} of ${offset}`);
}
