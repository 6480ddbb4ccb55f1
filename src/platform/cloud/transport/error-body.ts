/** What the body of an error says: texts in the order of their worth, and the names of fields that it may be about. */
export interface ErrorBody {
  texts: string[];
  names: string[];
}

// Running servers use the first two; RFC 9457 and others have the rest.
const textKeys = ["error", "message", "detail", "errors", "details", "msg", "reason", "title"];
const nameKeys = ["field", "path", "loc", "param", "property", "pointer"];

// A body that goes deeper is no error's.
const deepest = 5;

/** Reads the JSON of an error, whatever its shape: a text, an object, a list of either, or lists by field. */
export function readErrorBody(body: unknown): ErrorBody {
  // Some write "body.name" or "#/name".
  const names = namesIn(body, 0).flatMap((path) => path.split(/\W+/));
  return { texts: textsIn(body, 0), names };
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  if (Array.isArray(value)) return joined(value.flatMap((item) => textsIn(item, depth + 1).slice(0, 1)));
  const texts = textKeys.flatMap((key) => textsIn(Reflect.get(value, key), depth + 1));
  return texts.length > 0 || depth === 0 ? texts : joined(textsByField(value, depth));
}

/** Some servers list what is wrong by field: `{ "name": ["is taken"] }`. */
function textsByField(value: object, depth: number): string[] {
  return Object.entries(value).flatMap(([name, said]) =>
    Array.isArray(said) ? textsIn(said, depth + 1).map((text) => `${name}: ${text}`) : [],
  );
}

function joined(texts: string[]): string[] {
  return texts.length === 0 ? [] : [texts.join("; ")];
}

function namesIn(value: unknown, depth: number): string[] {
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, depth + 1));
  const own = nameKeys.flatMap((key) => [Reflect.get(value, key)].flat());
  const inner = textKeys.flatMap((key) => namesIn(Reflect.get(value, key), depth + 1));
  return [...own, ...inner].filter((name) => typeof name === "string");
}
