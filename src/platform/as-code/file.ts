import { z } from "zod";
import { asJson } from "../../lib/json.ts";
import { missingOr, settings } from "../../lib/problem-words.ts";
import type { CodePart } from "./part.ts";
import { type YamlProblem, readYamlAs, writeYaml } from "./yaml.ts";
import * as texts from "./texts.ts";

/** The wanted items by part and key. */
export type WantedParts = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

const inWords = { error: missingOr(settings) };

/** The schema of a file of one workspace: each part is as the feature declares it, and may be left out. */
export function fileSchema(parts: readonly CodePart<never>[]) {
  const shape = Object.fromEntries(parts.map((part) => [part.name, partSchema(part).optional()]));
  return z.strictObject({ version: z.literal(1, { error: texts.version }), ...shape }, inWords);
}

function partSchema(part: CodePart<never>) {
  if (!part.keyOf) return z.record(part.key ?? z.string().min(1), part.item, inWords);
  return z.array(part.item).superRefine((items, issues) => {
    const keys = items.map((item) => part.keyOf?.(item));
    for (const [index, key] of keys.entries()) {
      if (keys.indexOf(key) === index) continue;
      issues.addIssue({ code: "custom", path: [index], message: texts.twice(part.noun), continue: true });
    }
  });
}

/** The wanted items of a value that fits the schema. */
export function wantedIn(
  parts: readonly CodePart<never>[],
  value: Readonly<Record<string, unknown>>,
): WantedParts {
  const named = parts.filter(({ name }) => value[name] !== undefined);
  return new Map(named.map((part) => [part.name, itemsIn(part, value[part.name])]));
}

function itemsIn({ keyOf }: CodePart<never>, value: unknown): ReadonlyMap<string, unknown> {
  if (Array.isArray(value)) return new Map(value.map((item: unknown) => [keyOf?.(item) ?? "", item]));
  return new Map(Object.entries(z.record(z.string(), z.unknown()).parse(value)));
}

/** Reads the file of one workspace, or returns all problems with their lines. */
export async function readWorkspaceFile(
  parts: readonly CodePart<never>[],
  text: string,
): Promise<
  { wanted: WantedParts; lineOf: (part: string, key: string) => number } | { problems: YamlProblem[] }
> {
  const read = await readYamlAs(fileSchema(parts), text);
  if ("problems" in read) return read;
  const wanted = wantedIn(parts, read.data);
  return { wanted, lineOf: (part, key) => read.lineOf(pathOf(parts, wanted, part, key)) };
}

/** Where a file of one workspace has an item. */
export function pathOf(
  parts: readonly CodePart<never>[],
  wanted: WantedParts,
  name: string,
  key: string,
): PropertyKey[] {
  const isList = parts.find((part) => part.name === name)?.keyOf !== undefined;
  return [name, isList ? [...(wanted.get(name)?.keys() ?? [])].indexOf(key) : key];
}

/** A workspace as a file. The same workspace always gives the same bytes. */
export async function writeWorkspaceFile<Context>(
  parts: readonly CodePart<Context>[],
  context: Context,
): Promise<string> {
  const file: Record<string, unknown> = { version: 1 };
  for (const part of parts) {
    const items = [...(await part.read(context))].toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (items.length === 0) continue;
    // `fromEntries` defines each key. An assignment would fail for "__proto__".
    file[part.name] = part.keyOf ? items.map(([, item]) => item) : Object.fromEntries(items);
  }
  return `${texts.fileHead}\n${await writeYaml(asJson(file))}`;
}
