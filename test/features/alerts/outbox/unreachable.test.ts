import { expect, test } from "vitest";
import { queueAction } from "../../../../src/features/alerts/actions/target.ts";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import { hookRecord } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../fixture.ts";
import { differenceOf } from "../../../../src/features/alerts/ingest/account.ts";

const redis = useRedis();

/** A storm of so many groups in the channel C1, which refuses posts. */
async function stormInClosedChannel(groups: number, facts: Partial<Hook>) {
  const fixture = alertFixture(redis.client, hookRecord(facts));
  await fixture.begin();
  fixture.refuse("C1");
  await fixture.accept(...Array.from({ length: groups }, (_, number) => ({ key: `id:${number}` })));
  await fixture.ingest();
  await fixture.runOutbox("C1");
  return fixture;
}

async function difference(fixture: ReturnType<typeof alertFixture>): Promise<number | undefined> {
  const account = await fixture.alertAccount();
  return account && differenceOf(account);
}

test("a storm in an unreachable channel goes on as a storm in the fallback channel", async () => {
  const fixture = await stormInClosedChannel(30, { fallbackChannelId: "C2" });
  await fixture.ingest();
  await fixture.runOutbox("C2");
  expect(fixture.posts.map(({ channelId }) => channelId)).toEqual(["U1", "C2"]);
  expect(fixture.posts[1]?.text).toContain("30");
  expect(await fixture.deadLetters.list()).toEqual([]);
  expect(await difference(fixture)).toBe(0);
});

test("a storm in an unreachable channel without a fallback is one dead letter", async () => {
  const fixture = await stormInClosedChannel(30, {});
  expect(await fixture.deadLetters.list()).toMatchObject([{ channelId: "C1", events: 30 }]);
  expect(fixture.posts.map(({ channelId }) => channelId)).toEqual(["U1"]);
  expect(await difference(fixture)).toBe(0);
});

test("alerts move to the fallback channel even if their owner cannot be notified", async () => {
  const fixture = alertFixture(redis.client, hookRecord({ fallbackChannelId: "C2" }));
  await fixture.begin();
  fixture.refuse("C1");
  fixture.refuse("U1", "bug");
  await fixture.accept({ key: "id:1" });
  await fixture.ingest();
  const before = fixture.nowMs();
  await fixture.runOutbox("C1");
  await fixture.ingest();
  await fixture.runOutbox("C2");
  expect(new Set(fixture.posts.map(({ channelId }) => channelId))).toEqual(new Set(["C2"]));
  expect(fixture.nowMs()).toBe(before);
});

test("the owner is notified once Slack accepts the message", async () => {
  const fixture = alertFixture(redis.client, hookRecord());
  await fixture.begin();
  fixture.refuse("C1");
  fixture.refuse("U1", "limited");
  await fixture.accept({ key: "id:1" });
  await fixture.ingest();
  await fixture.runOutbox("C1").catch(() => {});
  fixture.accepts("U1");
  await fixture.runOutbox("C1");
  expect(fixture.posts.map(({ channelId }) => channelId)).toEqual(["U1"]);
});

test("the owner is notified once a day of alerts that Slack refuses for an unknown reason", async () => {
  const fixture = alertFixture(redis.client, hookRecord());
  await fixture.begin();
  fixture.refuse("C1", "bug");
  await fixture.accept({ key: "id:1" }, { key: "id:2" });
  await fixture.ingest();
  const before = fixture.nowMs();
  await fixture.runOutbox("C1");
  expect(fixture.posts.map(({ channelId }) => channelId)).toEqual(["U1"]);
  expect(fixture.posts[0]?.text).toContain("Slack refuses an alert of your hook “checkout” in <#C1>");
  expect(Number(fixture.posts[0]?.atMs) - before).toBeLessThan(15_000);
  fixture.pass(24 * 3_600_000);
  await fixture.accept({ key: "id:3" });
  await fixture.ingest();
  await fixture.runOutbox("C1");
  expect(fixture.posts.map(({ channelId }) => channelId)).toEqual(["U1", "U1"]);
});

test("after a crash, the old outbox does not touch the message of a moved incident", async () => {
  const fixture = alertFixture(redis.client, hookRecord({ fallbackChannelId: "C2" }));
  await fixture.begin();
  await fixture.accept({ key: "id:1" });
  await fixture.ingest();
  const [incident] = await fixture.incidents.presentOf("T1-checkout", ["id:1"]);
  if (!incident) throw new Error("There is no incident.");
  // As after a crash between the ingested move and the removal from the outbox.
  const atMs = fixture.nowMs();
  const move = { kind: "action", verb: "move", incidentId: incident.id, atMs, reason: "archived" } as const;
  await queueAction(fixture.context, incident, { ...move, toChannelId: "C2" });
  await fixture.ingest();
  await fixture.runOutbox("C2");
  await fixture.runOutbox("C1");
  await fixture.accept({ key: "id:1", state: "resolved" });
  await fixture.ingest();
  await fixture.runOutbox("C1");
  await fixture.runOutbox("C2");
  expect(new Set(fixture.posts.map(({ channelId }) => channelId))).toEqual(new Set(["C2"]));
  expect(await difference(fixture)).toBe(0);
});

test("the owner is notified once of each unreachable channel, with any number of alerts", async () => {
  const fixture = alertFixture(redis.client, hookRecord({ fallbackChannelId: "C2" }));
  await fixture.begin();
  fixture.refuse("C1");
  fixture.refuse("C2");
  for (const key of ["id:1", "id:2", "id:3"]) {
    await fixture.accept({ key });
    await fixture.ingest();
    await fixture.runOutbox("C1");
    await fixture.ingest();
    await fixture.runOutbox("C2");
  }
  expect(fixture.posts.map(({ channelId, text }) => `${channelId} ${/<#(C\d)>/.exec(text)?.[1]}`)).toEqual([
    "U1 C1",
    "U1 C2",
  ]);
});

test("an older incident that moves does not replace its key's present one", async () => {
  const fixture = alertFixture(redis.client, hookRecord({ fallbackChannelId: "C2" }));
  await fixture.begin();
  const present = async () => (await fixture.incidents.presentOf("T1-checkout", ["id:1"]))[0];
  for (const state of ["firing", "resolved"] as const) await fixture.accept({ key: "id:1", state });
  await fixture.ingest();
  const older = await present();
  fixture.pass(15 * 60_000);
  await fixture.accept({ key: "id:1", title: "Again" });
  await fixture.ingest();
  const later = await present();
  const atMs = fixture.nowMs();
  const move = { kind: "action", verb: "move", atMs, toChannelId: "C2", reason: "archived" } as const;
  if (older) await queueAction(fixture.context, older, { ...move, incidentId: older.id });
  await fixture.ingest();
  expect(later?.id).not.toBe(older?.id);
  expect((await present())?.id).toBe(later?.id);
});
