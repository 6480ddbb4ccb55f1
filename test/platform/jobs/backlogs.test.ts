import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { queueNames } from "../../../src/app/connect.ts";
import { createMetrics } from "../../../src/lib/metrics.ts";
import { backlogReading } from "../../../src/platform/jobs/backlogs.ts";
import { memoryReader, redisReading } from "../../../src/platform/redis/memory.ts";
import { until } from "../../support/until.ts";
import { jobPrefix } from "../../../src/platform/redis/keys.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const now = Date.parse("2026-11-20T10:00:00Z");

/** The gauges after these jobs were added, each with its delay in ms from an hour ago. */
async function gauges(queues: Record<string, number[]>, client: Redis = redis.client): Promise<string[]> {
  for (const [name, delays] of Object.entries(queues)) {
    const queue = new Queue(name, { connection: redis.client, prefix: jobPrefix });
    const timestamp = now - 3_600_000;
    for (const [index, delay] of delays.entries())
      await queue.add(name, {}, { jobId: `i${index}`, timestamp, delay });
    await queue.close();
  }
  const metrics = createMetrics({ queues: Object.keys(queues) });
  await backlogReading({ redis: client, queues: Object.keys(queues), metrics, now: () => new Date(now) })();
  const { text } = await metrics.exposition();
  return text.split("\n").filter((line) => /^qm_(queue_(waiting|oldest)|schedules|approvals)/.test(line));
}

test("a queue's gauges count what is due and not started, and since when", async () => {
  expect(await gauges({ creations: [0, 0, 3_590_000, 3_700_000], changes: [] })).toEqual([
    'qm_queue_waiting{queue="creations"} 3',
    'qm_queue_waiting{queue="changes"} 0',
    'qm_queue_oldest_seconds{queue="creations"} 3600',
    'qm_queue_oldest_seconds{queue="changes"} 0',
  ]);
});

test("a schedule is late when its step is due for more than a minute", async () => {
  const late = await gauges({ schedules: [3_480_000, 3_500_000, 3_590_000, 3_700_000] });
  expect(late).toEqual(expect.arrayContaining(["qm_schedules_late 2", "qm_schedules_late_seconds 120"]));
  expect(await gauges({ schedules: [] })).toEqual(expect.arrayContaining(["qm_schedules_late 2"]));
});

test("a request for approval waits from when it was made, however often it is looked at", async () => {
  expect(await gauges({ approvals: [3_630_000, 3_640_000] })).toEqual(
    expect.arrayContaining(["qm_approvals_waiting 2", "qm_approvals_oldest_seconds 3600"]),
  );
});

test("a queue that can't be read has no gauges", async () => {
  const away = new Redis("redis://127.0.0.1:1", {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  away.on("error", () => undefined);
  onTestFinished(() => away.disconnect());
  expect(await gauges({ creations: [] }, away)).toEqual([]);
});

test("a scrape costs Redis one short command for each queue and two more, however many items there are", async () => {
  const queues = Array.from({ length: 1_000 }, (_, index) => 3_000_000 + index);
  await gauges({ approvals: queues, schedules: queues });
  const monitor = await redis.client.monitor();
  const seen: string[] = [];
  monitor.on("monitor", (_time: string, [command = ""]: string[], source: string) => {
    if (source !== "lua") seen.push(command.toLowerCase());
  });
  const metrics = createMetrics({ queues: queueNames });
  const readings = [
    redisReading(redis.client, memoryReader(redis.client, Date.now), metrics),
    backlogReading({ redis: redis.client, queues: queueNames, metrics, now: () => new Date(now) }),
  ];
  await Promise.all(readings.map((read) => read()));
  await redis.client.echo("end");
  await until(async () => seen.includes("echo"));
  monitor.disconnect();
  expect(seen.toSorted()).toEqual(["echo", ...queueNames.map(() => "evalsha"), "info", "set"]);
});
