import { setTimeout as sleep } from "node:timers/promises";
import type { ChainableCommander } from "ioredis";
import { type RedisClient, reachingRedis } from "./connect.ts";

const everyMs = 100;
/** As long as a command may take. */
const tries = 20;

/**
 * Does commands together or not at all. Fails as `upstream`. While their slot moves to another master of a cluster, it
 * waits as a command does: the client library gives up on a transaction that was sent on to the new master.
 */
export async function transact(
  redis: RedisClient,
  add: (transaction: ChainableCommander) => void,
): Promise<void> {
  await reachingRedis(async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const transaction = redis.multi();
        add(transaction);
        for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
        return;
      } catch (error) {
        if (attempt === tries || !(error instanceof Error && error.message.startsWith("TRYAGAIN ")))
          throw error;
        await sleep(everyMs);
      }
    }
  });
}
