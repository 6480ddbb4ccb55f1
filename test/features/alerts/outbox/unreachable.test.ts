import { expect, test } from "vitest";
import { queueAction } from "../../../../src/features/alerts/actions/target.ts";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import { hookRecord } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertRoom } from "../fixture.ts";
import { differenceOf } from "../../../../src/features/alerts/ingest/account.ts";

const redis = useRedis();

/** A room whose channel C1 takes nothing, with a storm of so many groups in it. */
async function stormAtClosedDoor(groups: number, facts: Partial<Hook>) {
  const house = alertRoom(redis.client, hookRecord(facts));
  await house.begin();
  house.refuse("C1");
  await house.accept(...Array.from({ length: groups }, (_, number) => ({ key: `id:${number}` })));
  await house.fold();
  await house.carry("C1");
  return house;
}

async function difference(house: ReturnType<typeof alertRoom>): Promise<number | undefined> {
  const account = await house.alertAccount();
  return account && differenceOf(account);
}

test("a storm in a channel that takes nothing goes on as one in the fallback channel", async () => {
  const house = await stormAtClosedDoor(30, { fallbackChannelId: "C2" });
  await house.fold();
  await house.carry("C2");
  expect(house.posts.map(({ channelId }) => channelId)).toEqual(["U1", "C2"]);
  expect(house.posts[1]?.text).toContain("30");
  expect(await house.deadLetters.list()).toEqual([]);
  expect(await difference(house)).toBe(0);
});

test("a storm in a channel that takes nothing is one dead letter where there is no fallback channel", async () => {
  const house = await stormAtClosedDoor(30, {});
  expect(await house.deadLetters.list()).toMatchObject([{ channelId: "C1", events: 30 }]);
  expect(house.posts.map(({ channelId }) => channelId)).toEqual(["U1"]);
  expect(await difference(house)).toBe(0);
});

test("alerts go to the fallback channel at once though their owner cannot be told, whatever Slack says to that", async () => {
  const house = alertRoom(redis.client, hookRecord({ fallbackChannelId: "C2" }));
  await house.begin();
  house.refuse("C1");
  house.refuse("U1", "bug");
  await house.accept({ key: "id:1" });
  await house.fold();
  const before = house.nowMs();
  await house.carry("C1");
  await house.fold();
  await house.carry("C2");
  expect(new Set(house.posts.map(({ channelId }) => channelId))).toEqual(new Set(["C2"]));
  expect(house.nowMs()).toBe(before);
});

test("the owner is told once Slack takes it, though it did not at first", async () => {
  const house = alertRoom(redis.client, hookRecord());
  await house.begin();
  house.refuse("C1");
  house.refuse("U1", "limited");
  await house.accept({ key: "id:1" });
  await house.fold();
  await house.carry("C1").catch(() => {});
  house.accepts("U1");
  await house.carry("C1");
  expect(house.posts.map(({ channelId }) => channelId)).toEqual(["U1"]);
});

test("the owner hears soon, and once a day, of alerts that Slack refuses for an unknown reason", async () => {
  const house = alertRoom(redis.client, hookRecord());
  await house.begin();
  house.refuse("C1", "bug");
  await house.accept({ key: "id:1" }, { key: "id:2" });
  await house.fold();
  const before = house.nowMs();
  await house.carry("C1");
  expect(house.posts.map(({ channelId }) => channelId)).toEqual(["U1"]);
  expect(house.posts[0]?.text).toContain("Slack refuses an alert of your hook “checkout” in <#C1>");
  expect(Number(house.posts[0]?.atMs) - before).toBeLessThan(15_000);
  house.pass(24 * 3_600_000);
  await house.accept({ key: "id:3" });
  await house.fold();
  await house.carry("C1");
  expect(house.posts.map(({ channelId }) => channelId)).toEqual(["U1", "U1"]);
});

test("an outbox that finds a moved incident again, after its process died, leaves the message in the other channel alone", async () => {
  const house = alertRoom(redis.client, hookRecord({ fallbackChannelId: "C2" }));
  await house.begin();
  await house.accept({ key: "id:1" });
  await house.fold();
  const [incident] = await house.incidents.presentOf("T1-checkout", ["id:1"]);
  if (!incident) throw new Error("There is no incident.");
  // Died between the move, which is worked in, and taking it out of the outbox.
  const atMs = house.nowMs();
  const move = { kind: "act", act: "move", incidentId: incident.id, atMs, reason: "archived" } as const;
  await queueAction(house.context, incident, { ...move, toChannelId: "C2" });
  await house.fold();
  await house.carry("C2");
  await house.carry("C1");
  await house.accept({ key: "id:1", state: "resolved" });
  await house.fold();
  await house.carry("C1");
  await house.carry("C2");
  expect(new Set(house.posts.map(({ channelId }) => channelId))).toEqual(new Set(["C2"]));
  expect(await difference(house)).toBe(0);
});

test("the owner is told once of each channel that takes nothing, however many alerts come to both", async () => {
  const house = alertRoom(redis.client, hookRecord({ fallbackChannelId: "C2" }));
  await house.begin();
  house.refuse("C1");
  house.refuse("C2");
  for (const key of ["id:1", "id:2", "id:3"]) {
    await house.accept({ key });
    await house.fold();
    await house.carry("C1");
    await house.fold();
    await house.carry("C2");
  }
  expect(house.posts.map(({ channelId, text }) => `${channelId} ${/<#(C\d)>/.exec(text)?.[1]}`)).toEqual([
    "U1 C1",
    "U1 C2",
  ]);
});

test("an older incident that goes to another channel does not take the place of its key's present one", async () => {
  const house = alertRoom(redis.client, hookRecord({ fallbackChannelId: "C2" }));
  await house.begin();
  const present = async () => (await house.incidents.presentOf("T1-checkout", ["id:1"]))[0];
  for (const state of ["firing", "resolved"] as const) await house.accept({ key: "id:1", state });
  await house.fold();
  const older = await present();
  house.pass(15 * 60_000);
  await house.accept({ key: "id:1", title: "Again" });
  await house.fold();
  const later = await present();
  const atMs = house.nowMs();
  const move = { kind: "act", act: "move", atMs, toChannelId: "C2", reason: "archived" } as const;
  if (older) await queueAction(house.context, older, { ...move, incidentId: older.id });
  await house.fold();
  expect(later?.id).not.toBe(older?.id);
  expect((await present())?.id).toBe(later?.id);
});
