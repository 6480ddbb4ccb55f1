import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeDataOf } from "../../../src/demo/redis.ts";
import { commandPath } from "../installed.ts";
import { startCluster } from "./cluster.ts";
import type { RedisKind, RedisOfKind } from "./kind.ts";
import { serverCommand } from "./node.ts";
import { startSentinels } from "./sentinel.ts";
import { startSingle, startTls } from "./single.ts";

const kinds = { single: startSingle, tls: startTls, sentinel: startSentinels, cluster: startCluster };

/** True if the machine has the server's command. Without it, skip the test. */
export function hasRedisServer(): boolean {
  return commandPath(serverCommand) !== undefined;
}

/**
 * Starts a Redis of a kind on free ports. Give `settings` to the app. REDIS_SERVER=valkey-server takes Valkey.
 *
 *     await using redis = await startRedisOf("cluster");
 *     await using app = await startAppHere({ ...environment, ...redis.settings });
 *     await redis.killPrimary();
 *     await redis.failedOver();
 *     await redis.restartKilled();
 */
export async function startRedisOf(kind: RedisKind): Promise<RedisOfKind & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), `quartermaster-redis-${kind}-`));
  const parts = await kinds[kind](directory);

  async function close(): Promise<void> {
    parts.client.disconnect();
    await Promise.all(parts.nodes.map((node) => node.close()));
    await removeDataOf(directory);
  }
  return {
    kind,
    settings: parts.settings,
    client: parts.client,
    masters: parts.masters,
    killPrimary: async (key = "{qm-jobs}") => (await parts.primaryOf(key)).kill(),
    async hangPrimary(key = "{qm-jobs}") {
      const primary = await parts.primaryOf(key);
      await primary.hang();
      return () => primary.goOn();
    },
    failedOver: parts.failedOver,
    restartKilled: parts.restartKilled,
    close,
    [Symbol.asyncDispose]: close,
  };
}
