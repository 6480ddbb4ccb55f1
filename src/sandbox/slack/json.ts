/** A JSON object with unchecked fields. */
export type JsonObject = Record<string, unknown>;

/** True for what JSON calls an object: no array, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects among a list's items. Empty for anything that is no list. */
export function jsonObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The value if it is a string. Undefined otherwise. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
