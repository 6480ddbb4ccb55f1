import type { Redis } from "ioredis";
import { reachingRedis } from "./redis.ts";

/** What Redis tells of itself; undefined for what this one does not tell. */
export interface RedisFacts {
  version: string | undefined;
  /** True where each write is also appended to a file. */
  isAppending: boolean | undefined;
  /** What it drops where its memory is full, as in "noeviction". */
  evictionPolicy: string | undefined;
  /** 0 for no limit. */
  maxMemoryInBytes: number | undefined;
}

/** Asks Redis; INFO is answered by managed ones too, which refuse CONFIG. */
export async function redisFacts(redis: Redis): Promise<RedisFacts> {
  const info = await reachingRedis(() => redis.info());
  const value = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, "m").exec(info)?.[1];
  const appending = value("aof_enabled");
  const maxMemory = value("maxmemory");
  return {
    version: value("redis_version"),
    isAppending: appending === undefined ? undefined : appending === "1",
    evictionPolicy: value("maxmemory_policy"),
    maxMemoryInBytes: maxMemory === undefined ? undefined : Number(maxMemory),
  };
}
