import type { RedisClient } from "./connect.ts";
import { listenToNews } from "./news.ts";
import type { RedisServer } from "./server.ts";

/** Work that people can stop, whichever process does it. */
export interface Stops {
  /** Begins work under a name. Its signal is aborted when that name is stopped. Call `end` when the work is over. */
  begin(name: string): { signal: AbortSignal; end(): void };
  /** Stops all work under a name: here at once, and in the other processes as soon as they hear of it. Never fails. */
  stop(name: string): Promise<void>;
}

const stopNews = "qm:stop-news";

/** Stops work in all processes that share a Redis, until it is closed. */
export function connectStops(
  { redis, redisServer }: { redis: RedisClient; redisServer: RedisServer },
  onRedisError: (error: Error) => void,
): Stops & { close(): void } {
  const stops = stopsHere();
  const listener = listenToNews(
    redisServer,
    { channel: stopNews, onNews: (name) => void stops.stop(name) },
    onRedisError,
  );
  const renew = () => listener.renew();
  redis.on("close", renew);
  return {
    begin: (name) => stops.begin(name),
    async stop(name) {
      await stops.stop(name);
      // The connection logs its failures.
      await redis.publish(stopNews, name).catch(() => undefined);
    },
    close() {
      redis.off("close", renew);
      listener.close();
    },
  };
}

/** Stops work in this process only. */
export function stopsHere(): Stops {
  const running = new Map<string, Set<AbortController>>();
  return {
    begin(name) {
      const controller = new AbortController();
      const others = running.get(name) ?? new Set<AbortController>();
      running.set(name, others.add(controller));
      return {
        signal: controller.signal,
        end() {
          others.delete(controller);
          if (others.size === 0 && running.get(name) === others) running.delete(name);
        },
      };
    },
    async stop(name) {
      for (const controller of running.get(name) ?? []) controller.abort();
    },
  };
}
