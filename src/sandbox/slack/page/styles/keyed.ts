interface Placed<Item> {
  item: Item;
  /** A key for React. */
  place: string;
}

/** Gives each item its place in the list as a key, for parts of a text or a block that have no identity else. */
export function keyed<Item>(items: readonly Item[]): Placed<Item>[] {
  return items.map((item, position) => ({ item, place: String(position) }));
}
