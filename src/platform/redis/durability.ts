import type { Redis } from "ioredis";
import { z } from "zod";
import { type RedisFacts, redisFacts } from "./facts.ts";
import { reachingRedis } from "./connect.ts";
import { proveWritable } from "./writable.ts";

/** Tells whether what was written survives a crash or a failover of Redis. */
export interface Durability {
  /**
   * False if Redis does not confirm within the limit that it has this record safely, or has another by then. True if it
   * confirms it, or has no way to confirm anything. Fails as `upstream` when Redis cannot be reached.
   */
  isKept(key: string, value: string): Promise<boolean>;
}

/** What came of the write by which a request may leave: another process was faster, or it may not be kept. */
export type Fenced = "passed" | "taken" | "unconfirmed";

/** How Redis can confirm a write: by its append-only file, by a replica, by both or not at all. */
interface ConfirmingWays {
  /** "always": the answer to a write says it already. "on request": WAITAOF, from 7.2 on. */
  file: "always" | "on request" | undefined;
  replica: boolean;
}

/** Tells how a Redis can confirm writes, by what it tells of itself. */
export function confirmingWays({ version, isAppending, syncs, replicas }: RedisFacts): ConfirmingWays {
  return { file: isAppending ? fileWay(version, syncs) : undefined, replica: (replicas ?? 0) > 0 };
}

function fileWay(version: string | undefined, syncs: string | undefined): ConfirmingWays["file"] {
  if (syncs === "always") return "always";
  // With "no" the system decides when it writes, and WAITAOF would wait in vain.
  if (syncs === "no" || version === undefined) return undefined;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 7 || (major === 7 && minor >= 2) ? "on request" : undefined;
}

/** `everysec` writes the file once a second; the rest is for a disk that is busy. */
const usualTimeoutMs = 3_000;

/**
 * Asks a Redis over a connection that nothing else uses, since commands behind a wait wait as well. Those who ask while it
 * waits share the next wait: however many there are, each is answered within two.
 */
export function durability(redis: Redis, timeoutMs = usualTimeoutMs): Durability {
  let underWay: Promise<unknown> = Promise.resolve();
  let following: Promise<boolean> | undefined;

  function nextWait(): Promise<boolean> {
    following ??= begin();
    return following;
  }

  async function begin(): Promise<boolean> {
    await underWay.catch(() => {});
    const wait = confirmWrites(redis, timeoutMs);
    underWay = wait;
    following = undefined;
    return wait;
  }

  return {
    async isKept(key, value) {
      if (!(await nextWait())) return false;
      // After a failover, another server may have confirmed without having it.
      return (await reachingRedis(() => redis.get(key))) === value;
    },
  };
}

/** Waits until all that was written before is safe; false if that takes too long. */
async function confirmWrites(redis: Redis, timeoutMs: number): Promise<boolean> {
  const ways = confirmingWays(await redisFacts(redis));
  // Redis waits for what its own connection wrote last, and with it for all that anyone wrote before.
  await proveWritable(redis);
  const waits = [
    ...(ways.file === "on request" ? [redis.call("WAITAOF", 1, 0, timeoutMs)] : []),
    ...(ways.replica ? [redis.wait(1, timeoutMs)] : []),
  ];
  const confirmed = await reachingRedis(() => Promise.all(waits.map(unlessRefused)));
  return confirmed.every((count) => count >= 1);
}

/** How many confirmed, the file of one's own first. A Redis whose users may not wait counts as one that cannot confirm. */
async function unlessRefused(wait: Promise<unknown>): Promise<number> {
  try {
    return z.coerce.number().parse([await wait].flat()[0]);
  } catch (error) {
    if (error instanceof Error && /^(?:ERR|NOPERM) /.test(error.message)) return 1;
    throw error;
  }
}
