import { isAppError } from "../../lib/errors.ts";
import { z } from "zod";
import { type Survey, type Unreadable, survey, unreadable } from "../../lib/unreadable.ts";

/** One page of a list, as servers that know pages are asked for it. */
interface PageQuery {
  limit: number;
  offset: number;
}

/** What came of it, and how many items there are in all where the server says so. */
interface Page<Item> {
  items: readonly Item[];
  total?: number | undefined;
}

// As many as servers that know pages send at most; the others send all of them, or always the same ones.
const aPage = 100;
const mostItems = 2_000;
const mostPages = 40;

/**
 * All items of a list that may come in pages, told apart by `idOf`: 2,000 at most, and no more than 40 pages. The first is
 * asked for as the specification shows it, without a query; only what may go on is asked for by pages.
 */
export async function allPages<Item>(
  read: (query?: PageQuery) => Promise<Page<Item>>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const first = await read();
  const found = new Map(first.items.map((item) => [idOf(item), item]));
  let last = first;
  let fullPage = 0;
  for (let number = 1; number < mostPages && found.size < mostItems; number += 1) {
    if (!mayGoOn(last, found.size, fullPage)) break;
    fullPage = Math.max(fullPage, last.items.length);
    last = await nextPage(read, found.size, last);
    const isNews = last.items.some((item) => !found.has(idOf(item)));
    for (const item of last.items) found.set(idOf(item), item);
    if (!isNews) break;
  }
  return [...found.values()].slice(0, mostItems);
}

/** Where a server does not say how many there are, a full page tells that there may be more. */
function mayGoOn<Item>({ items, total }: Page<Item>, foundSoFar: number, fullPage: number): boolean {
  if (total !== undefined) return foundSoFar < total;
  return items.length >= fullPage && isAPageful(items.length);
}

/** The sizes of servers' pages are round; a list of any other size has ended, and is not asked for twice. */
function isAPageful(size: number): boolean {
  return size > 0 && (size % 10 === 0 || size % 25 === 0);
}

/** A server that never said that there is more may know no pages, and refuse to be asked for one: then that was all. */
async function nextPage<Item>(
  read: (query?: PageQuery) => Promise<Page<Item>>,
  offset: number,
  { total }: Page<Item>,
): Promise<Page<Item>> {
  try {
    return await read({ limit: aPage, offset });
  } catch (error) {
    if (total === undefined && isAppError(error, "user")) return { items: [] };
    throw error;
  }
}

/** One item of a list: each is read by itself, so that an odd one hides no other. */
export function orUnreadable<Item extends z.ZodType>(item: Item) {
  return z.union([item, z.unknown().transform(unreadable)]);
}

/** All items of a list that may come in pages, its items told apart by `idOf`, and what cannot be read in it. */
export async function surveyPages<Item extends object>(
  read: (query?: PageQuery) => Promise<Page<Item | Unreadable>>,
  idOf: (item: Item) => string,
): Promise<Survey<Item>> {
  const all = await allPages(
    async (query) => {
      const page = await read(query);
      return { ...page, items: numbered(page.items, idOf) };
    },
    ({ key }) => key,
  );
  return survey(all.map(({ item }) => item));
}

/** Of what cannot be read, even two that look the same are two. */
function numbered<Item extends object>(items: readonly (Item | Unreadable)[], idOf: (item: Item) => string) {
  const counts = new Map<string, number>();
  return items.map((item) => {
    if (typeof item !== "string") return { item, key: `item ${idOf(item)}` };
    const count = (counts.get(item) ?? 0) + 1;
    counts.set(item, count);
    return { item, key: `unreadable ${count} ${item}` };
  });
}
