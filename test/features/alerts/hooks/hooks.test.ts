import { beforeEach, expect, test } from "vitest";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import { type Hooks, alertingWorkspaces, hooks } from "../../../../src/features/alerts/hooks/hooks.ts";
import { inbox } from "../../../../src/features/alerts/receive/inbox.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
let kept: Hooks;
beforeEach(() => {
  kept = hooks(redis.client, "T1", []);
});

const checkout: Hook = {
  id: "T1-a",
  name: "Check out",
  channelId: "C1",
  ownerId: "U1",
  createdAt: "2026-11-20T10:00:00.000Z",
  secrets: [{ hash: "ab", createdAt: "2026-11-20T10:00:00.000Z" }],
  broadcasts: false,
  rules: [],
  muted: {},
};
const other = { ...checkout, id: "T1-b", name: "orders", createdAt: "2026-11-21T10:00:00.000Z" };

test("a hook is found by its id and by its name in any case, until it is deleted", async () => {
  await kept.add(checkout);
  expect(await kept.find("T1-a")).toEqual(checkout);
  expect(await kept.findByName("check  OUT")).toEqual(checkout);
  expect(await kept.remove("T1-a")).toBe(true);
  expect(await kept.remove("T1-a")).toBe(false);
  expect(await kept.find("T1-a")).toBeUndefined();
  expect(await kept.findByName("Check out")).toBeUndefined();
});

test("hooks are listed the oldest first, and an unreadable one hides no other", async () => {
  await kept.add(other);
  await kept.add(checkout);
  await redis.client.hset(keys.hooks("T1"), {
    "T1-c": JSON.stringify({ ...checkout, rules: 3 }),
    "T1-d": "{",
  });
  expect((await kept.list()).map(({ id }) => id)).toEqual(["T1-a", "T1-b"]);
  await expect(kept.find("T1-c")).rejects.toMatchObject({ kind: "bug" });
});

test("one of two hooks with the same name is refused, also at the same moment", async () => {
  const results = await Promise.allSettled([kept.add(checkout), kept.add({ ...other, name: "check out" })]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(kept.add({ ...checkout, id: "T1-c" })).rejects.toMatchObject({ kind: "conflict" });
});

test("hooks added at the same moment are all kept", async () => {
  const many = Array.from({ length: 8 }, (_, n) => ({ ...checkout, id: `T1-${n}`, name: `hook ${n}` }));
  await Promise.all(many.map((hook) => kept.add(hook)));
  expect(await kept.list()).toHaveLength(8);
});

test("changes at the same moment are all kept", async () => {
  await kept.add(checkout);
  await Promise.all(
    Array.from({ length: 8 }, () =>
      kept.change("T1-a", (hook) => ({ ...hook, ownerId: `${hook.ownerId}.` })),
    ),
  );
  expect(await kept.find("T1-a")).toMatchObject({ ownerId: "U1........" });
});

test("a change of a deleted hook does not bring it back", async () => {
  expect(await kept.change("T1-a", (hook) => hook)).toBeUndefined();
  expect(await kept.list()).toEqual([]);
});

test("workspaces with hooks are known", async () => {
  await kept.add(checkout);
  expect(await alertingWorkspaces(redis.client)).toEqual(["T1"]);
});

test("a deleted hook leaves nothing, and its waiting events count as suppressed", async () => {
  await kept.add(checkout);
  // Above two waiting entries, the flood keeps only the count.
  const waiting = inbox(redis.client, "T1", { entries: 2, largeEntries: 2 });
  for (const id of ["1", "2", "3", "4"])
    await waiting.accept("T1-a", [received({}, id)], { receivedAtMs: 1, acceptedAtMs: 2 });
  await waiting.addAction("T1-a", {
    kind: "action",
    verb: "resolve",
    incidentId: "i1",
    userId: "U1",
    atMs: 3,
  });
  await redis.client.sadd(keys.fullInboxes("T1"), "T1-b");
  await redis.client.zadd(keys.openIncidents("T1", "T1-a"), 1, "i1");
  await redis.client.zadd(keys.incidentTimers("T1", "T1-a"), 1, "i1");
  await redis.client.rpush(keys.eventLog("T1", "T1-a"), "{}");
  await redis.client.set(keys.inboxCursor("T1", "T1-a"), "7");

  expect(await kept.remove("T1-a")).toBe(true);

  expect(await redis.client.hgetall(keys.alertCounts("T1"))).toEqual({
    accepted: "4",
    "suppressed:hook deleted": "4",
  });
  expect(await redis.client.smembers(keys.fullInboxes("T1"))).toEqual(["T1-b"]);
  const left = await redis.client.keys("*T1-a*");
  expect(left.filter((key) => !key.includes(":seen-event:"))).toEqual([keys.inboxCursor("T1", "T1-a")]);
  // The cursor has moved, so a commit of an earlier read fails.
  expect(await redis.client.get(keys.inboxCursor("T1", "T1-a"))).toBe("11");
  expect(await redis.client.ttl(keys.inboxCursor("T1", "T1-a"))).toBeGreaterThan(0);
});
