import { isAppError } from "../../lib/errors.ts";
import { z } from "zod";
import { type Survey, type Unreadable, survey, unreadable } from "../../lib/json.ts";

/** The query for one page of a list, for servers that have pages. */
interface PageQuery {
  limit: number;
  offset: number;
}

/** One page, and the number of items in all if the server gives it. */
interface Page<Item> {
  items: readonly Item[];
  total?: number | undefined;
}

// The largest page of servers that have pages. Others send all items, or always the same ones.
const aPage = 100;
const mostItems = 2_000;
const mostPages = 40;

/**
 * All items of a list that may have pages, told apart by `idOf`: at most 2,000 items and 40 pages. The first request
 * has no query, as in the specification. Pages are requested only if the list may go on.
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

/** Without a total, a full page means that there may be more. */
function mayGoOn<Item>({ items, total }: Page<Item>, foundSoFar: number, fullPage: number): boolean {
  if (total !== undefined) return foundSoFar < total;
  return items.length >= fullPage && isAPageful(items.length);
}

/** The page sizes of servers are round. A list of any other size is complete. */
function isAPageful(size: number): boolean {
  return size > 0 && (size % 10 === 0 || size % 25 === 0);
}

/** A server that never announced more may refuse to be asked for a page. Then the list was complete. */
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

/** One item of a list. Each is read by itself, so an odd item hides no other. */
export function orUnreadable<Item extends z.ZodType>(item: Item) {
  return z.union([item, z.unknown().transform(unreadable)]);
}

/** All items of a list that may have pages, told apart by `idOf`, and the items that cannot be read. */
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

/** Two unreadable items count as two, even if they look the same. */
function numbered<Item extends object>(items: readonly (Item | Unreadable)[], idOf: (item: Item) => string) {
  const counts = new Map<string, number>();
  return items.map((item) => {
    if (typeof item !== "string") return { item, key: `item ${idOf(item)}` };
    const count = (counts.get(item) ?? 0) + 1;
    counts.set(item, count);
    return { item, key: `unreadable ${count} ${item}` };
  });
}
