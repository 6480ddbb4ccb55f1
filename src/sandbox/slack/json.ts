/** A JSON object whose fields nobody has looked at yet. */
export type JsonObject = Record<string, unknown>;

/** True for what JSON calls an object: no array, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects among a list's items; an empty list for anything that is no list. */
export function jsonObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The value where it is a string, else undefined. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
