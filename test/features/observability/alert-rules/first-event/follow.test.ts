import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { firstEventReply } from "../../../../../src/features/observability/alert-rules/first-event/tell.ts";
import { validateMessage } from "../../../../../src/sandbox/slack/validate/index.ts";
import { hostileNames } from "../../../../platform/blocks/hostile.ts";
import { alertEvent, incidentRecord, madeAlert } from "../../../../support/alerts.ts";
import { useRedis } from "../../../../support/redis.ts";
import { deployments } from "../../fixture.ts";
import { firstEventRoom } from "./fixture.ts";

const redis = useRedis();

test.each(deployments)(
  "%s: who made an alert here is told once that it fired first, with its message",
  async (deployment) => {
    const room = await firstEventRoom(redis.client, deployment);
    await room.remember();
    await room.follow();
    await room.happens({ origin: room.tile });
    await room.shows("i1");
    expect(await room.follow()).toBe("done");
    expect(room.texts()).toEqual([
      "U1: The alert *Checkout errors*, which you created, fired for the first time: “Alert for “Checkout errors”: 12 lines found”. <https://slack.com/archives/C1/p123|Its message> is in <#C1>.",
    ]);
    const place = room.place.serviceId ?? room.place.connection;
    expect(JSON.stringify(room.told[0]?.reply.blocks)).toContain(`alerts show ${room.alertId} ${place}`);
    await room.happens({ origin: room.tile, key: "another" });
    await room.shows("i2");
    expect(await room.follow()).toBe("done");
    expect(room.told).toHaveLength(1);
    const { firstIncident } = (await room.context.madeAlerts.find(room.alertId)) ?? {};
    expect(firstIncident?.incidentId).toBe("i1");
    expect(await room.context.webhookTargets.list()).toMatchObject([
      { webhookId: "w1", hookId: room.hook.id },
    ]);
  },
);

test.each(deployments)(
  "%s: an alert is known by its id, whatever it is called by now",
  async (deployment) => {
    const room = await firstEventRoom(redis.client, deployment);
    await room.remember({ name: "Renamed", channelId: undefined });
    await room.happens({ origin: { alertId: room.alertId } });
    await room.shows("i1");
    await room.follow();
    expect(room.texts()).toEqual([
      expect.stringContaining("U1: The alert *Renamed*, which you created, fired"),
    ]);
  },
);

test("an alert whose id has spaces in it is followed to its end as well", async () => {
  const room = await firstEventRoom(redis.client, "stand-alone");
  await room.remember({ alertId: "an alert of its own" });
  expect(await Promise.race([room.follow(), sleep(2_000)])).toBe("done");
  expect(await room.clues()).toBe(0);
});

test.each(deployments)(
  "%s: tests, ends and what other alerts say are no first event, and nothing is left of them",
  async (deployment) => {
    const room = await firstEventRoom(redis.client, deployment);
    await room.remember();
    await room.happens(
      { key: "test", isTest: true, origin: room.tile },
      { key: "over", state: "resolved", origin: room.tile },
      { key: "named", alertName: "p95 latency (ms)", origin: room.tile },
      { key: "tile", origin: { ...room.tile, tileId: "t9" } },
      { key: "id", origin: { alertId: "a9", ...room.tile } },
      { key: "nowhere" },
    );
    expect(await room.follow()).toBe("done");
    expect(room.told).toEqual([]);
    expect(await room.clues()).toBe(0);
  },
);

test.each(deployments)(
  "%s: what is called as its tile is an alert's own where no other alert there can be meant",
  async (deployment) => {
    const room = await firstEventRoom(redis.client, deployment);
    await room.remember();
    await room.happens({ key: "a", alertName: "Checkout errors in API Monitoring", origin: room.tile });
    await room.shows("i1");
    await room.follow();
    expect(room.told).toHaveLength(1);
    await room.remember({ alertId: "a2", name: "Gone" });
    await room.happens({ key: "b", alertName: "Tile in API Monitoring", threshold: "5", origin: room.tile });
    await room.shows("i2");
    await room.follow();
    // By the list it is of the other alert with this threshold.
    expect(room.told).toHaveLength(1);
    await room.offersOnly("documented");
    await room.happens({ key: "c", alertName: "Tile in API Monitoring", threshold: "6", origin: room.tile });
    await room.happens({ key: "d", alertName: "Tile in API Monitoring", threshold: "5", origin: room.tile });
    await room.shows("i4");
    await room.follow();
    expect(room.texts()[1]).toContain("The alert *Gone*");
    expect((await room.context.madeAlerts.find("a2"))?.firstIncident?.incidentId).toBe("i4");
  },
);

