import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { redisServerIn } from "../../../src/app/reach.ts";
import { connectListener, connectPatiently, connectRedis } from "../../../src/platform/redis/connect.ts";
import { redisErrorLog } from "../../../src/platform/redis/errors.ts";
import { makeCertificates } from "../../support/redis-kinds/certificates.ts";
import type { RedisOfKind } from "../../support/redis-kinds/kind.ts";
import { hasRedisServer, startRedisOf } from "../../support/redis-kinds/start.ts";
import { until } from "../../support/until.ts";

let tls: RedisOfKind;
let directory: string;

beforeAll(async () => {
  if (!hasRedisServer()) return;
  directory = await mkdtemp(join(tmpdir(), "quartermaster-redis-test-"));
  tls = await startRedisOf("tls");
});
afterAll(async () => {
  await tls?.close();
  if (directory) await rm(directory, { recursive: true });
});

/** A connection with these settings, and what it logs. */
function connected(settings: Record<string, string>, connect: typeof connectRedis | typeof connectPatiently) {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const client = connect(
    redisServerIn(settings),
    redisErrorLog(log, () => new Date()),
  );
  onTestFinished(() => client.disconnect());
  return { client, log: () => lines.join("") };
}

describe.skipIf(!hasRedisServer())("Redis of every kind", () => {
  test("over TLS, a user with the least rights logs in with a client certificate", async () => {
    const { client } = connected(tls.settings, connectPatiently);
    await client.set("qm:a", "1");
    expect(await client.acl("WHOAMI")).toBe("quartermaster");
  });

  test("a certificate of another authority is refused in one clear sentence", async () => {
    const { ca } = await makeCertificates(directory, "other");
    const { log } = connected({ ...tls.settings, REDIS_CA: `file:${ca}` }, connectRedis);
    await until(async () => log().includes("REDIS_CA must be the authority of its certificate"));
    expect(log().split("\n")).toHaveLength(2);
  });

  test("a server that wants a client certificate says so", async () => {
    const { REDIS_CERT: _, REDIS_KEY: __, ...without } = tls.settings;
    const { log } = connected(without, connectRedis);
    await until(async () => log().includes("REDIS_CERT and REDIS_KEY what it wants of us"));
  });

  test("a password that was changed is read again as soon as Redis refuses the old one", async () => {
    const path = join(directory, "password");
    await writeFile(path, "p@ss:word/1");
    const { client, log } = connected(
      { ...tls.settings, REDIS_PASSWORD_REF: `file:${path}` },
      connectPatiently,
    );
    await client.set("qm:a", "1");

    await writeFile(path, "another\n");
    const set = (...rules: string[]) => tls.client.call("ACL", "SETUSER", "quartermaster", ...rules);
    await set("resetpass", ">another");
    onTestFinished(async () => void (await set("resetpass", ">p@ss:word/1")));
    await tls.client.call("CLIENT", "KILL", "USER", "quartermaster");
    expect(await client.get("qm:a")).toBe("1");
    expect(log()).toBe("");
  });

  test("a wrong password is one clear sentence, without the password", async () => {
    const { log } = connected({ ...tls.settings, TEST_REDIS_PASSWORD: "hunter2" }, connectRedis);
    await until(async () => log().includes("Redis refuses the user or password"));
    expect(log()).not.toContain("hunter2");
  });

  test.each(["sentinel", "cluster"] as const)("every connection to a %s follows a failover", async (kind) => {
    await using redis = await startRedisOf(kind);
    const { client: waiting } = connected(redis.settings, connectPatiently);
    const { client: short } = connected(redis.settings, connectRedis);
    const heard: string[] = [];
    const listener = connectListener(redisServerIn(redis.settings), () => {});
    onTestFinished(() => listener.disconnect());
    listener.on("ready", () => void listener.subscribe("qm:news").catch(() => {}));
    listener.on("message", (_, text) => void heard.push(text));
    await waiting.set("{qm-jobs}:a", "before");
    await redis.killPrimary();
    await redis.failedOver();

    await until(async () => (await short.set("{qm-jobs}:a", "after").catch(() => "")) === "OK");
    expect(await waiting.get("{qm-jobs}:a")).toBe("after");
    await until(async () => {
      await short.publish("qm:news", "it works").catch(() => 0);
      return heard.includes("it works");
    });
    await redis.restartKilled();
  });
});
