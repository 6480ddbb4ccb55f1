import { isRecord, textIn } from "./exact-json.ts";

/**
 * What a list has that cannot be read as one of its items, as JSON. It is not read in part, for what is read may be written
 * back whole, and it is not left out, for it is there.
 */
export type Unreadable = string;

/** What cannot be read, as a list keeps it. */
export function unreadable(record: unknown): Unreadable {
  return JSON.stringify(record) ?? "";
}

/** A list's items, and what else it has. */
export interface Survey<Item> {
  readable: Item[];
  unreadable: Unreadable[];
}

/** Tells a list's items from what cannot be read in it. */
export function survey<Item extends object>(listed: readonly (Item | Unreadable)[]): Survey<Item> {
  return {
    readable: listed.filter((one) => typeof one !== "string"),
    unreadable: listed.filter((one) => typeof one === "string"),
  };
}

/** The id of what cannot be read, where it has one. */
export function idOfUnreadable(record: Unreadable): string | undefined {
  const read: unknown = JSON.parse(record || "null");
  return isRecord(read) ? textIn(read["id"]) || undefined : undefined;
}

/** True where something of this id may be among what cannot be read: it has that id, or does not say which. */
export function mayBeAmong(records: readonly Unreadable[], id: string): boolean {
  return records.map(idOfUnreadable).some((known) => known === undefined || known === id);
}
