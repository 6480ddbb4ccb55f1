import { hashJson } from "../../lib/hash.ts";
import { isAppError } from "../../lib/errors.ts";
import type { WantedParts } from "./file.ts";
import { labelOf } from "./managed.ts";
import { type CodePart, isSameItem } from "./part.ts";
import * as texts from "./texts.ts";

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
