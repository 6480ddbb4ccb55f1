import { expect, test } from "vitest";
import { answered } from "./fixture.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import type { LoggedEvent } from "../../../../src/features/alerts/incident/event-log.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { createStore } from "../../../../src/app/store.ts";
import { eventOf, hookWith } from "../routing/given.ts";
import * as texts from "../../../../src/features/alerts/hooks/try-texts.ts";
import { useRedis } from "../../../support/redis.ts";
import { readSample } from "../../../../src/features/alerts/hooks/mapping/map.ts";

const redis = useRedis();
const now = new Date("2026-11-20T12:00:00Z");
const ada = { workspaceId: "T1", userId: "U1", channelId: "C1" };
const hook = hookWith([
  { title: "payments", channelId: "C2" },
  { title: "noise", mute: true },
]);

function contextHere(here = hook): AppContext {
  const parts = {
    ...createStore(redis.client).workspace("T1"),
    hooks: { list: async () => [here] },
    now: () => now,
    messenger: { timeZoneOf: async () => "Europe/Berlin" },
  };
  // Holds all that the commands use. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as AppContext;
}

async function log(...titles: string[]): Promise<void> {
  const events = titles.map((title, index): LoggedEvent => {
    const { body: _, ...event } = eventOf({ title, alertName: title.replace(/ \d+$/, "") });
    return {
      receivedAtMs: now.getTime() - (titles.length - index) * 60_000,
      event,
      channelId: "C1",
      isMuted: false,
    };
  });
  await redis.client.rpush(keys.eventLog("T1", hook.id), ...events.map((event) => JSON.stringify(event)));
}

const replayed = async (words: string) =>
  (await answered(`replay checkout ${words}`, contextHere(), ada)).text;

test("a replay counts by rule and by channel, and shows the events with another destination", async () => {
  await log("disk", "payments down", "noise 1", "noise 2", "disk");
  const text = await replayed("24h");
  expect(text).toContain(
    "*5 events* of *checkout* in the last 24 hours, by its current rules. This posts nothing.",
  );
  expect(text).toContain(
    [
      texts.replayRules,
      "• Rule 2: 2 events. If the title contains “noise”: mute it.",
      "• Rule 1: 1 event. If the title contains “payments”: post in <#C2>.",
      "• No rule: 2 events.",
      texts.replayChannels,
      "• <#C1>: 2 events, 5 before",
      "• muted: 2 events, 0 before",
      "• <#C2>: 1 event, 0 before",
      "*3 events* would have gone elsewhere:",
    ].join("\n"),
  );
  // One example of each alert comes first.
  expect(text.match(/\*(noise \d|payments down)\*: .*$/gm)).toEqual([
    "*noise 2*: muted, not <#C1>",
    "*payments down*: <#C2>, not <#C1>",
    "*noise 1*: muted, not <#C1>",
  ]);
});

test("a replay shows at most ten examples, and counts only events within the time", async () => {
  await log(...Array.from({ length: 90 }, (_, n) => `noise ${n}`));
  const text = await replayed("1h");
  expect(text).toContain("*60 events* would have gone elsewhere, for example:");
  expect(text.match(/: muted, not /g)).toHaveLength(10);
  expect(await replayed("2 days")).toContain("*90 events* of *checkout*");
});

test("a replay without events or without a difference says so", async () => {
  expect(await replayed("30m")).toBe(texts.replayNothing("*checkout*", "the last 30 minutes"));
  await log("disk", "disk");
  const text = await replayed("");
  expect(text).toContain(texts.replaySame(2));
  expect(text).toContain("• No rule: 2 events.\n• Without events: rules 1 and 2.");
});

test.each(["3d", "0h", "yesterday", "24h please"])("“%s” is not a time to look back", async (words) => {
  await expect(replayed(words)).rejects.toThrow(texts.replayUsage(words, "checkout"));
});

test("the latest events and a sample are tried on the present rules", async () => {
  await log("payments 1", "disk");
  const { text } = await answered("try checkout", contextHere(), ada);
  expect(text).toContain(texts.tried("*checkout*", false));
  expect(text.match(/^(Rule 1 decides|No rule fits)/gm)).toEqual(["No rule fits", "Rule 1 decides"]);
  const sample = await answered('try checkout title "Noise" severity error at 23:30', contextHere(), ada);
  expect(sample.text).toContain(
    "*Noise* (error), <!date^1795213800^{date_short_pretty} {time}|2026-11-20 22:30 UTC>\nRule 2 decides.",
  );
});

test("the hint for a sample names the hook that was tried", async () => {
  const { text } = await answered("try billing", contextHere({ ...hook, name: "billing" }), ada);
  expect(text).toContain("To try a sample: `/db alerts hooks test billing ");
});

test("a sample has the present time and the asker's time zone by default", () => {
  const { event, at } = readSample("group eu at 9am Asia/Tokyo", "Europe/Berlin", now);
  expect(event).toEqual({ key: "sample", title: "A sample", group: "eu" });
  expect(at).toEqual(new Date("2026-11-20T00:00:00Z"));
  expect(readSample("severity crit", "UTC", now)).toEqual({
    event: { key: "sample", title: "A sample", severity: "critical" },
    at: now,
  });
  expect(() => readSample("title a to <#C2>", "UTC", now)).toThrow(texts.samplePart("channel"));
});
