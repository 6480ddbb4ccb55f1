/** One page of a list, as servers that know pages are asked for it. */
interface PageQuery {
  limit: number;
  offset: number;
}

// As many as servers that know pages send at most; the others send all of them, or always the same ones.
const aPage = 100;
const mostPages = 20;

/** All items of a list that may come in pages, told apart by `idOf`: 2,000 at most. */
export async function allPages<Item>(
  read: (query: PageQuery) => Promise<Item[]>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const found = new Map<string, Item>();
  for (let number = 0; number < mostPages; number += 1) {
    const items = await read({ limit: aPage, offset: number * aPage });
    const isNews = items.some((item) => !found.has(idOf(item)));
    for (const item of items) found.set(idOf(item), item);
    if (items.length !== aPage || !isNews) break;
  }
  return [...found.values()];
}
