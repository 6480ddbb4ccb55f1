import { isRecord, textIn } from "./json.ts";

/**
 * An item of a list that cannot be read, as JSON. It is not read in part, because what is read may be written back
 * whole. It is not dropped either, because it exists.
 */
export type Unreadable = string;

/** An unreadable item, as a list keeps it. */
export function unreadable(record: unknown): Unreadable {
  return JSON.stringify(record) ?? "";
}

/** The readable and the unreadable items of a list. */
export interface Survey<Item> {
  readable: Item[];
  unreadable: Unreadable[];
}

/** Separates a list's readable items from the unreadable ones. */
export function survey<Item extends object>(listed: readonly (Item | Unreadable)[]): Survey<Item> {
  return {
    readable: listed.filter((one) => typeof one !== "string"),
    unreadable: listed.filter((one) => typeof one === "string"),
  };
}

/** The id of an unreadable item, if it has one. */
export function idOfUnreadable(record: Unreadable): string | undefined {
  const read: unknown = JSON.parse(record || "null");
  return isRecord(read) ? textIn(read["id"]) || undefined : undefined;
}

/** True if an unreadable item may have this id: it has that id, or no readable one. */
export function mayBeAmong(records: readonly Unreadable[], id: string): boolean {
  return records.map(idOfUnreadable).some((known) => known === undefined || known === id);
}
