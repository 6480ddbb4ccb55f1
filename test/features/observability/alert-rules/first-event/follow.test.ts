import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { firstEventReply } from "../../../../../src/features/observability/alert-rules/first-event/follow.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { hostileNames } from "../../../../platform/blocks/hostile.ts";
import { alertEvent, incidentRecord, madeAlert } from "../../../../support/alerts.ts";
import { useRedis } from "../../../../support/redis.ts";
import { deployments } from "../../fixture.ts";
import { firstEventFixture } from "./fixture.ts";
import { runs } from "../../../../support/pressed.ts";

const redis = useRedis();

test.each(deployments)(
  "%s: the creator of an alert is notified once when it first fires, with a link to the message",
  async (deployment) => {
    const fixture = await firstEventFixture(redis.client, deployment);
    await fixture.remember();
    await fixture.follow();
    await fixture.happens({ origin: fixture.tile });
    await fixture.shows("i1");
    expect(await fixture.follow()).toBe("done");
    expect(fixture.texts()).toEqual([
      "U1: Your alert rule *Checkout errors* fired for the first time: “Alert for “Checkout errors”: 12 lines found”. See <https://slack.com/archives/C1/p123|its message> in <#C1>.",
    ]);
    const target = fixture.target.serviceId ?? fixture.target.connection;
    expect(JSON.stringify(fixture.told[0]?.reply.blocks)).toContain(
      JSON.stringify(runs("alert_rules_show", { rule: fixture.alertId, service: target })),
    );
    await fixture.happens({ origin: fixture.tile, key: "another" });
    await fixture.shows("i2");
    expect(await fixture.follow()).toBe("done");
    expect(fixture.told).toHaveLength(1);
    const { firstIncident } = (await fixture.context.madeAlerts.find(fixture.alertId)) ?? {};
    expect(firstIncident?.incidentId).toBe("i1");
    expect(await fixture.context.webhookTargets.list()).toMatchObject([
      { webhookId: "w1", hookId: fixture.hook.id },
    ]);
  },
);

test("an alert is matched by its id, even if its name changed", async () => {
  const fixture = await firstEventFixture(redis.client, "stand-alone");
  await fixture.remember({ name: "Renamed", channelId: undefined });
  await fixture.happens({ origin: { alertId: fixture.alertId } });
  await fixture.shows("i1");
  await fixture.follow();
  expect(fixture.texts()).toEqual([expect.stringContaining("U1: Your alert rule *Renamed* fired")]);
});

test("the job also ends for an alert with spaces in its id", async () => {
  const fixture = await firstEventFixture(redis.client, "stand-alone");
  await fixture.remember({ alertId: "an alert of its own" });
  expect(await Promise.race([fixture.follow(), sleep(2_000)])).toBe("done");
  expect(await fixture.clues()).toBe(0);
});

test("tests, ends and events of other alerts are not first events, and leave no clues", async () => {
  const fixture = await firstEventFixture(redis.client, "managed");
  await fixture.remember();
  await fixture.happens(
    { key: "test", isTest: true, origin: fixture.tile },
    { key: "over", state: "resolved", origin: fixture.tile },
    { key: "named", alertName: "p95 latency (ms)", origin: fixture.tile },
    { key: "tile", origin: { ...fixture.tile, tileId: "t9" } },
    { key: "id", origin: { alertId: "a9", ...fixture.tile } },
    { key: "nowhere" },
  );
  expect(await fixture.follow()).toBe("done");
  expect(fixture.told).toEqual([]);
  expect(await fixture.clues()).toBe(0);
});

test("an event with its tile's name belongs to an alert if no other alert there fits", async () => {
  const fixture = await firstEventFixture(redis.client, "stand-alone");
  await fixture.remember();
  await fixture.happens({ key: "a", alertName: "Checkout errors in API Monitoring", origin: fixture.tile });
  await fixture.shows("i1");
  await fixture.follow();
  expect(fixture.told).toHaveLength(1);
  await fixture.remember({ alertId: "a2", name: "Gone" });
  await fixture.happens({
    key: "b",
    alertName: "Tile in API Monitoring",
    threshold: "5",
    origin: fixture.tile,
  });
  await fixture.shows("i2");
  await fixture.follow();
  // By the list, it belongs to the other alert with this threshold.
  expect(fixture.told).toHaveLength(1);
  await fixture.offersOnly("documented");
  await fixture.happens({
    key: "c",
    alertName: "Tile in API Monitoring",
    threshold: "6",
    origin: fixture.tile,
  });
  await fixture.happens({
    key: "d",
    alertName: "Tile in API Monitoring",
    threshold: "5",
    origin: fixture.tile,
  });
  await fixture.shows("i4");
  await fixture.follow();
  expect(fixture.texts()[1]).toContain("Your alert rule *Gone*");
  expect((await fixture.context.madeAlerts.find("a2"))?.firstIncident?.incidentId).toBe("i4");
});

