import type * as yaml from "yaml";

/** What is wrong on a line, from 1. */
export interface YamlProblem {
  line: number;
  message: string;
}

/** A document, and where its parts stand. */
export interface ReadYaml {
  value: unknown;
  /** The line of what is at a path; of what it would be in, where it is not there. */
  lineOf: (path: readonly PropertyKey[]) => number;
}

/** Reads YAML of one document without aliases, so that a short text stays small; the first problem says enough. */
export function readYaml(text: string, library: typeof yaml): ReadYaml | { problems: YamlProblem[] } {
  const lines = new library.LineCounter();
  const document = library.parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
  });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const [error] = document.errors;
  if (error) return { problems: [{ line: lineAt(error.pos[0]), message: notYaml(error) }] };
  const lineOf = (path: readonly PropertyKey[]) => lineAt(offsetOf(path, document, library));
  try {
    return { value: document.toJS({ maxAliasCount: 0 }), lineOf };
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw cause;
    return {
      problems: [{ line: 1, message: "Aliases (`*name`) are not read. Write out what they stand for." }],
    };
  }
}

function notYaml({ code, message }: yaml.YAMLParseError): string {
  if (code === "DUPLICATE_KEY") return "This is there twice.";
  if (code === "MULTIPLE_DOCS") return "This begins a second document. Write one only.";
  if (code === "RESOURCE_EXHAUSTION") return "This is nested too deep.";
  return `This is not YAML: ${message}.`;
}

/** Of the key, where the last step is one; of the value in lists. */
function offsetOf(path: readonly PropertyKey[], document: yaml.Document, library: typeof yaml): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    if (library.isMap(node)) {
      const pair = node.items.find(({ key }) => library.isScalar(key) && String(key.value) === step);
      if (!pair) break;
      offset = startOf(pair.key, library) ?? offset;
      node = pair.value;
    } else if (library.isSeq(node) && typeof step === "number") {
      node = node.items[step];
      offset = startOf(node, library) ?? offset;
    } else break;
  }
  return offset;
}

function startOf(node: unknown, library: typeof yaml): number | undefined {
  return library.isNode(node) ? node.range?.[0] : undefined;
}
