import { Queue } from "bullmq";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { type Erasures, startErasures } from "../../../../src/features/workspace/install/erasures.ts";
import { eraseKeys } from "../../../../src/platform/jobs/erase.ts";
import {
  type Installation,
  installations,
} from "../../../../src/features/workspace/install/installations.ts";
import { jobPrefix, keys } from "../../../../src/platform/redis/keys.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { connectedJobs } from "../../../support/connected-jobs.ts";
import { until } from "../../../support/until.ts";

const redis = useRedis();
const [gone, stays] = ["T0GONE0001", "T0STAYS002"];
const endedAt = new Date("2026-11-20T10:00:00Z");
const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

/** Erases at a quick pace; Slack knows the tokens that `isAlive` says. */
async function erasing(isAlive: () => Promise<boolean> = async () => false, forMs = 300): Promise<Erasures> {
  const erasures = startErasures({
    redis: redis.client,
    jobConnections: await connectedJobs(redis.url),
    installations: installations(redis.client),
    eraseKeys: (workspaceId) => eraseKeys(redis.client, workspaceId),
    secretsOf: () => ({ discardAll: async () => [], rememberKept: async () => {} }),
    isAlive,
    pace: { everyMs: 50, forMs },
    now: () => new Date(),
    onRedisError: () => {},
    log: pino({ level: "silent" }),
  });
  opened.push({ close: () => erasures.close(1_000) });
  return erasures;
}

function installation(workspaceId: string, installedAt = "2026-11-01T10:00:00Z"): Installation {
  const facts = { name: workspaceId, isOrganization: false, appId: "A1", botUserId: "U1", scopes: [] };
  return { workspaceId, ...facts, token: "sealed", installedBy: "U2", installedAt };
}

/** A key of every kind there is, and a job in every queue, of one workspace. */
async function fill(workspaceId: string): Promise<void> {
  for (const key of Object.values(keys)) {
    if (typeof key === "string") await redis.client.sadd(key, workspaceId);
    // Others belong to no workspace.
    else if (nameOf(key, workspaceId).startsWith(`qm:{${workspaceId}}:`))
      await redis.client.set(nameOf(key, workspaceId), `of ${workspaceId}`);
  }
  await installations(redis.client).save(installation(workspaceId));
  const jobs = {
    creations: [{ workspaceId, name: "orders" }, `form-${workspaceId.length}-${workspaceId.slice(-1)}`],
    schedules: [{ workspaceId, scheduleId: "1" }, `${workspaceId}.1`],
    changes: [{ workspaceId, wanted: {} }, `change-${workspaceId.slice(-1)}`],
    folds: [{}, `${workspaceId}-8f3a`],
    outboxes: [{ workspaceId, channelId: "C1" }, `${workspaceId}.C1`],
    reconciliation: [{}, workspaceId],
    "of a later version": [{ workspaceId }, `later-${workspaceId.slice(-1)}`],
  } as const;
  for (const [name, [item, jobId]] of Object.entries(jobs)) {
    const queue = queueNamed(name);
    await queue.add(name, item, { jobId, delay: 3_600_000 });
    await queue.add(name, item, { jobId: `${jobId}.now` });
  }
}

type KeyMaker = (workspaceId: string, ...more: never[]) => string;

/** The rest of a key says nothing about a workspace. */
function nameOf(key: KeyMaker, workspaceId: string): string {
  return Reflect.apply(key, undefined, [workspaceId]);
}

function queueNamed(name: string): Queue {
  const queue = new Queue(name, { connection: { url: redis.url }, prefix: jobPrefix });
  opened.push(queue);
  return queue;
}

/** Queues keep no events, because nothing reads them. */
function isKept(entry: string): boolean {
  return !/^\["\{qm-jobs\}:[^"]*:events"/.test(entry);
}

async function contentsWith(workspaceId: string): Promise<string[]> {
  return (await contentsOf(redis.client)).filter((entry) => entry.includes(workspaceId)).toSorted();
}

test("nothing is left in Redis of a workspace that removed the app, and everything of another", async () => {
  await fill(stays);
  const before = (await contentsWith(stays)).filter(isKept);
  await fill(gone);
  await (await erasing()).accept({ workspaceId: gone, endedAt, isWhole: true });
  await until(async () => (await contentsWith(gone)).length === 0);
  const shared = (entry: string) => entry.replace(`"${gone}",`, "").replace(`,"${gone}"`, "");
  expect((await contentsWith(stays)).filter(isKept)).toEqual(before.map(shared));
});

test("keys written during an erasure are erased too, and then nothing is left of the erasure", async () => {
  await fill(gone);
  const erasures = await erasing();
  await erasures.accept({ workspaceId: gone, endedAt, isWhole: true });
  const installed = keys.installation(gone);
  await until(async () => (await redis.client.exists(installed)) === 0);
  await redis.client.set(keys.services(gone), "late");
  await queueNamed("creations").add("creations", { workspaceId: gone }, { jobId: "late" });
  const pending = queueNamed("erasures");
  await until(async () => (await pending.getJobCountByTypes("active", "delayed", "wait")) === 0);
  expect(await contentsWith(gone)).toEqual([]);
});

test("another process finishes an erasure that broke off", async () => {
  await fill(gone);
  const isAway = await erasing(async () => {
    throw new Error("this process never gets an answer");
  });
  await installations(redis.client).save(installation(gone, endedAt.toISOString()));
  await isAway.accept({ workspaceId: gone, endedAt, isWhole: true });
  await isAway.close(1_000);
  await erasing();
  await until(async () => (await contentsWith(gone)).length === 0);
});

test("a late event erases nothing of an installation that Slack still knows", async () => {
  await installations(redis.client).save(installation(gone, "2026-11-20T10:00:02Z"));
  await redis.client.set(keys.services(gone), "of the new installation");
  await (await erasing(async () => true, 100)).accept({ workspaceId: gone, endedAt, isWhole: true });
  const pending = queueNamed("erasures");
  await until(async () => (await pending.getJobCountByTypes("active", "delayed", "wait")) === 0);
  expect(await redis.client.get(keys.services(gone))).toBe("of the new installation");
});

test("nothing is erased of a workspace once the app is installed there again", async () => {
  await fill(gone);
  expect(await eraseKeys(redis.client, gone)).toBe("installed");
  expect(await redis.client.get(keys.services(gone))).toBe(`of ${gone}`);
  expect(await redis.client.sismember(keys.alertingWorkspaces, gone)).toBe(1);
});

test("an id with wildcards erases no other workspace", async () => {
  await redis.client.set(keys.services(stays), "kept");
  expect(await eraseKeys(redis.client, "T*")).toBe(0);
  expect(await redis.client.get(keys.services(stays))).toBe("kept");
});
