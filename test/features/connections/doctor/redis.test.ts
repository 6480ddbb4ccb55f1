import { readFile } from "node:fs/promises";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startRedis } from "../../../../src/demo/redis.ts";
import { createStore } from "../../../../src/app/store.ts";
import { useRedis } from "../../../support/redis.ts";
import type { RedisFacts } from "../../../../src/platform/redis/facts.ts";
import { memoryCheck, redisChecks } from "../../../../src/features/connections/doctor/doctor.ts";

const redis = useRedis();
const single = { kind: "single", isTls: false } as const;

async function found(client = redis.client) {
  const checks = redisChecks({ ...single, masters: await createStore(client).redisFacts() });
  return Object.fromEntries(checks.map(({ area, status, says }) => [area, `${status}: ${says}`]));
}

test("a Redis that may lose or evict data is reported, with what to set", async () => {
  await redis.client.config("SET", "appendonly", "no", "maxmemory-policy", "allkeys-lru");
  const bad = await found();
  expect(bad["Redis, persistence"]).toContain(
    "wrong: It keeps no append-only file and no snapshots. A restart would lose everything",
  );
  expect(bad["Redis, persistence"]).toContain("`appendonly yes`");
  expect(bad["Redis, full memory"]).toContain(
    "(allkeys-lru): alerts and connections too. It has no limit right now",
  );
  expect(bad["Redis, full memory"]).toContain("`maxmemory-policy noeviction`");
  expect(bad["Redis, version"]).toMatch(/^right: It is (Redis|Valkey) \d/);

  await redis.client.config("SET", "appendonly", "yes", "maxmemory-policy", "noeviction");
  await redis.client.config("SET", "appendfsync", "always");
  const good = await found();
  expect(good["Redis, persistence"]).toMatch(/^right: Each write is on disk at once/);
  expect(good["Redis, full memory"]).toMatch(/^right/);
});

const Compose = z.object({ services: z.object({ redis: z.object({ command: z.array(z.string()) }) }) });

test("the Redis of compose.yaml loses nothing in a power cut, drops nothing, and has a limit to refuse hooks below", async () => {
  const { services } = Compose.parse(parse(await readFile("compose.yaml", "utf8")));
  const [command = "", ...options] = services.redis.command;
  const server = await startRedis({ command, options });
  onTestFinished(() => server.close());
  const client = new Redis(server.url);
  onTestFinished(() => client.disconnect());
  const checks = await found(client);
  expect(checks["Redis, persistence"]).toBe(
    "right: Each write is on disk at once, so a power cut loses nothing.",
  );
  expect(checks["Redis, full memory"]).toMatch(/^right/);
  expect((await createStore(client).redisFacts())[0]?.maxMemoryInBytes).toBe(1024 ** 3);
});

const silent = {
  product: "Redis",
  isSnapshotting: undefined,
  version: undefined,
  isAppending: undefined,
  syncs: undefined,
  replicas: undefined,
  evictionPolicy: undefined,
  maxMemoryInBytes: undefined,
} as const;

test.each([
  ["no file", { isAppending: false }, "wrong", "A crash would lose the last minutes"],
  ["everysec before 7.2", { version: "7.0.15", syncs: "everysec" }, "wrong", "could be created twice"],
  ["everysec from 7.2 on", { version: "7.2.4", syncs: "everysec" }, "right", "wait for the disk"],
  [
    "everysec and a replica",
    { version: "7.0.15", syncs: "everysec", replicas: 1 },
    "right",
    "the replica has",
  ],
  ["no syncing", { version: "8.0.0", syncs: "no" }, "wrong", "can lose the last half a minute"],
  ["always", { version: "7.0.15", syncs: "always" }, "right", "a power cut loses nothing"],
] as const)("with %s the doctor says what a power cut can cost", (_, told, status, says) => {
  const check = redisChecks({ ...single, masters: [{ ...silent, isAppending: true, ...told }] })[2];
  expect(check?.status).toBe(status);
  expect(check?.says).toContain(says);
});

function statusesOf(...masters: RedisFacts[]): string[] {
  return redisChecks({ ...single, masters }).map(({ status }) => status);
}

test("an old Redis is reported, and one that does not say its version is unknown", () => {
  expect(statusesOf({ ...silent, version: "6.2.1" })[1]).toBe("wrong");
  expect(statusesOf(silent)).toEqual(["right", "unknown", "unknown", "unknown"]);
  expect(statusesOf({ ...silent, version: "8.0.0" }, { ...silent, version: "6.2.1" })[1]).toBe("wrong");
});

test.each([
  [{ ...single }, [0], "right: It is one server without a replica."],
  [
    { kind: "sentinel", masterName: "main", isTls: true },
    [2],
    "right: Sentinel finds the primary, main, which has 2 replicas. TLS is on.",
  ],
  [
    { kind: "cluster", isTls: false },
    [1, 1, 1],
    "right: It is a Cluster of 3 masters with 3 replicas. TLS is off.",
  ],
  [{ kind: "cluster", isTls: false }, [1, 0, 1], "wrong: It is a Cluster of 3 masters with 2 replicas."],
] as const)(
  "the doctor says what kind of Redis %j is, and if a replica can take over",
  (setup, replicas, words) => {
    const [check] = redisChecks({
      ...setup,
      masters: replicas.map((count) => ({ ...silent, replicas: count })),
    });
    expect(`${check?.status}: ${check?.says}`).toContain(words);
  },
);

test("from 80 % on a Redis is reported as nearly full, with how full it is and what to do", () => {
  const mebibyte = 1024 * 1024;
  const at = (usedMiB: number, maxMiB = 200) =>
    memoryCheck({
      usedBytes: usedMiB * mebibyte,
      maxBytes: maxMiB * mebibyte,
      share: maxMiB === 0 ? 0 : usedMiB / maxMiB,
    });
  expect(at(159)).toMatchObject({ status: "right", says: "It uses 159 MiB of 200 MiB (79%)." });
  expect(at(160).status).toBe("wrong");
  expect(at(160).says).toContain("It uses 160 MiB of 200 MiB (80%). When it is full, it refuses every write");
  expect(at(160).says).toContain("`maxmemory`");
  expect(at(201).says).toContain("It is full, so it refuses every write");
  expect(at(500, 0)).toMatchObject({
    status: "right",
    says: "It uses 500 MiB, without a limit.",
  });
});
