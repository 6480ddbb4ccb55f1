import type { Offer } from "../../../../src/platform/forms/window.ts";
import { beforeEach, expect, test } from "vitest";
import { heartbeatBlocks } from "../../../../src/features/oncall/heartbeat/command.ts";
import { heartbeatKey, heartbeatTimer } from "../../../../src/features/oncall/heartbeat/record.ts";
import { commandButton } from "../../../../src/platform/blocks/command-button.ts";
import { alertEvent, hookRecord, incidentRecord, putIncidents } from "../../../support/alerts.ts";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { useRedis } from "../../../support/redis.ts";
import { type HookFixture, hookFixture } from "../../alerts/hooks/fixture.ts";

const redis = useRedis();
const id = `T1-${"a".repeat(32)}`;
let fixture: HookFixture;
beforeEach(async () => {
  fixture = hookFixture(redis.client);
  await fixture.context.hooks.add(hookRecord({ id }));
});

const kept = async () => (await fixture.context.hooks.find(id))?.heartbeat;
const timers = () => fixture.context.incidents.due(id, Infinity, 10);

test.each([
  ["every 5m grace 2m", 300, 120],
  ["every 5 minutes with a grace of 90 seconds", 300, 90],
  ["1h30m", 5_400, 60],
  ["every 1 day grace 0s", 86_400, 0],
])("“%s” sets the time between beats and the grace", async (words, everySeconds, graceSeconds) => {
  await fixture.db(`heartbeat checkout ${words}`);
  expect(await kept()).toMatchObject({ everySeconds, graceSeconds, userId: "U1" });
  expect(await timers()).toEqual([heartbeatTimer]);
});

test.each([
  ["", "How often does a beat come?"],
  ["every now and then", "I can't read “now and then” as a time."],
  ["every 5m grace soon", "I can't read “soon” as a time."],
  ["every 10s", "A beat comes every 30 seconds to 31 days"],
  ["every 5m grace 8 days", "may be at most 7 days late"],
])("“%s” changes nothing", async (words, problem) => {
  expect(await fixture.refusal(`heartbeat checkout ${words}`)).toContain(problem);
  expect(await kept()).toBeUndefined();
  expect(await timers()).toEqual([]);
});

/** The hook gets alerts, as its log says. */
async function getAlerts(count: number): Promise<void> {
  const key = keys.eventLog("T1", id);
  const { body: _, ...event } = alertEvent();
  const receivedAtMs = fixture.context.now().getTime() - 60_000;
  const logged = { receivedAtMs, event, channelId: "C1", isMuted: false };
  await redis.client.rpush(key, ...Array.from({ length: count }, () => JSON.stringify(logged)));
}

test("a hook that gets alerts asks first, and offers a hook of its own", async () => {
  await getAlerts(3);
  const asked = await fixture.db("heartbeat checkout every 5m grace 2m");
  expect(renderedText(asked.blocks)).toContain("delivered 3 alerts since yesterday");
  expect(renderedText(asked.blocks)).toContain("Make a hook of its own for beats?");
  expect(asked.text).toContain("heartbeat checkout every 5m grace 2m own");
  expect(await kept()).toBeUndefined();
  expect(await timers()).toEqual([]);
  await fixture.db("heartbeat checkout every 300s grace 120s own");
  expect(await kept()).toBeUndefined();
  const own = (await fixture.context.hooks.list()).find(({ name }) => name === "checkout-beats");
  expect(own?.heartbeat).toMatchObject({ everySeconds: 300, graceSeconds: 120 });
  expect(await fixture.context.incidents.due(own?.id ?? "", Infinity, 10)).toEqual([heartbeatTimer]);
  await fixture.db("heartbeat checkout every 5m grace 2m own");
  expect((await fixture.context.hooks.list()).map(({ name }) => name)).toContain("checkout-beats-2");
});

test("as many alerts as the log keeps are at least that many", async () => {
  await getAlerts(5_000);
  const { text } = await fixture.db("heartbeat checkout every 5m");
  expect(text).toContain("delivered at least 5,000 alerts since yesterday");
  expect(text).toContain("heartbeat checkout every 5m own");
});

test("who wants this hook all the same gets it, and a change of its times asks nothing", async () => {
  await getAlerts(1);
  await fixture.db("heartbeat checkout every 5m yes");
  expect(await kept()).toMatchObject({ everySeconds: 300 });
  await fixture.db("heartbeat checkout every 10m");
  expect(await kept()).toMatchObject({ everySeconds: 600 });
});

const offer: Offer = (text, command) => [commandButton(text, command)];

test("off resolves an alert of a missing beat", async () => {
  await fixture.db("heartbeat checkout every 5m");
  const latest = alertEvent({ sender: "heartbeat", key: heartbeatKey });
  await putIncidents(fixture.context, incidentRecord({ hookId: id, key: heartbeatKey, latest }));
  await fixture.db("heartbeat checkout off");
  expect(await kept()).toBeUndefined();
  const { entries } = await fixture.context.inbox.waiting(id, 10);
  expect(entries).toMatchObject([{ kind: "action", verb: "resolve", incidentId: "incident-1" }]);
});

test("the window shows the last beat, when the next one is due, and since when one is missing", async () => {
  const tab = async () => {
    const hook = await fixture.context.hooks.find(id);
    const person = { userId: "U1", role: "operator" as const, offer };
    return renderedText(hook ? await heartbeatBlocks(hook, person, fixture.context) : []);
  };
  expect(await tab()).toContain("Heartbeat: off.");
  await fixture.db("heartbeat checkout every 5m grace 2m");
  expect(await tab()).toContain("Last beat: none yet");
  expect(await tab()).toContain("Next one at the latest:");
});
