import { z } from "zod";
import type { Redis } from "ioredis";
import { memoize } from "../../lib/cache.ts";
import { type RedisFacts, factsOf } from "./facts.ts";
import { keys, ttlInSeconds } from "./keys.ts";
import { isOfSentinels, masterOf, tagOf } from "./nodes.ts";
import { type Durability, type RedisClient, reachingRedis } from "./connect.ts";

/** The outcome of the write that lets a request leave: passed, another process was faster, or it may be lost. */
export type Fenced = "passed" | "taken" | "unconfirmed";

/** How Redis can confirm a write: by its append-only file, by a replica, by both or not at all. */
interface ConfirmingWays {
  /** "always": each write's answer confirms it. "on request": by WAITAOF, from 7.2 on. */
  file: "always" | "on request" | undefined;
  replica: boolean;
}

/** Finds how a Redis can confirm writes. */
export function confirmingWays({
  version,
  isAppending,
  syncs,
  replicas,
}: Pick<RedisFacts, "version" | "isAppending" | "syncs" | "replicas">): ConfirmingWays {
  return { file: isAppending ? fileWay(version, syncs) : undefined, replica: (replicas ?? 0) > 0 };
}

function fileWay(version: string | undefined, syncs: string | undefined): ConfirmingWays["file"] {
  if (syncs === "always") return "always";
  // With "no" the system decides when to write, and WAITAOF would wait for nothing.
  if (syncs === "no" || version === undefined) return undefined;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 7 || (major === 7 && minor >= 2) ? "on request" : undefined;
}

/** `everysec` writes the file once a second. The rest is for a busy disk. */
const usualTimeoutMs = 3_000;

/** A failover takes less. A replica that is still away after that is no longer waited for. */
const replacedWithinMs = 60_000;

/**
 * Asks Redis over a connection of its own, because commands behind a wait also wait. In a cluster it asks the master that
 * holds the key. Requests during a wait share the next one, so each is answered within two.
 */
export function durability(
  redis: RedisClient,
  timeoutMs = usualTimeoutMs,
  now = () => performance.now(),
): Durability {
  const waitsAt = memoize((_node) => sharedWait());
  const known = new Map<string, { replicas: number; fewerSinceMs?: number }>();

  /** True if another server may take this one's place, or has done so, without its last writes. */
  function mayBeReplaced(facts: RedisFacts, bySentinels: boolean): boolean {
    const { runId = "", replicas = 0, hadReplicas = false } = facts;
    const before = known.get(runId) ?? { replicas: hadReplicas || bySentinels ? 1 : 0 };
    const { fewerSinceMs = now() } = before;
    const isReplaceable = replicas < before.replicas && now() - fewerSinceMs < replacedWithinMs;
    known.set(runId, isReplaceable ? { ...before, fewerSinceMs } : { replicas });
    return isReplaceable;
  }

  return {
    async isKept(key, value) {
      const master = await reachingRedis(async () => masterOf(redis, key));
      const { host, port } = master.options;
      const node = `${host}:${port}`;
      const confirm = async () => {
        const facts = await factsOf(master);
        // A former primary that returns has no replica, and its sentinels take seconds to make it one.
        if (mayBeReplaced(facts, isOfSentinels(master))) return false;
        return confirmWrites(master, facts, keys.writeProof(tagOf(key)), timeoutMs);
      };
      if (!(await waitsAt(node)(confirm))) return false;
      // After a failover, the new server may have confirmed without this record.
      return (await reachingRedis(() => redis.get(key))) === value;
    },
  };
}

/** Begins one wait after another. All who ask during one share the next. */
function sharedWait(): (confirm: () => Promise<boolean>) => Promise<boolean> {
  let underWay: Promise<unknown> = Promise.resolve();
  let following: Promise<boolean> | undefined;

  async function begin(confirm: () => Promise<boolean>): Promise<boolean> {
    await underWay.catch(() => {});
    const wait = confirm();
    underWay = wait;
    following = undefined;
    return wait;
  }

  return (confirm) => (following ??= begin(confirm));
}

/** Waits until all earlier writes to a master are safe. False if that takes too long. */
async function confirmWrites(
  master: Redis,
  facts: RedisFacts,
  proof: string,
  timeoutMs: number,
): Promise<boolean> {
  const ways = confirmingWays(facts);
  const { replicas = 0 } = facts;
  // Redis waits for this connection's last write, and so for everything written before by anyone.
  await reachingRedis(() => master.set(proof, "", "EX", ttlInSeconds.writeProof));
  const waits = [
    ...(ways.file === "on request" ? [atLeast(1, master.call("WAITAOF", 1, 0, timeoutMs))] : []),
    // After a failover, any of them may be the primary. Sentinels go by what they heard seconds ago.
    ...(ways.replica ? [atLeast(replicas, master.wait(replicas, timeoutMs))] : []),
  ];
  return (await reachingRedis(() => Promise.all(waits))).every(Boolean);
}

/** True if so many confirmed, the own file first. A Redis with a user that may not wait counts as unable to confirm. */
async function atLeast(count: number, wait: Promise<unknown>): Promise<boolean> {
  try {
    return z.coerce.number().parse([await wait].flat()[0]) >= count;
  } catch (error) {
    if (error instanceof Error && /^(?:ERR|NOPERM) /.test(error.message)) return true;
    throw error;
  }
}
