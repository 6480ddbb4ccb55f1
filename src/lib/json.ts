import { z } from "zod";

// Node 24 has these; the types of ES2024 do not.
declare global {
  interface JSON {
    /** Text that `stringify` writes unchanged. */
    rawJSON(text: string): object;
    /** A reviver learns how a primitive value was written. */
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/** A JSON text, parsed. The next schema judges its content. */
export const JsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("This is not JSON.");
    return z.NEVER;
  }
});

/** A value as JSON has it: without the fields that are undefined. */
export function asJson<Value extends object>(value: Value): Value {
  // JSON keeps all other fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(JSON.stringify(value)) as Value;
}

// The prefix of the keys that only this file writes. A key of the JSON itself with this prefix gets one more.
const mark = "\u0000";
const numberKey = `${mark}number`;
const sentKey = `${mark}sent`;
const leftOutKey = `${mark}left out`;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads JSON as plain data that `writeExact` writes back unchanged. A number that JavaScript would write differently
 * keeps its text, and so does a key named `__proto__`. Both survive schemas, copies and plain JSON. Fails as
 * `JSON.parse` does.
 */
export function readExact(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) => {
    if (typeof value === "number")
      return source === undefined || source === String(value) ? value : { [numberKey]: source };
    if (!isRecord(value) || !Object.keys(value).some(needsMark)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, inner]) => [needsMark(key) ? mark + key : key, inner]));
  });
}

/** Writes what `readExact` read as JSON. Whatever was not changed is written as it came. */
export function writeExact(value: unknown): string {
  return JSON.stringify(restored(value));
}

/**
 * The number in a value that was read: an exact number, a text that is a plain number, or a number. Undefined for
 * anything else.
 */
export function numberIn(value: unknown): number | undefined {
  const text = typeof value === "string" ? value : numberText(value);
  const number = text !== undefined && jsonNumber.test(text) ? Number(text) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The text in a value that was read, or a number as it was written; undefined for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : numberText(value);
}

/**
 * A record with some fields read differently from how they were sent. `writeExact` writes those back as they were sent.
 */
export function withSent(
  record: Record<string, unknown>,
  fields: Readonly<Record<string, { read?: unknown; sent: unknown }>>,
): Record<string, unknown> {
  return Object.keys(fields).length === 0 ? record : { ...record, [sentKey]: fields };
}

/** A record with items left out of a list because they cannot be read. `writeExact` puts them back at these positions. */
export function withLeftOut(
  record: Record<string, unknown>,
  field: string,
  leftOut: readonly (readonly [index: number, item: unknown])[],
): Record<string, unknown> {
  return leftOut.length === 0 ? record : { ...record, [leftOutKey]: { [field]: leftOut } };
}

/** The items that were left out of a list in a record. */
export function leftOutOf(record: Readonly<Record<string, unknown>>, field: string): unknown[] {
  const { [leftOutKey]: lists } = record;
  const list = isRecord(lists) ? lists[field] : undefined;
  return Array.isArray(list) ? list.map((entry: unknown) => (Array.isArray(entry) ? entry[1] : entry)) : [];
}

/** A record without the notes of `withLeftOut`. */
export function withoutLeftOut<Fields extends Record<string, unknown>>(record: Fields): Fields {
  const copy = { ...record };
  Reflect.deleteProperty(copy, leftOutKey);
  return copy;
}

/** A record without some of its fields, and without the notes on how those were sent. */
export function withoutFields<Fields extends Record<string, unknown>>(
  record: Fields,
  fields: ReadonlySet<string>,
): Fields {
  const copy = { ...record };
  for (const field of fields) Reflect.deleteProperty(copy, field);
  if (!isRecord(record[sentKey])) return copy;
  Reflect.deleteProperty(copy, sentKey);
  const sent = Object.entries(record[sentKey]).filter(([field]) => !fields.has(field));
  return sent.length === 0 ? copy : { ...copy, [sentKey]: Object.fromEntries(sent) };
}

/** True for an object that is not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a field that only this file writes: a note on how other fields were sent. */
export function isNote(field: string): boolean {
  return field === sentKey || field === leftOutKey;
}

function needsMark(key: string): boolean {
  return key === "__proto__" || key.startsWith(mark);
}

function numberText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  const text = isRecord(value) ? value[numberKey] : undefined;
  return typeof text === "string" && jsonNumber.test(text) ? text : undefined;
}

function restored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restored);
  if (!isRecord(value)) return value;
  const text = numberText(value);
  if (text !== undefined) return JSON.rawJSON(text);
  const { [sentKey]: sent, [leftOutKey]: leftOut, ...own } = value;
  const fields = new Map(Object.entries(own).map(([key, inner]) => [key, restored(inner)]));
  for (const [field, note] of Object.entries(isRecord(sent) ? sent : {}))
    if (isRecord(note) && own[field] === note["read"]) fields.set(field, restored(note["sent"]));
  for (const [field, items] of Object.entries(isRecord(leftOut) ? leftOut : {}))
    fields.set(field, putBack(fields.get(field), items));
  return Object.fromEntries(
    [...fields].map(([key, inner]) => [key.startsWith(mark) ? key.slice(mark.length) : key, inner]),
  );
}

/** A list with the left-out items put back, each at its old position if the list still has it. */
function putBack(list: unknown, leftOut: unknown): unknown {
  if (!Array.isArray(list) || !Array.isArray(leftOut)) return list;
  const whole: unknown[] = [...list];
  for (const entry of leftOut)
    if (Array.isArray(entry)) whole.splice(Number(entry[0]), 0, restored(entry[1]));
  return whole;
}

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
