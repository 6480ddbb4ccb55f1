import { once } from "node:events";
import type { Socket } from "node:net";
import { RedisServerState, Resp2Server, createRedisCommandExecutor } from "js-redis-server/core";

/** A Redis in JavaScript, in this process, on a free port of 127.0.0.1. Closing it disconnects its clients. */
export async function startRedisStandIn(): Promise<{ url: string; close(): Promise<void> }> {
  const redis = new Resp2Server({ server: new RedisServerState(), executor: createRedisCommandExecutor() });
  const clients = new Set<Socket>();
  redis.server.on("connection", (client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
  });
  // Its own listen() would open the port to the whole network.
  await once(redis.server.listen(0, "127.0.0.1"), "listening");

  async function close(): Promise<void> {
    const closed = redis.close();
    for (const client of clients) client.destroy();
    await closed;
  }
  return { url: `redis://127.0.0.1:${redis.getPort()}`, close };
}
