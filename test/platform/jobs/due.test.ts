import { once } from "node:events";
import { expect, test } from "vitest";
import { activator, dueWorkspaces, roundMs, slowRoundMs } from "../../../src/platform/jobs/due.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const many = Array.from({ length: 100 }, (_, index) => `T${1_000 + index}`);
const nothing = { isPending: false, nextMs: undefined };

function dueOf(all: readonly string[]) {
  return dueWorkspaces(redis.client, async () => [...all]);
}

async function visited(nowMs: number, all: readonly string[] = []): Promise<string[]> {
  return (await dueOf(all).visits(nowMs)).map(({ workspaceId }) => workspaceId);
}

test("an active workspace is visited in every round, and rests only after a look that found nothing", async () => {
  await activator(redis.client, "T1")();
  const [visit] = await dueOf([]).visits(0);
  if (!visit) throw new Error("It is not visited.");
  expect(visit).toEqual({ workspaceId: "T1", isActive: true, dueMs: undefined });
  // It became active a moment ago, so more may come.
  await dueOf([]).noteVisit(visit, nothing);
  expect(await visited(0)).toEqual(["T1"]);
  await redis.client.zadd(keys.activeWorkspaces(), 1, "T1");
  await dueOf([]).noteVisit(visit, { isPending: true, nextMs: undefined });
  expect(await visited(0)).toEqual(["T1"]);
  await dueOf([]).noteVisit(visit, nothing);
  expect(await visited(0)).toEqual([]);
});

test("a workspace that becomes active during a look stays active", async () => {
  await redis.client.zadd(keys.activeWorkspaces(), 1, "T1");
  const [visit] = await dueOf([]).visits(0);
  await activator(redis.client, "T1")();
  if (visit) await dueOf([]).noteVisit(visit, nothing);
  expect(await visited(0)).toEqual(["T1"]);
});

test("a workspace with a timer is visited when it is due, and not before", async () => {
  const visit = { workspaceId: "T1", isActive: false, dueMs: undefined };
  await dueOf([]).noteVisit(visit, { isPending: false, nextMs: 5_000 });
  expect(await visited(4_999)).toEqual([]);
  expect(await visited(5_000)).toEqual(["T1"]);
  await dueOf([]).noteVisit({ ...visit, dueMs: 5_000 }, nothing);
  expect(await visited(5_000)).toEqual([]);
});

test("a workspace in which a look found something becomes active", async () => {
  const visit = { workspaceId: "T1", isActive: false, dueMs: undefined };
  await dueOf([]).noteVisit(visit, { isPending: true, nextMs: undefined });
  expect(await visited(0)).toEqual(["T1"]);
});

test("rounds visit a few of the other workspaces each, and all of them in turn", async () => {
  const rounds = await Promise.all(
    Array.from({ length: 10 }).map((_, round) => visited(round * roundMs, many)),
  );
  expect(rounds.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 10));
  expect(new Set(rounds.flat())).toEqual(new Set(many));
  expect(await visited(10 * roundMs, many)).toEqual(rounds[0]);
});

test("slow rounds visit every active workspace, and all others in turn", async () => {
  await activator(redis.client, "T1000")();
  const due = dueOf(many);
  const [first, second, third] = await Promise.all(
    [0, 1, 2].map((turn) => due.slowVisits(turn * slowRoundMs)),
  );
  expect([first?.length, second?.length]).toEqual([50, 51]);
  expect(second).toContain("T1000");
  expect(new Set([...(first ?? []), ...(second ?? [])])).toEqual(new Set(many));
  expect(third).toEqual(first);
});

test("a process activates a workspace with one write for a while, and again if the write failed", async () => {
  const activate = activator(redis.client, "T1");
  await Promise.all([activate(), activate(), activate()]);
  await redis.client.flushall();
  await activate();
  expect(await visited(0)).toEqual([]);

  const closed = redis.client.duplicate({ lazyConnect: true, enableOfflineQueue: false });
  const failing = activator(closed, "T1");
  await expect(failing()).rejects.toThrow("can't reach its own storage");
  await once(closed, "ready");
  await failing();
  expect(await visited(0)).toEqual(["T1"]);
  closed.disconnect();
});
