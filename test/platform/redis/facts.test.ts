import { expect, onTestFinished, test } from "vitest";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { isTooOld, refuseOldRedis } from "../../../src/platform/redis/facts.ts";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
import { useRedis } from "../../support/redis.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";

const redis = useRedis();

function connected(port: number) {
  const client = connectRedis(redisServerAt(`redis://127.0.0.1:${port}`), () => {});
  onTestFinished(() => client.disconnect());
  return client;
}

test.each([
  ["6.2.14", true],
  ["7.0.0", false],
  ["10.0.1", false],
])("Redis %s is too old: %s", (version, isOld) => {
  expect(isTooOld(version)).toBe(isOld);
});

test("a Redis that goes away during the check does not stop the start", async () => {
  let asked = 0;
  const proxy = await startTcpProxy(Number(new URL(redis.url).port), {
    rewrite(text) {
      // The first request comes from the new connection itself.
      if (text.includes("redis_version:") && (asked += 1) === 2) proxy.cut();
      return text;
    },
  });
  onTestFinished(() => proxy.close());
  await refuseOldRedis(connected(proxy.port));
  expect(asked).toBe(2);
});