test("an unreadable list of alerts is retried for a limited time", async () => {
  const fixture = await firstEventFixture(redis.client, "managed");
  await fixture.remember();
  await fixture.follow();
  await fixture.happens({ alertName: "Tile in API Monitoring", origin: fixture.tile });
  await fixture.shows("i1");
  await fixture.cloud.close();
  expect(await fixture.follow()).toEqual({ againInMs: 15_000 });
  fixture.pass(3_700_000);
  expect(await fixture.follow()).toBe("done");
  expect(fixture.told).toHaveLength(1);
});

test("without an awaited alert, new incidents leave no clues", async () => {
  const fixture = await firstEventFixture(redis.client, "managed");
  await fixture.happens({ origin: fixture.tile });
  expect(await fixture.clues()).toBe(0);
  await fixture.remember();
  await fixture.context.madeAlerts.forget(fixture.alertId);
  await fixture.follow();
  await fixture.happens({ key: "later", origin: fixture.tile });
  expect(await fixture.clues()).toBe(0);
});

test("a storm of one alert's groups leaves one clue for each ingested part", async () => {
  const fixture = await firstEventFixture(redis.client, "managed");
  await fixture.remember();
  await fixture.follow();
  await fixture.happens(
    ...Array.from({ length: 40 }, (_, index) => ({ key: `k${index}`, origin: fixture.tile })),
  );
  expect(await fixture.clues()).toBe(1);
});

test("a message that is not posted yet is awaited for a limited time", async () => {
  const fixture = await firstEventFixture(redis.client, "managed");
  await fixture.remember();
  await fixture.happens({ origin: fixture.tile });
  expect(await fixture.follow()).toEqual({ againInMs: 1_000 });
  expect(fixture.told).toEqual([]);
  fixture.pass(61_000);
  expect(await fixture.follow()).toBe("done");
  expect(fixture.texts()).toEqual([expect.stringMatching(/ It will appear in <#C1>\.$/)]);
});

test("an alert that fired before its creation was recorded is notified too", async () => {
  const fixture = await firstEventFixture(redis.client, "managed");
  await fixture.happens({ origin: fixture.tile }, { key: "second", origin: fixture.tile });
  await fixture.shows("i1");
  fixture.pass(60_000);
  await fixture.remember({ at: "2026-11-20T10:01:00.000Z" });
  expect(await fixture.follow()).toBe("done");
  expect(fixture.told).toHaveLength(1);
  expect((await fixture.context.madeAlerts.find(fixture.alertId))?.firstIncident?.incidentId).toBe("i1");
});

test("a creator who cannot be notified is not retried", async () => {
  const fixture = await firstEventFixture(redis.client, "managed");
  fixture.refused.add("U1");
  await fixture.remember();
  await fixture.happens({ origin: fixture.tile });
  await fixture.shows("i1");
  expect(await fixture.follow()).toBe("done");
  expect(fixture.told).toEqual([]);
  expect(await fixture.context.madeAlerts.awaited()).toEqual([]);
});

test("a process that dies at any call loses nothing, and repeats the message only if it dies right after the post", async () => {
  const reportCounts: number[] = [];
  // A death before a call leaves what a death after the one before it leaves.
  for (let calls = 1; ; calls += 2) {
    await redis.client.flushall();
    const fixture = await firstEventFixture(redis.client, "managed");
    await fixture.remember();
    await fixture.happens({ origin: fixture.tile });
    await fixture.shows("i1");
    const hasLived = await fixture.followUntilDeath(calls);
    expect(await fixture.follow()).toBe("done");
    reportCounts.push(fixture.told.length);
    expect(await fixture.clues()).toBe(0);
    if (hasLived) break;
  }
  expect(reportCounts.length).toBeGreaterThan(8);
  expect(reportCounts.filter((times) => times !== 1)).toEqual([2]);
});

test.each(hostileNames)("%j is shown as plain text", (name) => {
  const text = name === "" ? "x" : name;
  const reply = firstEventReply({
    alert: madeAlert({ name: text }),
    incident: incidentRecord({ latest: alertEvent({ title: text }) }),
    message: { channelId: "C1", ts: "1.2" },
  });
  expect(validateMessage(reply)).toBeNull();
  expect(reply.text).not.toMatch(/<[!@](?!\d)/);
});
