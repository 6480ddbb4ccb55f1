import { Cluster, type Redis } from "ioredis";
import { memoize } from "../../lib/cache.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";

/** The masters, each with its own connection: of a cluster all, or else the one server. Fails if a cluster is away. */
export function mastersOf(redis: RedisClient): Redis[] {
  if (!(redis instanceof Cluster)) return [redis];
  const masters = redis.status === "ready" ? redis.nodes("master") : [];
  if (masters.length === 0) throw new Error("The cluster isn't connected.");
  return masters;
}

/** The master that holds a key. Fails if a cluster is away, or its slot has no master. */
export function masterOf(redis: RedisClient, key: string): Redis {
  if (!(redis instanceof Cluster)) return redis;
  const [holder] = redis.slots[slotOf(key)] ?? [];
  const master = mastersOf(redis).find(({ options }) => `${options.host}:${options.port}` === holder);
  if (!master) throw new Error("This part of the cluster has no master.");
  return master;
}

/** True if sentinels say where this server is. */
export function isOfSentinels({ options }: Redis): boolean {
  return typeof options.name === "string";
}

/** What decides a key's slot: what is in its first braces, or all of it. */
export function tagOf(key: string): string {
  return /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key;
}

const slotCount = 16_384;

/** The slot of a key in a cluster: CRC16 of its tag. */
export function slotOf(key: string): number {
  const tag = tagOf(key);
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x80_00 ? 0x10_21 : 0)) & 0xff_ff;
  }
  return crc % slotCount;
}

/** The least number that is in this slot when it is a key's tag. */
function tagInSlot(slot: number): string {
  let tag = 0;
  while (slotOf(String(tag)) !== slot) tag += 1;
  return String(tag);
}

const tagOfSlot = memoize((slot: string) => tagInSlot(Number(slot)));

/** A tag for a key on each master. One without meaning if there are no slots. */
export function tagOfEachMaster(redis: RedisClient): string[] {
  if (!(redis instanceof Cluster)) return ["0"];
  const firstSlots = new Map<string, string>();
  for (const [slot, [master]] of redis.slots.entries())
    if (master !== undefined && !firstSlots.has(master)) firstSlots.set(master, tagOfSlot(String(slot)));
  if (firstSlots.size === 0) throw new Error("The cluster isn't connected.");
  return [...firstSlots.values()];
}

const keysAtOnce = 500;

/** The keys that fit a pattern, some at a time, from all primaries of a cluster. A key may come twice. */
export async function* keysLike(redis: RedisClient, pattern: string): AsyncGenerator<string[]> {
  for (const node of await reachingRedis(async () => mastersOf(redis))) {
    let cursor = "0";
    do {
      const [next, found] = await reachingRedis(() =>
        node.scan(cursor, "MATCH", pattern, "COUNT", keysAtOnce),
      );
      yield found;
      cursor = next;
    } while (cursor !== "0");
  }
}

/** A text that stands for itself in a pattern. A cluster's braces need no escape. */
export function literally(text: string): string {
  return text.replaceAll(/[[\]*?\\]/g, "\\$&");
}
