import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { keys } from "../../src/platform/redis/keys.ts";
import { answerTo } from "../support/answer-to.ts";
import { startClockedReplicas } from "../support/clocked-replicas.ts";
import { contentsOf } from "../support/redis.ts";
import { person } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

// So many that the audit log is under way for a while.
const entries = 20_000;
const kills = 4;

test("while an erasure goes on, processes are killed: nothing of the person stays, and the audit log is whole", async () => {
  await using replicas = await startClockedReplicas("2026-11-20T10:00:00Z", { count: 2 });
  await using ada = person(replicas.slack, "Ada Park");
  await using sam = person(replicas.slack, "Sam Rivera");
  const redis = new Redis(replicas.redisUrl);
  const { teamId } = replicas.slack;
  const log = keys.audit(teamId);
  const ids = async () => (await redis.xrange(log, "-", "+")).map(([id]) => id);
  const isRewriting = async () => (await redis.keys(keys.auditRewrite(teamId, "*"))).length > 0;
  try {
    await answerTo(sam, "/db costs schedule weekly to me", "very");
    await answerTo(sam, "/db services", "services");
    await addEntries(redis, log, sam.id);
    const before = await ids();
    await answerTo(ada, "/db admin people erase @sam yes", "I'm erasing them.");
    for (let killed = 0; killed < kills; killed += 1) {
      if (killed < 2) await until(isRewriting);
      await replicas.kill();
    }
    replicas.clock.moveTo(new Date(replicas.clock.now().getTime() + 61_000));
    await until(async () => (await redis.hlen(keys.erasures(teamId))) === 0);

    const named = new RegExp(`${sam.id}|Sam Rivera`);
    expect((await contentsOf(redis)).filter((line) => named.test(line))).toEqual([]);
    expect((await ids()).slice(0, before.length)).toEqual(before);
    // What a killed process had copied goes by itself.
    for (const copy of await redis.keys(keys.auditRewrite(teamId, "*")))
      expect(await redis.ttl(copy)).toBeGreaterThan(0);
  } finally {
    redis.disconnect();
  }
});

/** Audit entries of what someone did, in the past. */
async function addEntries(redis: Redis, log: string, userId: string): Promise<void> {
  const batch = redis.pipeline();
  const at = "2026-11-19T10:00:00.000Z";
  const entry = { at, userId, userName: "Sam Rivera", action: "hook.set", subject: "alerts", result: "done" };
  await redis.del(log);
  for (let number = 0; number < entries; number += 1)
    batch.xadd(log, `${Date.parse(at)}-${number}`, "entry", JSON.stringify(entry));
  await batch.exec();
}
