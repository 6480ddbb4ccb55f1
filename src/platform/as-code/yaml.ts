import type * as yaml from "yaml";
import { z } from "zod";
import { inWords } from "../../lib/problem-words.ts";
import { asSentences, capital, formatList, nearest } from "../../lib/text.ts";

// The package loads slowly, and few processes need it.
const loaded = () => import("yaml");

/** A value as YAML. The same value always gives the same text. */
export async function writeYaml(value: unknown): Promise<string> {
  const { stringify } = await loaded();
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Reads YAML by a schema, or returns all problems, each with its line from 1. */
export async function readYamlAs<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): Promise<{ data: z.output<Schema>; lineOf: LineOf } | { problems: YamlProblem[] }> {
  const read = readYaml(text, await loaded());
  if ("problems" in read) return read;
  const parsed = schema.safeParse(read.value ?? {}, inWords);
  if (parsed.success) return { data: parsed.data, lineOf: read.lineOf };
  const problems = withoutFollowing(parsed.error.issues).flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => unknownKey(issue.path, key, knownKeys(schema, issue.path), read))
      : [{ line: read.lineOf(issue.path), message: asSentences([`${nameOf(issue.path)} ${issue.message}`]) }],
  );
  return { problems: problems.toSorted((a, b) => a.line - b.line) };
}

/** Drops the issues of a whole object if one of its parts has an issue of its own. */
function withoutFollowing(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const misread = new Set(issues.filter(({ code }) => code !== "custom").map(({ path }) => path.join(".")));
  return issues.filter(({ code, path }) => code !== "custom" || !misread.has(path.join(".")));
}

/** The name of a setting as people know it, as in "`severity`" or "Rule 2". */
function nameOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return "This";
  if (typeof last !== "number") return `\`${String(last)}\``;
  const one = String(path.at(-2) ?? "entry").replace(/(?<=ch)es$|s$/, "");
  return `${capital(one)} ${last + 1}`;
}

function unknownKey(
  path: readonly PropertyKey[],
  key: string,
  known: readonly string[],
  { lineOf }: ReadYaml,
): YamlProblem {
  const near = nearest(key, known);
  const hint = near === undefined ? `Use ${formatList([...known], "or")}.` : `Did you mean \`${near}\`?`;
  return { line: lineOf([...path, key]), message: `\`${key}\` isn't a setting here. ${hint}` };
}

/** The names of the settings at a path of a schema. */
function knownKeys(schema: unknown, path: readonly PropertyKey[]): string[] {
  const [step, ...rest] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return knownKeys(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe)
    return knownKeys(schema.out instanceof z.ZodTransform ? schema.in : schema.out, path);
  if (schema instanceof z.ZodArray) return knownKeys(schema.element, rest);
  if (schema instanceof z.ZodRecord) return knownKeys(schema.valueType, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  return step === undefined ? Object.keys(schema.shape) : knownKeys(schema.shape[String(step)], rest);
}

/** A problem and its line, from 1. */
export interface YamlProblem {
  line: number;
  message: string;
}

/** A document, and the lines of its parts. */
interface ReadYaml {
  value: unknown;
  lineOf: LineOf;
}

/** The line of the part at a path, or of its nearest parent if there is none. From 1. */
type LineOf = (path: readonly PropertyKey[]) => number;

/** Reads one YAML document, or returns its first problem. Without aliases, a short text cannot grow large. */
function readYaml(text: string, library: typeof yaml): ReadYaml | { problems: YamlProblem[] } {
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
      problems: [{ line: 1, message: "I don't read aliases (`*name`). Write out their values." }],
    };
  }
}

function notYaml({ code, message }: yaml.YAMLParseError): string {
  if (code === "DUPLICATE_KEY") return "This name appears twice.";
  if (code === "MULTIPLE_DOCS") return "This starts a second document. Use only one.";
  if (code === "RESOURCE_EXHAUSTION") return "This is nested too deep.";
  return `This isn't YAML: ${message}.`;
}

/** The offset of the part at a path: of its key in a map, of its value in a list. */
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
