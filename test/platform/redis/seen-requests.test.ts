import { afterAll, beforeAll, expect, test } from "vitest";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { seenRequests } from "../../../src/platform/redis/seen-requests.ts";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
import { useRedis } from "../../support/redis.ts";
import { type TcpProxy, startTcpProxy } from "../../support/tcp-proxy.ts";
import { until } from "../../support/until.ts";

const redis = useRedis();
let proxy: TcpProxy;
let replica: ReturnType<typeof connectRedis>;

beforeAll(async () => {
  proxy = await startTcpProxy(Number(new URL(redis.url).port));
  replica = connectRedis(redisServerAt(`redis://127.0.0.1:${proxy.port}`), () => {});
  await until(async () => replica.status === "ready");
});
afterAll(async () => {
  replica.disconnect();
  await proxy.close();
});

test("one request with a signature is the first, at any replica", async () => {
  const [here, there] = [seenRequests(redis.client), seenRequests(replica)];
  const firsts = await Promise.all([here("v0=1"), there("v0=1"), here("v0=1")]);
  expect(firsts.filter(Boolean)).toHaveLength(1);
  expect(await there("v0=2")).toBe(true);
  expect(await redis.client.ttl("qm:slack-request:v0=1")).toBeGreaterThan(590);
});

test("while Redis is away every request counts as the first", async () => {
  const isFirst = seenRequests(replica);
  expect(await isFirst("v0=3")).toBe(true);
  proxy.cut();
  await until(async () => replica.status !== "ready");
  expect(await isFirst("v0=3")).toBe(true);
});
