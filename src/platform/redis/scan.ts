import { type RedisClient, reachingRedis } from "./connect.ts";
import { mastersOf } from "./nodes.ts";

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
