import { expect, test } from "vitest";
import { queueAction } from "../../../src/features/alerts/actions/target.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { useRedis } from "../../support/redis.ts";
import { alertFixture } from "./fixture.ts";
import { dayMs } from "../../../src/lib/duration.ts";

const redis = useRedis();
type Fixture = ReturnType<typeof alertFixture>;

async function withAlerts(...alertKeys: string[]): Promise<Fixture> {
  const fixture = alertFixture(redis.client);
  await fixture.begin();
  await fixture.accept(...alertKeys.map((key) => ({ key, origin: { alertId: key } })));
  await step(fixture);
  return fixture;
}

/** The beginnings of the messages of alerts. Thread replies do not name the alert. */
function messages(fixture: Fixture): string[] {
  return fixture.posts
    .filter(({ text }) => text.includes("Checkout errors"))
    .map(({ text }) => text.split(/ until|:/)[0] ?? "");
}

async function step(fixture: Fixture): Promise<void> {
  await fixture.ingest();
  await fixture.runOutbox("C1");
}

/** Lets days pass for the clock and for the TTLs in Redis, and runs the app twice a day. */
async function passDays(fixture: Fixture, days: number): Promise<void> {
  for (let half = 0; half < days * 2; half += 1) {
    fixture.pass(dayMs / 2);
    for (const key of await redis.client.keys("*")) {
      const leftMs = await redis.client.pttl(key);
      if (leftMs > 0) await redis.client.pexpire(key, Math.max(0, leftMs - dayMs / 2));
    }
    await step(fixture);
  }
}

test("an alert comes back in its message after a snooze of 30 days, and ends 30 days later", async () => {
  const fixture = await withAlerts("id:a");
  const incident = (await fixture.incidents.presentOf("T1-checkout", ["id:a"]))[0];
  if (!incident) throw new Error("There is no incident.");
  const untilMs = fixture.nowMs() + 30 * dayMs;
  await queueAction(fixture.context, incident, {
    kind: "action",
    verb: "snooze",
    incidentId: incident.id,
    userId: "U1",
    atMs: fixture.nowMs(),
    untilMs,
  });
  await step(fixture);
  await passDays(fixture, 29);
  expect(messages(fixture)).toEqual(["Snoozed"]);
  await passDays(fixture, 2);
  expect(messages(fixture)).toEqual(["Firing"]);
  expect(await fixture.incidents.recentOf([{ alertId: "id:a" }])).toEqual([[incident.id]]);
  await passDays(fixture, 30);
  expect(messages(fixture)).toEqual(["Presumed over"]);
  expect((await fixture.incidents.find(incident.id))?.resolved?.how).toBe("presumed");
  expect(await fixture.incidents.open("T1-checkout")).toEqual([]);
  await passDays(fixture, 31);
  expect(await fixture.incidents.find(incident.id)).toBeUndefined();
  expect(messages(fixture)).toEqual(["Presumed over"]);
});

test("a storm summary still shows its alerts when they end weeks later", async () => {
  const alertKeys = Array.from({ length: 12 }, (_, number) => `id:${number}`);
  const fixture = await withAlerts(...alertKeys);
  const before = fixture.posts.length;
  await passDays(fixture, 31);
  expect(await fixture.incidents.open("T1-checkout")).toEqual([]);
  expect(fixture.posts).toHaveLength(before);
});

test("an open incident without a record leaves the list of open ones", async () => {
  const fixture = await withAlerts("id:a");
  const [id = ""] = await fixture.incidents.open("T1-checkout");
  await redis.client.del(keys.incident("T1", id));
  await passDays(fixture, 8);
  expect(await fixture.incidents.open("T1-checkout")).toEqual([]);
  expect(await redis.client.exists(keys.incidentTimers("T1", "T1-checkout"))).toBe(0);
});
