import { AppError } from "../../lib/errors.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, notExported } from "../redis/keys.ts";
import { keysLike, literally } from "../redis/scan.ts";
import { type DataMarker, readMarker } from "../redis/schema.ts";
import { type Entry, entriesOf } from "./entries.ts";
import { type WaitingJob, waitingJobs } from "./jobs.ts";

/** A line of an exported state. The first is the head, the last the end. */
export type StateLine =
  | { head: { at: string; data: DataMarker } }
  | { entry: Entry }
  /** The rows of a key that all workspaces share. */
  | { shared: Entry }
  | { job: WaitingJob & { owner?: string | undefined } }
  | { end: { lines: number } };

interface Options {
  redis: RedisClient;
  /** Only this one. */
  workspaceId?: string | undefined;
  /** The marker of data without one. */
  data: DataMarker;
  now: () => Date;
  onRedisError: (error: Error) => void;
}

/** Reads the state of all workspaces or of one, without passwords that are shown once. Jobs come after their records. */
export async function* stateLines(options: Options): AsyncGenerator<StateLine> {
  const { redis, workspaceId, now } = options;
  const marker = readMarker(await reachingRedis(() => redis.get(keys.schema())));
  if (marker?.importing !== undefined) throw new AppError("user", "An import into this Redis is unfinished.");
  yield { head: { at: now().toISOString(), data: marker ?? options.data } };
  let lines = 1;
  for await (const line of content(options, workspaceId)) {
    lines += 1;
    yield line;
  }
  yield { end: { lines } };
}

async function* content({ redis, onRedisError }: Options, workspaceId?: string): AsyncGenerator<StateLine> {
  const pattern = `qm:{${workspaceId === undefined ? "*" : literally(workspaceId)}}:*`;
  for await (const found of keysLike(redis, pattern))
    for (const key of found)
      if (isExported(key)) for await (const entry of entriesOf(redis, key)) yield { entry };
  for (const key of sharedKeys()) {
    for await (const shared of entriesOf(redis, key)) {
      const rows = shared.rows.filter(([id]) => workspaceId === undefined || isOf(workspaceId, id));
      if (rows.length > 0) yield { shared: { ...shared, rows } };
    }
  }
  for await (const { owner, ...job } of waitingJobs(redis, onRedisError))
    if (workspaceId === undefined || owner === workspaceId) yield { job: { ...job, owner } };
}

/** The keys that all workspaces share. Each holds ids of workspaces, or what begins with one. */
function sharedKeys(): string[] {
  return Object.values(keys).filter((key) => typeof key === "string");
}

/** True for a row of this workspace in a shared key. */
export function isOf(workspaceId: string, id: unknown): boolean {
  if (typeof id !== "string") return false;
  return (
    id === workspaceId || (id.startsWith(workspaceId) && /^[^A-Za-z0-9]/.test(id.slice(workspaceId.length)))
  );
}

/** True for a key of a workspace's state. */
export function isExported(key: string): boolean {
  const { kind } = /^qm:\{[^}]*\}:(?<kind>[^:]*)/.exec(key)?.groups ?? {};
  return kind !== undefined && !notExported.has(kind);
}

/** The workspace of a key. */
export function workspaceOf(key: string): string | undefined {
  return /^qm:\{([^}]*)\}:/.exec(key)?.[1];
}
