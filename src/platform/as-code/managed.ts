import { z } from "zod";
import { extended, lazily } from "../../lib/cache.ts";
import { AppError } from "../../lib/errors.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys } from "../redis/keys.ts";
import { recordReader } from "../redis/record.ts";
import { type CodePart, type Refuse, type ShownIn, isSameItem } from "./part.ts";
import * as texts from "./texts.ts";

/** What a file manages in a workspace. */
const Managed = z.object({
  /** The hash of the file's text that was applied last. Absent before the first. */
  hash: z.string().optional(),
  appliedAt: z.iso.datetime().optional(),
  /** The name of the file, without its folder. */
  file: z.string().optional(),
  /** The wanted items by part and key. */
  parts: z.record(z.string(), z.record(z.string(), z.json())),
  /** Why the present file was not applied, each with its line. */
  problems: z.array(z.object({ line: z.int().optional(), message: z.string() })).optional(),
  /** The hash of the file with these problems. */
  brokenHash: z.string().optional(),
});
export type Managed = z.output<typeof Managed>;

/** The workspaces that a file manages, or managed. */
export function managedWorkspaces(redis: RedisClient) {
  return {
    list: (): Promise<string[]> => reachingRedis(() => redis.smembers(keys.managedWorkspaces)),
    forget: (workspaceId: string) => reachingRedis(() => redis.srem(keys.managedWorkspaces, workspaceId)),
  };
}

/** What a file manages in one workspace, in Redis. */
export function managedParts(redis: RedisClient, workspaceId: string) {
  const key = keys.managedParts(workspaceId);
  const read = recordReader(Managed, key, 1);
  return {
    /** Undefined if there is no file. */
    async find(): Promise<Managed | undefined> {
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : read(stored);
    },
    save: (managed: Managed): Promise<void> =>
      reachingRedis(async () => {
        await redis.sadd(keys.managedWorkspaces, workspaceId);
        await redis.set(key, JSON.stringify(managed));
      }),
    async drop(): Promise<void> {
      await reachingRedis(() => redis.del(key));
    },
  };
}

/** What a file manages in a workspace. */
export type ManagedParts = ReturnType<typeof managedParts>;

/** The records that a file may manage, with each change refused that it manages. For all that people do. */
export function recordsGuardedByFile<Context extends { managedParts: Pick<ManagedParts, "find"> }>(
  parts: readonly CodePart<Context>[],
  context: Context,
): object {
  const names = new Set(parts.flatMap(({ guards }) => Object.keys(guards)));
  const held = ([...names] as const).map((name) => {
    const make = () => guardedRecords(name, parts, context);
    return [name, make] as const;
  });
  return lazily(Object.fromEntries(held));
}

/** Records of this name, guarded by each part that guards them. */
function guardedRecords<Context extends { managedParts: Pick<ManagedParts, "find"> }>(
  name: string,
  parts: readonly CodePart<Context>[],
  context: Context,
): unknown {
  let guarded: Context & Readonly<Record<string, unknown>> = context;
  for (const part of parts) {
    const refuse = async () => refusalOf(part, await context.managedParts.find());
    const records = part.guards[name]?.(guarded, refuse);
    if (records) guarded = extended(guarded, { [name]: records });
  }
  return guarded[name];
}

/** An item's name for people. Plain text. */
export function labelOf(part: Pick<CodePart<never>, "label">, key: string, item: unknown): string {
  return part.label?.(key, item) ?? key;
}

function refusalOf(part: CodePart<never>, managed: Managed | undefined): Refuse<unknown> {
  const held = managed?.parts[part.name];
  if (!held) return () => undefined;
  return (key, before, after) => {
    if (isSameItem(before, after)) return;
    const wanted: unknown = Object.hasOwn(held, key) ? held[key] : undefined;
    if (wanted === undefined && part.ignoresUnlisted) return;
    const seen = (item: unknown) => (wanted === undefined ? item : (part.compared?.(item, wanted) ?? item));
    if (before !== undefined && after !== undefined && isSameItem(seen(before), seen(after))) return;
    const file = managed?.file;
    if (before === undefined && wanted === undefined)
      throw new AppError("forbidden", texts.managedNew(part.noun, file));
    throw new AppError("forbidden", texts.managed(part.noun, labelOf(part, key, before ?? after), file));
  };
}

/** Says where people see and change things that a file manages them, before anyone types. */
export type ManagedPlaces = ReturnType<typeof managedPlaces>;

type Place = { tab: string } | { list: string };

/** The places of a workspace that show parts which a file manages. */
export function managedPlaces(
  parts: readonly CodePart<never>[],
  managedParts: Pick<ManagedParts, "find">,
): {
  /** Fails as forbidden if a form would change what a file manages. `given` names what it is about. */
  refuseForm(this: void, form: string, given: Readonly<Record<string, unknown>>): Promise<void>;
  /** The note in mrkdwn above a tab, as in "admin access", or a list, by its entry. `about` is a tab's subject. */
  noteFor(this: void, place: Place, about?: string): Promise<string | undefined>;
} {
  /** What a file has of the parts in a place. */
  async function held(isThere: (shownIn: ShownIn) => boolean, about: readonly unknown[] | undefined) {
    const there = parts.filter(({ shownIn }) => isThere(shownIn));
    if (there.length === 0) return undefined;
    const managed = await managedParts.find();
    const found = there.flatMap((part) => heldOf(part, managed, about));
    return found.length === 0 ? undefined : { found, file: managed?.file };
  }

  return {
    async refuseForm(form, given) {
      const there = await held(({ forms }) => forms?.includes(form) ?? false, Object.values(given));
      const [first] = there?.found ?? [];
      if (!there || !first) return;
      const [label] = first.labels ?? [];
      throw new AppError(
        "forbidden",
        label === undefined
          ? texts.managedAll(first.part.nouns, there.file)
          : texts.managed(first.part.noun, label, there.file),
      );
    },
    async noteFor(place, about) {
      const there = await held(
        (shownIn) => isPlace(shownIn, place),
        about === undefined ? undefined : [about],
      );
      if (!there) return undefined;
      const lines = there.found.map(({ part, labels }) => texts.noted(part.nouns, labels));
      return texts.note(lines, there.file);
    },
  };
}

function isPlace({ tabs = [], lists = [] }: ShownIn, place: Place): boolean {
  if ("list" in place) return lists.includes(place.list);
  const [window = ""] = place.tab.split(" ");
  return tabs.includes(place.tab) || tabs.includes(window);
}

/** A part that a file has; with the names of the items if it governs only those. Nothing if it has none of these. */
function heldOf(
  part: CodePart<never>,
  managed: Managed | undefined,
  about: readonly unknown[] | undefined,
): { part: CodePart<never>; labels?: string[] }[] {
  const items = managed?.parts[part.name];
  if (!items) return [];
  if (!part.ignoresUnlisted) return [{ part }];
  const keys = about?.map((each) => String(each).toLowerCase());
  const labels = Object.entries(items)
    .filter(([key]) => keys?.includes(key.toLowerCase()) ?? true)
    .map(([key, item]) => labelOf(part, key, item));
  return labels.length === 0 ? [] : [{ part, labels }];
}
