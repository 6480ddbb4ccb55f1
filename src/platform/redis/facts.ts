import type { Redis } from "ioredis";
import { z } from "zod";
import type { RedisAddress } from "./address.ts";
import { keys } from "./keys.ts";
import { mastersOf } from "./nodes.ts";
import { tryRecord } from "./record.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { within } from "../../lib/clock.ts";
import { AppError, attempt } from "../../lib/errors.ts";

/** Redis' facts about itself. Undefined if this Redis does not report one. */
export interface RedisFacts {
  product: "Redis" | "Valkey";
  /** The name of this run of its process. */
  runId?: string | undefined;
  /** The product's own version. */
  version: string | undefined;
  /** True if it also appends each write to a file. */
  isAppending: boolean | undefined;
  /** When that file is written to disk, as in "everysec". Managed ones often do not report it. */
  syncs: string | undefined;
  /** How many replicas are connected, have what there was before, and answered within 10 s. */
  replicas: number | undefined;
  /** True if one was connected in the last hour, or as long as `repl-backlog-ttl` says. */
  hadReplicas?: boolean;
  /** What it evicts when its memory is full, as in "noeviction". */
  evictionPolicy: string | undefined;
  /** 0 for no limit. */
  maxMemoryInBytes: number | undefined;
  /** True if it saves snapshots now and then. */
  isSnapshotting: boolean | undefined;
}

/** What kind of Redis it is, and the facts of its masters. */
export interface RedisSetup extends Pick<RedisAddress, "kind" | "masterName" | "isTls"> {
  masters: readonly RedisFacts[];
}

/** The facts of each master: one, unless it is a cluster. */
export async function redisFacts(redis: RedisClient): Promise<RedisFacts[]> {
  const masters = await reachingRedis(async () => mastersOf(redis));
  return Promise.all(masters.map(factsOf));
}

/** Reads one server's facts. Managed ones answer INFO too, but most refuse CONFIG. */
export async function factsOf(redis: Redis): Promise<RedisFacts> {
  const [info, syncs, saves] = await reachingRedis(() =>
    Promise.all([redis.info(), settingOf(redis, "appendfsync"), settingOf(redis, "save")]),
  );
  const value = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, "m").exec(info)?.[1];
  const count = (field: string) => {
    const text = value(field);
    return text === undefined ? undefined : Number(text);
  };
  const connected = count("connected_slaves");
  const appending = value("aof_enabled");
  const ofValkey = value("valkey_version");
  return {
    product: ofValkey === undefined ? "Redis" : "Valkey",
    runId: value("run_id"),
    // Valkey also reports the version of Redis that it is compatible with.
    version: ofValkey ?? value("redis_version"),
    isAppending: appending === undefined ? undefined : appending === "1",
    syncs,
    replicas: connected && connected - absentReplicas(info),
    hadReplicas: value("repl_backlog_active") === "1",
    evictionPolicy: value("maxmemory_policy"),
    maxMemoryInBytes: count("maxmemory"),
    isSnapshotting: saves === undefined ? undefined : saves !== "",
  };
}

/** How many are still being filled, or hang: Redis itself gives one up after 60 s. */
function absentReplicas(info: string): number {
  const replicas = [...info.matchAll(/^slave\d+:(.*)/gm)].map(([, facts = ""]) => facts);
  return replicas.filter((facts) => !facts.includes("state=online") || /lag=\d{2}/.test(facts)).length;
}

async function settingOf(redis: Redis, name: string): Promise<string | undefined> {
  try {
    return z.tuple([z.string(), z.string()]).parse(await redis.config("GET", name))[1];
  } catch {
    // The user may not ask. If Redis is away, INFO fails too.
    return undefined;
  }
}

/** Which runs of Redis' processes were seen, when last, and since when something may be forgotten. */
const SeenRuns = z.object({
  runs: z.string(),
  seenAt: z.iso.datetime(),
  gap: z.object({ from: z.iso.datetime(), foundAt: z.iso.datetime() }).optional(),
});
export type SeenRuns = z.output<typeof SeenRuns>;

/** Knows whether Redis is another process than before: it was restarted, or a replica took over. */
export function seenRuns(redis: RedisClient) {
  return {
    /** The masters' own names of their present runs. */
    async present(): Promise<string> {
      const infos = await reachingRedis(() =>
        Promise.all(mastersOf(redis).map((each) => each.info("server"))),
      );
      return infos
        .map((info) => /^run_id:(\w+)/m.exec(info)?.[1] ?? "")
        .toSorted()
        .join(" ");
    },
    async find(): Promise<SeenRuns | undefined> {
      const kept = await reachingRedis(() => redis.get(keys.seenRuns()));
      return kept === null ? undefined : tryRecord(SeenRuns, kept);
    },
    async save(seen: SeenRuns): Promise<void> {
      await reachingRedis(() => redis.set(keys.seenRuns(), JSON.stringify(seen)));
    },
  };
}

// Posts use SET with NX and GET together, new in version 7. BullMQ needs less.
const oldestMajor = 7;

/** True for a version without features that we use. */
export function isTooOld(version: string): boolean {
  return version !== "" && Number(version.split(".")[0]) < oldestMajor;
}

/** How long a start waits for Redis, which may be away. */
const maxWaitMs = 3_000;

/** Fails as `user` if Redis answers and is too old. A silent one is not checked: the doctor checks it again. */
export async function refuseOldRedis(redis: RedisClient): Promise<void> {
  if (!(await isReady(redis))) return;
  const facts = await attempt(() => redisFacts(redis));
  const old = facts instanceof AppError ? undefined : facts.find(({ version = "" }) => isTooOld(version));
  if (!old) return;
  const sentence = `REDIS_URL points to ${old.product} ${old.version}. Quartermaster needs Redis 7.0 or newer, or Valkey.`;
  throw new AppError("user", sentence);
}

async function isReady(redis: RedisClient): Promise<boolean> {
  if (redis.status === "ready") return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const [isThere, isNot] = [() => resolve(true), () => resolve(false)];
  redis.on("ready", isThere).on("error", isNot).on("close", isNot);
  try {
    return await within(maxWaitMs, promise, false);
  } finally {
    redis.off("ready", isThere).off("error", isNot).off("close", isNot);
  }
}
