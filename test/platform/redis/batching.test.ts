import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redisServerIn } from "../../../src/app/reach.ts";
import { type RedisClient, connectRedis } from "../../../src/platform/redis/connect.ts";
import type { RedisOfKind } from "../../support/redis-kinds/kind.ts";
import { hasRedisServer, startRedisOf } from "../../support/redis-kinds/start.ts";
import { until } from "../../support/until.ts";

describe.skipIf(!hasRedisServer())("the commands of one turn of the event loop", () => {
  let redis: RedisOfKind;
  let client: RedisClient;

  beforeAll(async () => {
    redis = await startRedisOf("single");
    client = connectRedis(redisServerIn(redis.settings), () => {});
    await until(async () => client.status === "ready");
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.close();
  });

  /** How often Redis has read from its connections. */
  async function reads(): Promise<number> {
    return Number(/^total_reads_processed:(\d+)/m.exec(await redis.client.info("stats"))?.[1]);
  }

  test("reach Redis in one write, in their order", async () => {
    const before = await reads();
    const lengths = await Promise.all(Array.from({ length: 50 }, (_, index) => client.rpush("list", index)));
    // The other read is for the count itself.
    expect((await reads()) - before).toBe(2);
    expect(lengths).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test("fail alone", async () => {
    const set = client.set("beside", "kept");
    const unknown = client.call("no-such-command");
    const got = client.get("beside");
    await expect(unknown).rejects.toThrow("unknown command");
    expect(await Promise.all([set, got])).toEqual(["OK", "kept"]);
  });
});
