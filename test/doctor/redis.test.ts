import { expect, test } from "vitest";
import { redisChecks } from "../../src/doctor/look-at-redis.ts";
import { createStore } from "../../src/store/store.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();

async function found() {
  const checks = redisChecks(await createStore(redis.client).redisFacts());
  return Object.fromEntries(checks.map(({ area, standing, says }) => [area, `${standing}: ${says}`]));
}

test("a Redis that forgets and drops is told from one that does not, with what to set", async () => {
  await redis.client.config("SET", "appendonly", "no", "maxmemory-policy", "allkeys-lru");
  const bad = await found();
  expect(bad["Redis, persistence"]).toContain("wrong: It keeps no append-only file");
  expect(bad["Redis, persistence"]).toContain("`appendonly yes`");
  expect(bad["Redis, full memory"]).toContain(
    "(allkeys-lru), alerts and connections too. It has no limit just now",
  );
  expect(bad["Redis, full memory"]).toContain("`maxmemory-policy noeviction`");
  expect(bad["Redis, version"]).toMatch(/^right: It is \d/);

  await redis.client.config("SET", "appendonly", "yes", "maxmemory-policy", "noeviction");
  const good = await found();
  expect(good["Redis, persistence"]).toMatch(/^right/);
  expect(good["Redis, full memory"]).toMatch(/^right/);
});

test("an old Redis is told to be, and one that says nothing is left open", () => {
  const facts = { isAppending: undefined, evictionPolicy: undefined, maxMemoryInBytes: undefined };
  expect(redisChecks({ ...facts, version: "6.2.1" })[0]).toMatchObject({ standing: "wrong" });
  const standings = redisChecks({ ...facts, version: undefined }).map(({ standing }) => standing);
  expect(standings).toEqual(["unknown", "unknown", "unknown"]);
});
