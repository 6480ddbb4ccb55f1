import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { masterOf } from "../../src/platform/redis/nodes.ts";
import type { RedisOfKind } from "../support/redis-kinds/kind.ts";
import { until } from "../support/until.ts";

/** The moments of kills of a Redis, and of what was accepted around them. */
export interface RedisKills {
  /** Notes that something was accepted now. It was asked at `askedMs`. */
  accepted(askedMs: number): void;
  /** Kills the primary, lets a replica follow it or starts it again, and then starts all that was killed. */
  kill(key: string): Promise<void>;
  /** For each kill, the seconds until the next one was accepted, such as "2.1, 2.4". A dash if none came. */
  backAfter(): string;
  /** How many were accepted in the last second before a kill. */
  justBefore(): number;
}

/** How often the primary is killed, and in which condition. */
export interface Harm {
  times: number;
  /** How long before that its replicas lose their connection. */
  cutOffMs: number;
  /** Each primary's `min-replicas-to-write` before it is killed. */
  minReplicas: number;
}

/** Kills of this Redis, one after another. */
export function redisKills(redis: RedisOfKind, { cutOffMs, minReplicas }: Harm): RedisKills {
  const accepted: { askedMs: number; atMs: number }[] = [];
  const killedMs: number[] = [];
  let replicas: number | undefined;
  const failsOver = redis.kind === "sentinel" || redis.kind === "cluster";
  return {
    accepted: (askedMs) => void accepted.push({ askedMs, atMs: Date.now() }),
    async kill(key) {
      // One failure at a time: all replicas are there again.
      replicas ??= await replicasOf(redis);
      await until(async () => (await replicasOf(redis)) === replicas);
      for (const master of redis.masters()) await master.config("SET", "min-replicas-to-write", minReplicas);
      if (cutOffMs > 0) {
        await cutOff(masterOf(redis.client, key));
        await sleep(cutOffMs);
      }
      await redis.killPrimary(key);
      killedMs.push(Date.now());
      if (failsOver) await redis.failedOver();
      await redis.restartKilled();
    },
    backAfter: () =>
      killedMs
        .map((atMs) => {
          // An answer to an earlier request may still have been on its way.
          const next = accepted.find(({ askedMs }) => askedMs > atMs);
          return next ? ((next.atMs - atMs) / 1_000).toFixed(1) : nothing;
        })
        .join(", "),
    justBefore: () =>
      accepted.filter(({ askedMs, atMs: acceptedMs }) =>
        killedMs.some((atMs) => askedMs <= atMs && atMs - 1_000 < acceptedMs),
      ).length,
  };
}

/** Lets no replica come back. Clients that are connected stay. */
async function cutOff(master: Redis): Promise<void> {
  await master.config("SET", "requirepass", "not-for-replicas");
  await master.call("CLIENT", "KILL", "TYPE", "replica");
}

const nothing = "-";

/** How many replicas follow the masters. */
async function replicasOf(redis: RedisOfKind): Promise<number> {
  const infos = await Promise.all(redis.masters().map((master) => master.info("replication")));
  return infos.join("").split("state=online").length - 1;
}
