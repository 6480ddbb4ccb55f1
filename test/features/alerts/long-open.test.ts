import { expect, test } from "vitest";
import { queueAction } from "../../../src/features/alerts/actions/target.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { useRedis } from "../../support/redis.ts";
import { alertRoom } from "./fixture.ts";
import { dayMs } from "../../../src/lib/duration.ts";

const redis = useRedis();
type Room = ReturnType<typeof alertRoom>;

async function withAlerts(...alertKeys: string[]): Promise<Room> {
  const room = alertRoom(redis.client);
  await room.begin();
  await room.accept(...alertKeys.map((key) => ({ key, origin: { alertId: key } })));
  await step(room);
  return room;
}

/** How the messages of alerts begin; what stands in threads does not name the alert. */
function messages(room: Room): string[] {
  return room.posts
    .filter(({ text }) => text.includes("Checkout errors"))
    .map(({ text }) => text.split(/ until|:/)[0] ?? "");
}

async function step(room: Room): Promise<void> {
  await room.fold();
  await room.carry("C1");
}

/** Lets so many days pass, for the clock and for what Redis keeps for a time, with the app at work twice a day. */
async function passDays(room: Room, days: number): Promise<void> {
  for (let half = 0; half < days * 2; half += 1) {
    room.pass(dayMs / 2);
    for (const key of await redis.client.keys("*")) {
      const leftMs = await redis.client.pttl(key);
      if (leftMs > 0) await redis.client.pexpire(key, Math.max(0, leftMs - dayMs / 2));
    }
    await step(room);
  }
}

test("an alert that is snoozed for 30 days comes back in its own message, and is ended 30 days later", async () => {
  const room = await withAlerts("id:a");
  const incident = (await room.incidents.presentOf("T1-checkout", ["id:a"]))[0];
  if (!incident) throw new Error("There is no incident.");
  const untilMs = room.nowMs() + 30 * dayMs;
  await queueAction(room.context, incident, {
    kind: "act",
    act: "snooze",
    incidentId: incident.id,
    userId: "U1",
    atMs: room.nowMs(),
    untilMs,
  });
  await step(room);
  await passDays(room, 29);
  expect(messages(room)).toEqual(["Snoozed"]);
  await passDays(room, 2);
  expect(messages(room)).toEqual(["Firing"]);
  expect(await room.incidents.recentOf([{ alertId: "id:a" }])).toEqual([[incident.id]]);
  await passDays(room, 30);
  expect(messages(room)).toEqual(["Presumed over"]);
  expect((await room.incidents.find(incident.id))?.resolved?.how).toBe("presumed");
  expect(await room.incidents.open("T1-checkout")).toEqual([]);
  await passDays(room, 31);
  expect(await room.incidents.find(incident.id)).toBeUndefined();
  expect(messages(room)).toEqual(["Presumed over"]);
});

test("alerts that a storm's message shows are still shown by it when they end weeks later", async () => {
  const alertKeys = Array.from({ length: 12 }, (_, number) => `id:${number}`);
  const room = await withAlerts(...alertKeys);
  const before = room.posts.length;
  await passDays(room, 31);
  expect(await room.incidents.open("T1-checkout")).toEqual([]);
  expect(room.posts).toHaveLength(before);
});

test("an open incident of an older version gets its end too", async () => {
  const room = await withAlerts("id:a");
  await redis.client.del(keys.incidentTimers("T1", "T1-checkout"));
  await passDays(room, 31);
  expect(room.posts[0]?.text).toContain("Presumed over");
});

test("an open incident whose record is gone leaves the list of open ones", async () => {
  const room = await withAlerts("id:a");
  const [id = ""] = await room.incidents.open("T1-checkout");
  await redis.client.del(keys.incident("T1", id));
  await passDays(room, 8);
  expect(await room.incidents.open("T1-checkout")).toEqual([]);
  expect(await redis.client.exists(keys.incidentTimers("T1", "T1-checkout"))).toBe(0);
});
