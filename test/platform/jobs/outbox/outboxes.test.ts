import { Queue } from "bullmq";
import { clockOf } from "../../../../src/lib/clock.ts";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { say } from "../../../../src/platform/blocks/reply.ts";
import type { OutboxSource } from "../../../../src/platform/jobs/outbox/source.ts";
import { jobPrefix, keys } from "../../../../src/platform/redis/keys.ts";
import { createStore } from "../../../../src/app/store.ts";
import { useRedis } from "../../../support/redis.ts";
import { connectedJobs } from "../../../support/connected-jobs.ts";
import { until } from "../../../support/until.ts";
import { startOutboxes } from "../../../../src/platform/jobs/outbox/outboxes.ts";
import type { OutboxRun } from "../../../../src/platform/jobs/outbox/run.ts";

const redis = useRedis();

const nothing = () => Promise.reject(new Error("This is not used here."));

/** Outboxes at full speed, and what they posted. */
async function running(): Promise<{ outboxes: ReturnType<typeof startOutboxes>; posted: string[] }> {
  const posted: string[] = [];
  const messenger: OutboxRun["messenger"] = {
    async post(channelId, { text }) {
      posted.push(`${channelId} ${text}`);
      return { channelId, ts: String(posted.length) };
    },
    update: nothing,
    share: nothing,
    findMarked: nothing,
    isShared: nothing,
  };
  const source: OutboxSource = {
    recordsOf: () => ({ prefix: "none:", ownerPattern: "none", owners: "none" }),
    calm: { newWaiting: Infinity, newPostedLastMinute: Infinity },
    wanted: async (_, itemId) => ({ revision: 1, root: say(itemId), thread: [] }),
    prepare: async () => false,
    unreachable: async () => "dead",
    stuck: async () => {},
    reached() {},
  };
  const outboxes = startOutboxes({
    jobConnections: await connectedJobs(redis.url),
    store: createStore(redis.client),
    messengerOf: () => messenger,
    source,
    everyMs: 0,
    now: () => new Date(),
    moment: clockOf(),
    onRedisError: () => {},
    log: pino({ level: "silent" }),
  });
  onTestFinished(() => outboxes.close(1_000));
  return { outboxes, posted };
}

async function mark(channelId: string, itemId: string): Promise<void> {
  await redis.client
    .multi()
    .sadd(keys.alertingWorkspaces, "T1")
    .zadd(keys.outbox("T1", channelId), Date.now(), itemId)
    .sadd(keys.outboxes("T1"), channelId)
    .exec();
}

test("a round finds an outbox without a notification", async () => {
  await mark("C1", "a");
  const { posted } = await running();
  await until(async () => posted.length === 1);
  expect(posted).toEqual(["C1 a"]);
});

test("a notified outbox shows its items, even right after earlier ones", async () => {
  const { outboxes, posted } = await running();
  const marked: string[] = [];
  for (let item = 0; item < 60; item += 1) {
    const channelId = `C${item % 3}`;
    await mark(channelId, String(item));
    outboxes.notify("T1", channelId);
    marked.push(`${channelId} ${item}`);
    // Each outbox is sometimes done at the very moment that an item comes.
    if (item % 7 === 0) await until(async () => posted.length === marked.length);
  }
  await until(async () => posted.length === marked.length);
  expect(posted.toSorted()).toEqual(marked.toSorted());
});

test("an outbox that waits as a job of an older version shows its items", async () => {
  const jobs = new Queue("outboxes", { connection: redis.client, prefix: jobPrefix });
  onTestFinished(() => jobs.close());
  const old = { workspaceId: "T1", channelId: "C1" };
  await redis.client.zadd(keys.outbox("T1", "C1"), Date.now(), "a");
  await jobs.add("outboxes", old, { jobId: "T1.C1", delay: 50, removeOnComplete: true });
  const { posted } = await running();
  await until(
    async () => posted.length === 1 && (await jobs.getJobCountByTypes("delayed", "wait", "active")) <= 1,
  );
  expect(posted).toEqual(["C1 a"]);
  expect(await jobs.getJob("T1.C1")).toBeUndefined();
});

test("outboxes of a process that stops go on in another one", async () => {
  const first = await running();
  await mark("C1", "a");
  first.outboxes.notify("T1", "C1");
  await until(async () => first.posted.length === 1);
  await first.outboxes.close(1_000);
  await mark("C1", "b");
  const second = await running();
  second.outboxes.notify("T1", "C1");
  await until(async () => second.posted.length === 1);
  expect(second.posted).toEqual(["C1 b"]);
});
