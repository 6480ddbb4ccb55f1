import { z } from "zod";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { within } from "../../lib/clock.ts";
import { AppError, attempt } from "../../lib/errors.ts";

/** Redis' facts about itself. Undefined if this Redis does not report one. */
export interface RedisFacts {
  version: string | undefined;
  /** True if it also appends each write to a file. */
  isAppending: boolean | undefined;
  /** When that file is written to disk, as in "everysec". Managed ones often do not report it. */
  syncs: string | undefined;
  /** How many replicas are connected. */
  replicas: number | undefined;
  /** What it evicts when its memory is full, as in "noeviction". */
  evictionPolicy: string | undefined;
  /** 0 for no limit. */
  maxMemoryInBytes: number | undefined;
}

/** Reads the facts. Managed ones answer INFO too, but most refuse CONFIG. */
export async function redisFacts(redis: RedisClient): Promise<RedisFacts> {
  const [info, syncs] = await reachingRedis(() => Promise.all([redis.info(), syncsOf(redis)]));
  const value = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, "m").exec(info)?.[1];
  const appending = value("aof_enabled");
  const maxMemory = value("maxmemory");
  const replicas = value("connected_slaves");
  return {
    version: value("redis_version"),
    isAppending: appending === undefined ? undefined : appending === "1",
    syncs,
    replicas: replicas === undefined ? undefined : Number(replicas),
    evictionPolicy: value("maxmemory_policy"),
    maxMemoryInBytes: maxMemory === undefined ? undefined : Number(maxMemory),
  };
}

async function syncsOf(redis: RedisClient): Promise<string | undefined> {
  try {
    return z.tuple([z.string(), z.string()]).parse(await redis.config("GET", "appendfsync"))[1];
  } catch {
    // The user may not ask. If Redis is away, INFO fails too.
    return undefined;
  }
}

// Posts use SET with NX and GET together, new in version 7. BullMQ needs less.
const oldestMajor = 7;

/** True for a version without features that we use. */
export function isTooOld(version: string): boolean {
  return Number(version.split(".")[0]) < oldestMajor;
}

/** How long a start waits for Redis, which may be away. */
const maxWaitMs = 3_000;

/** Fails as `user` if Redis answers and is too old. A silent one is not checked: the doctor checks it again. */
export async function refuseOldRedis(redis: RedisClient): Promise<void> {
  if (!(await isReady(redis))) return;
  const facts = await attempt(() => redisFacts(redis));
  const version = facts instanceof AppError ? undefined : facts.version;
  if (version === undefined || !isTooOld(version)) return;
  const sentence = `REDIS_URL points to Redis ${version}. Quartermaster needs Redis 7.0 or newer.`;
  throw new AppError("user", sentence);
}

async function isReady(redis: RedisClient): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  redis.once("ready", () => resolve(true));
  for (const trouble of ["error", "close"]) redis.once(trouble, () => resolve(false));
  return within(maxWaitMs, promise, false);
}
