import { oneLine, truncate } from "../../../lib/text.ts";
import { firstText, isRecord, opened, textOf } from "./reading/fields.ts";
import type { HookMapping } from "../hooks/record.ts";
import type { Sender } from "./sender.ts";

const variables = ["eventId", "state", "title", "body", "link", "startTime", "endTime"];

/**
 * The Handlebars template for a sender's body. Its numbers are in quotes, because an unknown variable renders as
 * nothing. A space comes before the last brace, because three braces in a row mean something else.
 */
export const bodyTemplate = `{\n${variables.map((name) => `  "${name}": "{{${name}}}"`).join(",\n")} }`;

/** The path of a value in a body, and the value on one line and shortened. */
interface Path {
  path: string;
  example: string;
}

const mostPaths = 200;
const deepest = 32;

/** The dotted paths of all texts, numbers and booleans in a JSON body, in its order, at most 200. */
export function pathsIn(body: unknown): Path[] {
  const paths: Path[] = [];
  collect(body, [], paths);
  return paths;
}

function collect(given: unknown, names: readonly string[], paths: Path[]): void {
  const value = opened(given);
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

/**
 * The value in a body at a dotted path, as in "labels.0.value". A name may contain dots. Undefined if there is none.
 */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  let rest: string | undefined = path;
  while (rest !== undefined) {
    // A text may hold JSON.
    value = opened(value);
    if (!isRecord(value) && !Array.isArray(value)) return undefined;
    const name = firstName(value, rest);
    if (name === undefined) return undefined;
    value = Reflect.get(value, name);
    rest = name.length === rest.length ? undefined : rest.slice(name.length + 1);
  }
  return value;
}

/** The shortest beginning of a path that is a name in the object. */
function firstName(value: object, path: string): string | undefined {
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(value, name)) return name;
  }
  return Object.hasOwn(value, path) ? path : undefined;
}

/** Reads bodies by a hook's mapping. A body without the mapped title has another shape. */
export function mapped(mapping: HookMapping): Sender {
  return {
    name: "mapped",

    read(body) {
      const at = (path: string | undefined) => (path === undefined ? undefined : shown(valueAt(body, path)));
      const title = firstText(at(mapping.title));
      if (title === "") return undefined;
      return [
        {
          id: at(mapping.key),
          title,
          body: at(mapping.body),
          group: at(mapping.group),
          severity: at(mapping.severity),
          states: [stateIn(mapping, at(mapping.state))],
          link: at(mapping.link),
          isObserved: true,
          isTest: false,
        },
      ];
    },
  };
}

/** The state that the mapping says a word or a number means, else the word itself. */
function stateIn({ firing, resolved }: HookMapping, value: unknown): unknown {
  const word = firstText(value).trim().toLowerCase();
  const has = (list = "") => list.split(",").some((each) => each.trim().toLowerCase() === word);
  if (word === "") return value;
  return has(firing) ? "firing" : has(resolved) ? "resolved" : value;
}

/** A boolean counts as its word, because it can be mapped like any other value. */
function shown(value: unknown): unknown {
  return typeof value === "boolean" ? String(value) : value;
}
