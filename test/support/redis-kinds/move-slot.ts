import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { slotOf } from "../../../src/platform/redis/nodes.ts";
import type { RedisOfKind } from "./kind.ts";

/** A slot that moves from one master of a cluster to another. Until the end it is with both. */
export interface MovingSlot {
  /** Moves these keys. Clients that ask the old master for one of them are sent to the new one (ASK). */
  move(...keys: string[]): Promise<void>;
  /** Some keys that are not moved yet. */
  left(most: number): Promise<string[]>;
  /** Gives the slot to the new master. Clients that ask the old one hear that it has moved (MOVED). */
  end(): Promise<void>;
}

/** Begins to move a key's slot to the next master, as `redis-cli --cluster reshard` does. */
export async function startMove(redis: RedisOfKind, key: string): Promise<MovingSlot> {
  const slot = slotOf(key);
  const masters = redis.masters();
  const ids = await Promise.all(masters.map(async (master) => String(await master.call("CLUSTER", "MYID"))));
  const from = ids.indexOf(await ownerOf(slot, masters[0]));
  const to = (from + 1) % masters.length;
  const [source, target] = [masters[from], masters[to]];
  if (!source || !target) throw new Error("This slot has no master.");
  const set = (node: Redis, state: string, id: number) =>
    node.call("CLUSTER", "SETSLOT", slot, state, ids[id] ?? "");
  await set(target, "IMPORTING", from);
  await set(source, "MIGRATING", to);
  return {
    async move(...keys) {
      await source.call("MIGRATE", "127.0.0.1", target.options.port ?? 0, "", 0, 5_000, "KEYS", ...keys);
    },
    async left(most) {
      const keys = await source.call("CLUSTER", "GETKEYSINSLOT", slot, most);
      return Array.isArray(keys) ? keys.map(String) : [];
    },
    async end() {
      // The new owner first, so there is always one.
      for (const node of new Set([target, source, ...masters])) await set(node, "NODE", to);
    },
  };
}

/** Moves a key's slot with all that is in it: in some steps, with a wait after each. */
export async function moveSlot(
  redis: RedisOfKind,
  key: string,
  { steps, pauseMs }: { steps: number; pauseMs: number },
): Promise<void> {
  const slot = await startMove(redis, key);
  await sleep(pauseMs);
  const all = await slot.left(100_000);
  const atOnce = Math.ceil(all.length / steps);
  // Some expire meanwhile. New ones begin at the new master.
  for (let left = all; left.length > 0; left = await slot.left(atOnce)) {
    await slot.move(...left.slice(0, atOnce));
    await sleep(pauseMs);
  }
  await slot.end();
}

async function ownerOf(slot: number, master: Redis | undefined): Promise<string> {
  const ranges = await master?.call("CLUSTER", "SLOTS");
  if (!Array.isArray(ranges)) throw new Error("The cluster has no slots.");
  const range = ranges.find(([first, last]) => Number(first) <= slot && slot <= Number(last));
  return String(range?.[2]?.[2]);
}
