import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { asJson } from "../../lib/json.ts";
import { AppError } from "../../lib/errors.ts";
import * as texts from "./texts.ts";

/** Refuses a change of an item that a file manages. */
export type Refuse<Item> = (key: string, before: Item | undefined, after: Item | undefined) => void;

/** Where people see and change the items of a part in Slack. There, a note says when a file manages them. */
export interface ShownIn {
  /** Names of forms that change an item. They don't open for one that a file manages. */
  forms?: readonly string[];
  /** A window with all of its tabs, or one tab of it: "hook", "admin access". */
  tabs?: readonly string[];
  /** Names of the entries that list items. */
  lists?: readonly string[];
}

/**
 * A part of a workspace that people can have as code: a kind of record, as a feature declares it. Its items have keys,
 * and say all that is to be kept of a record: no secret, no progress, and not who set it when.
 */
export interface CodePart<Context = object, Item = unknown> {
  /** Its name in the file: "hooks". */
  name: string;
  /** One item, for people: "hook". */
  noun: string;
  /** Several items: "hooks". */
  nouns: string;
  shownIn: ShownIn;
  item: z.ZodType<Item>;
  /** The record that an item is made of. */
  record: z.ZodType;
  /** The fields of the record that aren't in the file, each as a path, and why. All others are. */
  leftOut: Readonly<Record<string, string>>;
  /** The most items that a workspace may have, in the file too. */
  most?: number;
  /** What makes two items the same thing. Without it, the file has the items by their keys. */
  keyOf?(this: void, item: Item): string;
  /** The rule for keys in the file. */
  key?: z.ZodType<string, string>;
  /** True if the file governs only the items that it names, so it never removes another. */
  ignoresUnlisted?: true;
  /** An item's name for people. Plain text. By default its key. */
  label?(key: string, item: Item): string;
  /**
   * The item for people, with the names that Slack and the cloud give now. A file's own names prove nothing. By default
   * it has no such names.
   */
  named?(item: Item, key: string, context: Context): Promise<Item>;
  /** What of a present item is to be compared with the wanted one. By default all. */
  compared?(present: Item, wanted: Item): Item;
  /** Why an item can't be put here, as a sentence in plain text. Undefined if it can. */
  problem?(
    key: string,
    wanted: Item,
    before: Item | undefined,
    context: Context,
  ): Promise<string | undefined>;
  /** The present items by key. */
  read(context: Context): Promise<ReadonlyMap<string, Item>>;
  /** Adds an item, or changes the one before, and records it. Fails as conflict if another is there now. */
  put(key: string, item: Item, before: Item | undefined, context: Context, by: string): Promise<void>;
  /** Removes an item and records it. */
  remove(key: string, before: Item, context: Context): Promise<void>;
  /** The records through which people change items, by name, with each change refused that `refuse` fails for. */
  guards: Readonly<Record<string, Guard<Context, Item>["guarded"]>>;
}

interface Guard<Context, Item> {
  guarded(records: Context, refuse: () => Promise<Refuse<Item>>): object;
}

/** Declares a part. Features list it in `asCode`. */
export function codePart<Context extends object, Item>(declared: CodePart<Context, Item>): CodePart {
  return declared;
}

/** True if two items say the same. */
export function isSameItem(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined
    ? one === other
    : isDeepStrictEqual(asJson({ one }).one, asJson({ one: other }).one);
}

/** Fails as conflict if the present item isn't the one that the change was shown for. */
export function expectSame(present: unknown, before: unknown): void {
  if (!isSameItem(present, before)) throw new AppError("conflict", texts.changedMeanwhile);
}
