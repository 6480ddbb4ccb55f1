import { z } from "zod";
import { isAppError } from "../../lib/errors.ts";
import { hashJson } from "../../lib/hash.ts";
import { asJson } from "../../lib/json.ts";
import { missingOr, settings } from "../../lib/problem-words.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { readRecord } from "../redis/record.ts";
import { labelOf } from "./managed.ts";
import { type CodePart, isSameItem } from "./part.ts";
import * as texts from "./texts.ts";
import { type YamlProblem, readYamlAs, writeYaml } from "./yaml.ts";

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

/** What a file would change: an item that is there before, after, or both. */
export interface Difference {
  part: string;
  noun: string;
  key: string;
  /** Plain text. */
  label: string;
  before?: unknown;
  after?: unknown;
}

/** What a file would change in a workspace. Nothing of a part that it doesn't name. */
export async function differencesOf<Context>(
  parts: readonly CodePart<Context>[],
  wanted: WantedParts,
  context: Context,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const part of parts) {
    const items = wanted.get(part.name);
    if (items) found.push(...differencesIn(part, items, await part.read(context)));
  }
  return found;
}

/** Removals first, because they may free what an addition needs. */
function differencesIn(
  part: CodePart<never>,
  wanted: ReadonlyMap<string, unknown>,
  present: ReadonlyMap<string, unknown>,
): Difference[] {
  const { name, noun } = part;
  const of = (key: string, items: Pick<Difference, "before" | "after">): Difference => ({
    part: name,
    noun,
    key,
    label: labelOf(part, key, items.after ?? items.before),
    ...items,
  });
  const gone = part.ignoresUnlisted ? [] : [...present].filter(([key]) => !wanted.has(key));
  const others = [...wanted].filter(([key, item]) => {
    const before = present.get(key);
    if (before === undefined) return true;
    return !isSameItem(part.compared?.(before, item) ?? before, item);
  });
  return [
    ...gone.map(([key, before]) => of(key, { before })),
    ...others.map(([key, after]) => of(key, { before: present.get(key), after })),
  ];
}

/** What a file says that can't be here, each with its part and key. Only of what it would change. */
export async function problemsOf<Context>(
  parts: readonly CodePart<Context>[],
  differences: readonly Difference[],
  context: Context,
): Promise<{ part: string; key: string; message: string }[]> {
  const tooMany = (await Promise.all(parts.map((part) => tooManyOf(part, differences, context)))).flat();
  const found = await Promise.all(
    differences.map(async ({ part: name, key, before, after }) => {
      if (after === undefined) return [];
      const part = parts.find((each) => each.name === name);
      const message = await part?.problem?.(key, after, before, context);
      return message === undefined ? [] : [{ part: name, key, message }];
    }),
  );
  return [...tooMany, ...found.flat()];
}

/** The first item that would be above what a workspace may have of its kind. */
async function tooManyOf<Context>(
  part: CodePart<Context>,
  differences: readonly Difference[],
  context: Context,
): Promise<{ part: string; key: string; message: string }[]> {
  const { name, most, nouns } = part;
  const own = differences.filter((each) => each.part === name);
  const added = own.filter(({ before }) => before === undefined);
  if (most === undefined || added.length === 0) return [];
  const gone = own.filter(({ after }) => after === undefined).length;
  const room = Math.max(0, most - (await part.read(context)).size + gone);
  const first = added[room];
  return first ? [{ part: name, key: first.key, message: texts.tooMany(most, nouns) }] : [];
}

/** A hash of differences: another one if someone changed anything that they are about. */
export function hashOfDifferences(differences: readonly Difference[]): string {
  return hashJson(differences);
}

/** Makes the changes one by one. False if something else was there, which stays. Those before it are made. */
export async function makeChanges<Context>(
  parts: readonly CodePart<Context>[],
  differences: readonly Difference[],
  context: Context,
  by: string,
): Promise<boolean> {
  for (const { part: name, key, before, after } of differences) {
    const part = parts.find((each) => each.name === name);
    try {
      if (after === undefined) await part?.remove(key, before, context);
      else await part?.put(key, after, before, context, by);
    } catch (error) {
      if (!isAppError(error, "conflict")) throw error;
      return false;
    }
  }
  return true;
}

const WantedFile = z.object({
  text: z.string(),
  /** The hash of the differences that its admin saw. */
  seen: z.string(),
});
type WantedFile = z.output<typeof WantedFile>;

/** The files that admins of a workspace want to apply, in Redis by id, for an hour. */
export function wantedFiles(redis: RedisClient, workspaceId: string) {
  const keyOf = (id: string) => keys.wantedFile(workspaceId, id);
  return {
    /** Undefined if it is too old. */
    async find(id: string): Promise<WantedFile | undefined> {
      const stored = await reachingRedis(() => redis.get(keyOf(id)));
      return stored === null ? undefined : readRecord(WantedFile, stored, keyOf(id));
    },
    async save(id: string, file: WantedFile): Promise<void> {
      await reachingRedis(() => redis.set(keyOf(id), JSON.stringify(file), "EX", ttlInSeconds.wantedFile));
    },
  };
}

/** The files that wait for an admin. */
export type WantedFiles = ReturnType<typeof wantedFiles>;
