import { expect, test } from "vitest";
import { queueAction } from "../../../../src/features/alerts/actions/target.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import type { OutboxClaim } from "../../../../src/platform/jobs/outbox/shown.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertRoom } from "../fixture.ts";
import { endIfCalm, usualStormLimits } from "../../../../src/features/alerts/storm/storm.ts";

const redis = useRedis();

/** A room in which so many groups of an alert were worked in. */
async function withGroups(groups: number) {
  const house = alertRoom(redis.client);
  await house.begin();
  await house.accept(...Array.from({ length: groups }, (_, number) => ({ key: `id:${number}` })));
  await house.fold();
  return house;
}
type Room = Awaited<ReturnType<typeof withGroups>>;

async function incidentOf(house: Room, key: string) {
  const [incident] = await house.incidents.presentOf("T1-checkout", [key]);
  if (!incident) throw new Error(`There is no incident of ${key}.`);
  return incident;
}

async function digestOf(house: Room) {
  const digest = await house.storms.present("C1");
  if (!digest) throw new Error("There is no storm.");
  return digest;
}

function claimOf(house: Room, mark: string): OutboxClaim {
  const claimedAtMs = house.nowMs();
  return { what: "root", channelId: "C1", mark, token: mark, claimedAtMs, untilMs: claimedAtMs + 12_000 };
}

test("what joins a digest and that somebody looks at it are one step, so that no crash parts them", async () => {
  const house = await withGroups(11);
  const incident = await incidentOf(house, "id:1");
  const digest = { id: "digest:1", channelId: "C1", startedAtMs: 1, lastNewAtMs: 1 };
  const end = { itemId: "storm-end:digest:1", atMs: 9 };
  expect(await house.storms.absorb(digest, [incident], { dueMs: 5, end })).toBe(1);
  const outbox = keys.outbox("T1", "C1");
  expect(await redis.client.zmscore(outbox, "digest:1", end.itemId, incident.id)).toEqual(["5", "9", null]);
  expect(await house.storms.present("C1")).toEqual(digest);
});

test("what may have been posted by a process that died joins no digest, for nobody would change that message again", async () => {
  const house = await withGroups(1);
  const { id } = await incidentOf(house, "id:0");
  const mark = `outbox:${id}:1:root`;
  await house.outbox("C1").take(house.nowMs(), () => claimOf(house, mark));
  house.posts.push({ channelId: "C1", text: "fires", ts: "1.0", mark, atMs: house.nowMs() });
  await house.accept(...Array.from({ length: 20 }, (_, number) => ({ key: `id:late ${number}` })));
  await house.fold();
  await house.carry("C1");
  const members = await house.storms.members((await digestOf(house)).id);
  expect(members).toHaveLength(20);
  expect(members.map(({ incidentId }) => incidentId)).not.toContain(id);
  // It was found, and made to look as it should.
  expect(house.posts[0]?.text).toContain("Checkout errors");
});

test("an incident that was moved, and still stands in the outbox that it left, joins no digest there", async () => {
  const house = await withGroups(20);
  const moved = await incidentOf(house, "id:7");
  await queueAction(house.context, moved, {
    kind: "act",
    act: "move",
    incidentId: moved.id,
    atMs: house.nowMs(),
    toChannelId: "C2",
    reason: "archived",
  });
  await house.fold();
  await house.carry("C1");
  const members = await house.storms.members((await digestOf(house)).id);
  expect(members).toHaveLength(19);
  expect(members.map(({ incidentId }) => incidentId)).not.toContain(moved.id);
});

test("an incident that a digest shows is not taken for a message of its own, though it changed a moment ago", async () => {
  const house = await withGroups(20);
  await house.carry("C1");
  await house.accept({ key: "id:3", state: "resolved" });
  await house.fold();
  expect(await house.outbox("C1").take(house.nowMs(), () => claimOf(house, "mark"))).toBeUndefined();
  await house.carry("C1");
  expect(house.posts).toHaveLength(1);
  const members = await house.storms.members((await digestOf(house)).id);
  expect(members.filter(({ state }) => state === "resolved")).toHaveLength(1);
});

test("an incident whose digest is kept no longer gets a message of its own, and holds up nobody", async () => {
  const house = await withGroups(20);
  await house.carry("C1");
  const { id } = await digestOf(house);
  await redis.client.del(keys.digest("T1", id), keys.storm("T1", "C1"));
  await house.accept({ key: "id:3", severity: "error" });
  await house.fold();
  await house.carry("C1");
  const own = house.posts.filter(({ text }) => text.includes("Checkout errors”: 12 lines found"));
  expect(own.length).toBeGreaterThan(0);
});

test("a storm whose end was broken off is ended in full by whoever takes that up", async () => {
  const house = await withGroups(11);
  await house.carry("C1");
  const digest = await digestOf(house);
  await house.accept({ key: "id:3", state: "resolved" });
  await house.fold();
  await house.carry("C1");
  house.pass(60_000);
  await house.storms.save({ ...digest, endedAtMs: house.nowMs() });
  await endIfCalm(house.context, digest.id, usualStormLimits);
  expect(await house.storms.members(digest.id)).toHaveLength(1);
  expect(await redis.client.zscore(keys.outbox("T1", "C1"), digest.id)).not.toBeNull();
});

test("a storm that is looked at too early, by another clock, is looked at again", async () => {
  const house = await withGroups(20);
  await house.carry("C1");
  const { id, lastNewAtMs } = await digestOf(house);
  await redis.client.zrem(keys.outbox("T1", "C1"), `storm-end:${id}`);
  await endIfCalm(house.context, id, usualStormLimits);
  const score = await redis.client.zscore(keys.outbox("T1", "C1"), `storm-end:${id}`);
  expect(score).toBe(`${lastNewAtMs + usualStormLimits.calmMs}`);
});
