import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { rateLimits } from "../../../src/platform/redis/rate-limits.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
// On a busy machine a count may be slow, and would not be waited for.
const longestCountMs = 60_000;
const limits = { perPerson: 3, perWorkspace: 5, longestCountMs };
const ada = { workspaceId: "T1", userId: "U1" };

function times(count: number, take: (index: number) => Promise<void>): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      take(index).then(
        () => "taken",
        (error: Error) => error.message,
      ),
    ),
  );
}

test("replicas share a person's requests per minute, and the refusal says when to try again", async () => {
  const replicas = [rateLimits(redis.client, limits), rateLimits(redis.client, limits)];
  const outcomes = await times(4, async (index) => replicas[index % 2]?.take(ada, "usual"));
  expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(3);
  expect(outcomes.find((outcome) => outcome !== "taken")).toMatch(
    /^You've made too many requests in a minute\. Try again in (60|59) s\.$/,
  );
});

test("one person's refusals count neither for the others nor for another workspace", async () => {
  const counting = rateLimits(redis.client, limits);
  await times(50, () => counting.take(ada, "usual"));
  const others = await times(2, (index) => counting.take({ ...ada, userId: `U${index + 2}` }, "usual"));
  expect(others).toEqual(["taken", "taken"]);
  await expect(counting.take({ ...ada, userId: "U9" }, "usual")).rejects.toMatchObject({
    kind: "limited",
    message: expect.stringMatching(/^This workspace has made too many requests in a minute/),
  });
  await expect(counting.take({ ...ada, workspaceId: "T2" }, "usual")).resolves.toBeUndefined();
});

test("quick clicks count separately and may be four times as many", async () => {
  const counting = rateLimits(redis.client, limits);
  await times(3, () => counting.take(ada, "usual"));
  const presses = await times(13, () => counting.take(ada, "quick"));
  expect(presses.filter((outcome) => outcome === "taken")).toHaveLength(12);
});

test("questions to a model count separately and may be a fifth as many, but one at least", async () => {
  const counting = rateLimits(redis.client, { perPerson: 10, perWorkspace: 15, longestCountMs });
  const asked = await times(5, (index) => counting.take({ ...ada, userId: `U${index % 2}` }, "model"));
  expect(asked.filter((outcome) => outcome === "taken")).toHaveLength(3);
  const few = rateLimits(redis.client, { perPerson: 1, perWorkspace: 1, longestCountMs });
  const outcomes = await times(2, () => few.take({ ...ada, workspaceId: "T9" }, "model"));
  expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(1);
});

test("without Redis each process counts, and a slow count is not waited for", async () => {
  const away = new Redis("redis://127.0.0.1:9", { enableOfflineQueue: false }).on("error", () => {});
  const counting = rateLimits(away, limits);
  const outcomes = await times(4, () => counting.take(ada, "usual"));
  expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(3);
  away.disconnect();

  const silent = new Redis("redis://127.0.0.1:9", { maxRetriesPerRequest: null }).on("error", () => {});
  const hasty = rateLimits(silent, { ...limits, longestCountMs: 100 });
  await expect(hasty.take(ada, "usual")).resolves.toBeUndefined();
  silent.disconnect();
});
