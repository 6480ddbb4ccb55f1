import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connectJobs } from "../../../src/platform/jobs/bullmq.ts";
import { openQueue } from "../../../src/platform/jobs/queue.ts";
import type { Work } from "../../../src/platform/jobs/worker.ts";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
import { until } from "../../support/until.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const hourMs = 3_600_000;

/** A queue in a process with a clock that is so far ahead of the shared time. */
async function queueIn(aheadMs: number, work: Work) {
  const connections = connectJobs(
    redisServerAt(redis.url),
    () => {},
    () => new Date(Date.now() - aheadMs),
  );
  await until(async () => connections.producer.status === "ready");
  const queue = openQueue({
    connections,
    name: "tests",
    onRedisError: () => {},
    log: pino({ level: "silent" }),
  });
  queue.work(work);
  onTestFinished(async () => {
    await queue.close(1_000);
    connections.close();
  });
  return queue;
}

async function commands(): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await redis.client.info("stats"))?.[1]);
}

test.each([-2, 0, 2])(
  "in a process with a clock %s h ahead, each step comes after its wait, and waiting costs little",
  async (hours) => {
    const waitMs = 1_000;
    const stepsAtMs: number[] = [];
    const queue = await queueIn(hours * hourMs, {
      async advance() {
        stepsAtMs.push(performance.now());
        return stepsAtMs.length < 3 ? { againInMs: waitMs } : "done";
      },
    });
    const [before, acceptedAtMs] = [await commands(), performance.now()];
    await queue.accept("a", {}, waitMs);
    await until(async () => stepsAtMs.length === 3);
    const waitsMs = stepsAtMs.map((atMs, index) => atMs - (stepsAtMs[index - 1] ?? acceptedAtMs));
    for (const each of waitsMs) {
      expect(each).toBeGreaterThan(waitMs - 50);
      expect(each).toBeLessThan(5_000);
    }
    // A worker that took each job for due would ask thousands of times.
    expect((await commands()) - before).toBeLessThan(1_000);
  },
);

test("items that are left to others are taken by others, and taken again here when they are not left any more", async () => {
  let isLeft = true;
  const takers: string[] = [];
  const workOf = (name: string, isLeftToOthers: () => boolean): Work => ({
    isLeftToOthers,
    async advance() {
      takers.push(name);
      return "done";
    },
  });
  const here = await queueIn(
    0,
    workOf("here", () => isLeft),
  );
  const other = await queueIn(
    0,
    workOf("other", () => false),
  );
  for (let item = 0; item < 20; item += 1) await here.accept(`item-${item}`, {});
  await until(async () => takers.length === 20);
  expect(new Set(takers)).toEqual(new Set(["other"]));
  await other.close(1_000);
  isLeft = false;
  await here.accept("again", {});
  await until(async () => takers.length === 21);
  expect(takers.at(-1)).toBe("here");
});
