import type { Redis } from "ioredis";
import { z } from "zod";
import { reachingRedis } from "./connect.ts";

/** What Redis tells of itself; undefined for what this one does not tell. */
export interface RedisFacts {
  version: string | undefined;
  /** True where each write is also appended to a file. */
  isAppending: boolean | undefined;
  /** When the file is written to disk, as in "everysec"; managed ones often do not tell. */
  syncs: string | undefined;
  /** How many replicas are connected. */
  replicas: number | undefined;
  /** What it drops where its memory is full, as in "noeviction". */
  evictionPolicy: string | undefined;
  /** 0 for no limit. */
  maxMemoryInBytes: number | undefined;
}

/** Asks Redis; INFO is answered by managed ones too, which mostly refuse CONFIG. */
export async function redisFacts(redis: Redis): Promise<RedisFacts> {
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

async function syncsOf(redis: Redis): Promise<string | undefined> {
  try {
    return z.tuple([z.string(), z.string()]).parse(await redis.config("GET", "appendfsync"))[1];
  } catch {
    // It may not be asked for. When Redis is away, INFO fails as well, and says so.
    return undefined;
  }
}