test("where the list of alerts cannot be read now, it is waited for, though not for ever", async () => {
  const room = await firstEventRoom(redis.client, "managed");
  await room.remember();
  await room.follow();
  await room.happens({ alertName: "Tile in API Monitoring", origin: room.tile });
  await room.shows("i1");
  await room.cloud.close();
  expect(await room.follow()).toEqual({ againInMs: 15_000 });
  room.pass(3_700_000);
  expect(await room.follow()).toBe("done");
  expect(room.told).toHaveLength(1);
});

test("where no alert is awaited, nothing is written down of what begins", async () => {
  const room = await firstEventRoom(redis.client, "managed");
  await room.happens({ origin: room.tile });
  expect(await room.clues()).toBe(0);
  await room.remember();
  await room.context.madeAlerts.forget(room.alertId);
  await room.follow();
  await room.happens({ key: "later", origin: room.tile });
  expect(await room.clues()).toBe(0);
});

test("of a storm of one alert's groups one is a clue in each part that is worked in", async () => {
  const room = await firstEventRoom(redis.client, "managed");
  await room.remember();
  await room.follow();
  await room.happens(...Array.from({ length: 40 }, (_, index) => ({ key: `k${index}`, origin: room.tile })));
  expect(await room.clues()).toBe(1);
});

test("a message that is not posted yet is waited for, though not for ever", async () => {
  const room = await firstEventRoom(redis.client, "managed");
  await room.remember();
  await room.happens({ origin: room.tile });
  expect(await room.follow()).toEqual({ againInMs: 1_000 });
  expect(room.told).toEqual([]);
  room.pass(61_000);
  expect(await room.follow()).toBe("done");
  expect(room.texts()).toEqual([expect.stringMatching(/ It goes on in <#C1>\.$/)]);
});

test.each(deployments)(
  "%s: an alert that fired before it was known here that it was made is told as well",
  async (deployment) => {
    const room = await firstEventRoom(redis.client, deployment);
    await room.happens({ origin: room.tile }, { key: "second", origin: room.tile });
    await room.shows("i1");
    room.pass(60_000);
    await room.remember({ at: "2026-11-20T10:01:00.000Z" });
    expect(await room.follow()).toBe("done");
    expect(room.told).toHaveLength(1);
    expect((await room.context.madeAlerts.find(room.alertId))?.firstIncident?.incidentId).toBe("i1");
  },
);

test("who cannot be told is not waited for", async () => {
  const room = await firstEventRoom(redis.client, "managed");
  room.refused.add("U1");
  await room.remember();
  await room.happens({ origin: room.tile });
  await room.shows("i1");
  expect(await room.follow()).toBe("done");
  expect(room.told).toEqual([]);
  expect(await room.context.madeAlerts.awaited()).toEqual([]);
});

test("a process that dies at any call loses nothing, and it is told twice only where it died right after it was told", async () => {
  const tellings: number[] = [];
  for (let calls = 0; ; calls += 1) {
    await redis.client.flushall();
    const room = await firstEventRoom(redis.client, "managed");
    await room.remember();
    await room.happens({ origin: room.tile });
    await room.shows("i1");
    const hasLived = await room.followUntilDeath(calls);
    expect(await room.follow()).toBe("done");
    tellings.push(room.told.length);
    expect(await room.clues()).toBe(0);
    if (hasLived) break;
  }
  expect(tellings.length).toBeGreaterThan(15);
  expect(tellings.filter((times) => times !== 1)).toEqual([2]);
});

test.each(hostileNames)("nothing comes alive of %j", (name) => {
  const text = name === "" ? "x" : name;
  const reply = firstEventReply({
    alert: madeAlert({ name: text }),
    incident: incidentRecord({ latest: alertEvent({ title: text }) }),
    message: { channelId: "C1", ts: "1.2" },
  });
  expect(validateMessage(reply)).toBeNull();
  expect(reply.text).not.toMatch(/<[!@](?!\d)/);
});
