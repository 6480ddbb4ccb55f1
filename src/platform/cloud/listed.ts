import { z } from "zod";
import { type Survey, type Unreadable, survey, unreadable } from "../../lib/unreadable.ts";
import { allPages, type Page, type PageQuery } from "./all-pages.ts";

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
