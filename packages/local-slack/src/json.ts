/** A JSON object with unchecked fields. */
export type JsonObject = Record<string, unknown>;

/** True for a JSON object. False for an array or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects in a list. Empty if the value is not a list. */
export function jsonObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The value if it is a string. Undefined otherwise. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
