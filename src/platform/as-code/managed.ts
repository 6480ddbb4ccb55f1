import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { layered, lazily } from "../../lib/lazy.ts";
import { keys } from "../redis/keys.ts";
import { recordReader } from "../redis/record.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { type CodePart, type Refuse, isSameItem } from "./part.ts";
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
    if (records) guarded = layered(guarded, { [name]: records });
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
