import { isJsonObject, type JsonObject } from "../json.ts";

/** An object in a payload with its path. */
export interface Place {
  path: readonly PropertyKey[];
  value: JsonObject;
}

/** Every object within a value, itself first, with its path. `enter` chooses the properties to visit. */
export function objectsIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
  enter: (key: string) => boolean = () => true,
): Place[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...path, index], enter));
  if (!isJsonObject(value)) return [];
  const inner = Object.entries(value).filter(([key]) => enter(key));
  return [{ path, value }, ...inner.flatMap(([key, item]) => objectsIn(item, [...path, key], enter))];
}

/** Every `text` string within a value, which Slack counts as its text. */
export function textsIn(value: unknown): string[] {
  return objectsIn(value).flatMap((place) =>
    typeof place.value.text === "string" ? [place.value.text] : [],
  );
}
