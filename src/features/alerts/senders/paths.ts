import { oneLine, truncate } from "../../../lib/text.ts";
import { isRecord, textOf } from "./reading/fields.ts";

/** Where in a body something stands, and what stands there, on one line and shortened. */
export interface Path {
  path: string;
  example: string;
}

const mostPaths = 200;
const deepest = 32;

/** The dotted paths of all texts, numbers and booleans in a body of JSON, in its order, 200 at most. */
export function pathsIn(body: unknown): Path[] {
  const paths: Path[] = [];
  collect(body, [], paths);
  return paths;
}

function collect(value: unknown, names: readonly string[], paths: Path[]): void {
  if (paths.length >= mostPaths || names.length > deepest) return;
  if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (paths.length >= mostPaths) return;
      collect(inner, [...names, name], paths);
    }
  } else if (names.length > 0 && (typeof value === "boolean" || textOf(value) !== "")) {
    const text = typeof value === "boolean" ? String(value) : textOf(value);
    paths.push({ path: names.join("."), example: truncate(oneLine(text.slice(0, 300)), 60) });
  }
}

/** What stands in a body at a dotted path, as in "labels.0.value"; a name may hold dots itself. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  let rest: string | undefined = path;
  while (rest !== undefined) {
    if (!isRecord(value) && !Array.isArray(value)) return undefined;
    const name = firstName(value, rest);
    if (name === undefined) return undefined;
    value = Reflect.get(value, name);
    rest = name.length === rest.length ? undefined : rest.slice(name.length + 1);
  }
  return value;
}

/** The shortest beginning of the path that is a name there. */
function firstName(value: object, path: string): string | undefined {
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(value, name)) return name;
  }
  return Object.hasOwn(value, path) ? path : undefined;
}
