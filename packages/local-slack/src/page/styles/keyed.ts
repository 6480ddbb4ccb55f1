interface Placed<Item> {
  item: Item;
  /** A key for React. */
  place: string;
}

/** Gives each item its position as a key, for parts of a text or a block without an identity. */
export function keyed<Item>(items: readonly Item[]): Placed<Item>[] {
  return items.map((item, position) => ({ item, place: String(position) }));
}
