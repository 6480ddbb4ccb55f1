/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text or a number as a text, and everything else as an empty one. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** The first of the values that says something: a text that is not blank, or a number. */
export function firstText(...values: unknown[]): string {
  for (const value of values) {
    const text = textOf(value);
    if (text.trim() !== "") return text;
  }
  return "";
}

/** A field that is the object's own, so that `constructor` and the like are never found. */
export function own(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Finds the fields of an object by name: as it is written, else in any case. */
export function fieldsOf(record: Record<string, unknown>): (name: string) => unknown {
  let names: string[] | undefined;
  return (name) => {
    if (Object.hasOwn(record, name)) return record[name];
    names ??= Object.keys(record);
    // Most are told apart by how long they are.
    const found = names.findLast((each) => each.length === name.length && isSameName(each, name));
    return found === undefined ? undefined : record[found];
  };
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
