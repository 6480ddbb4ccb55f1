import { connectListener } from "./connect.ts";
import type { RedisServer } from "./server.ts";

/** Listens to a channel of Redis, on which every process hears each message. */
export interface NewsListener {
  close(): void;
  /** Connects again. It writes nothing, so it cannot notice that its Redis became a replica. */
  renew(): void;
}

/**
 * Listens until it is closed. `onJoin` is called each time it begins to listen: messages may have been missed before.
 */
export function listenToNews(
  redisServer: RedisServer,
  { channel, onNews, onJoin }: { channel: string; onNews: (news: string) => void; onJoin?: () => void },
  onRedisError: (error: Error) => void,
): NewsListener {
  const redis = connectListener(redisServer, onRedisError);
  redis.on("message", (_channel, news) => onNews(news));
  const subscribe = async () => {
    await redis.subscribe(channel);
    onJoin?.();
  };
  redis.on("ready", () => void subscribe().catch(onRedisError));
  return {
    close: () => redis.disconnect(),
    renew() {
      if (redis.status === "ready") redis.disconnect(true);
    },
  };
}
