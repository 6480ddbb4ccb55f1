// Of Node 24, and not in the types of ES2024 yet.
declare global {
  interface JSON {
    /** Text that `stringify` writes as it is. */
    rawJSON(text: string): object;
    /** A reviver is told how a plain value was written. */
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

// Begins the keys that only this file writes; a key of the JSON itself that begins so gets one more.
const mark = "\u0000";
const numberKey = `${mark}number`;
const sentKey = `${mark}sent`;
const leftOutKey = `${mark}left out`;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * JSON as plain data that `writeExact` writes back as it came. A number that JavaScript would write otherwise keeps its text,
 * and so does a key called `__proto__`; both survive schemas, copies and plain JSON in between. Fails as `JSON.parse` does.
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

/** What `readExact` read as JSON: all that nobody changed is written as it came. */
export function writeExact(value: unknown): string {
  return JSON.stringify(restored(value));
}

/** A number as it was read, be it exact, a text that is a plain number, or a number; undefined for anything else. */
export function numberIn(value: unknown): number | undefined {
  const text = typeof value === "string" ? value : numberText(value);
  const number = text !== undefined && jsonNumber.test(text) ? Number(text) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** A text as it was read, or a number as it was written; undefined for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : numberText(value);
}

/** A record in which some fields are read as something else than what was sent; those are written back as they were sent. */
export function withSent(
  record: Record<string, unknown>,
  fields: Readonly<Record<string, { read?: unknown; sent: unknown }>>,
): Record<string, unknown> {
  return Object.keys(fields).length === 0 ? record : { ...record, [sentKey]: fields };
}

/** A record with a list that lacks what cannot be read, at these places in it; that is written back where it was. */
export function withLeftOut(
  record: Record<string, unknown>,
  field: string,
  leftOut: readonly (readonly [index: number, item: unknown])[],
): Record<string, unknown> {
  return leftOut.length === 0 ? record : { ...record, [leftOutKey]: { [field]: leftOut } };
}

/** What a list in a record lacks because it cannot be read. */
export function leftOutOf(record: Readonly<Record<string, unknown>>, field: string): unknown[] {
  const { [leftOutKey]: lists } = record;
  const list = isRecord(lists) ? lists[field] : undefined;
  return Array.isArray(list) ? list.map((entry: unknown) => (Array.isArray(entry) ? entry[1] : entry)) : [];
}

/** A record without the places that `withLeftOut` keeps. */
export function withoutLeftOut<Fields extends Record<string, unknown>>(record: Fields): Fields {
  const copy = { ...record };
  Reflect.deleteProperty(copy, leftOutKey);
  return copy;
}

/** A record without some of its fields, and without what it notes of how they were sent. */
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

/** True for an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a field that no server sent: it says how others were. */
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

/** A list with what was left out of it, each where it was as far as the list still has that place. */
function putBack(list: unknown, leftOut: unknown): unknown {
  if (!Array.isArray(list) || !Array.isArray(leftOut)) return list;
  const whole: unknown[] = [...list];
  for (const entry of leftOut)
    if (Array.isArray(entry)) whole.splice(Number(entry[0]), 0, restored(entry[1]));
  return whole;
}
