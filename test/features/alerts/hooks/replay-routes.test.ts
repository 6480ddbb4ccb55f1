import { expect, test } from "vitest";
import { replay } from "../../../../src/features/alerts/hooks/replay.ts";
import type { LoggedEvent } from "../../../../src/features/alerts/incident/event-log.ts";
import { eventOf, hookWith } from "../routing/given.ts";
import { formatSampleOutcome } from "../../../../src/features/alerts/routing/route.ts";

const noon = Date.parse("2026-11-20T12:00:00Z");
const hook = hookWith(
  [
    {
      title: "checkout",
      time: { from: "22:00", to: "07:00", zone: "UTC" },
      channelId: "C2",
      mentionGroupId: "S1",
    },
    { title: "noise", mute: true },
  ],
  { muted: { k9: { title: "Disk", userId: "U1", at: "2026-11-20T10:00:00.000Z" } } },
);

function logged(title: string, hour: number, was: Partial<LoggedEvent> = {}): LoggedEvent {
  const { body: _, ...event } = eventOf({ title, alertName: title });
  return { receivedAtMs: noon + hour * 3_600_000, event, channelId: "C1", isMuted: false, ...was };
}

test("events take the present rules at the times of their arrival, and are compared with their routes then", () => {
  const night = logged("checkout", 11);
  const noise = logged("noise", 1);
  const done = replay(hook, [
    logged("checkout", 0),
    night,
    noise,
    logged("noise", 2, { isMuted: true, ruleNumber: 1 }),
    logged("other", 3),
  ]);
  expect([...done.byRule].toSorted(([a], [b]) => a - b)).toEqual([
    [0, 2],
    [1, 1],
    [2, 2],
  ]);
  expect(Object.fromEntries(done.byDestination)).toEqual({
    C1: { before: 4, now: 2 },
    C2: { before: 0, now: 1 },
    muted: { before: 1, now: 2 },
  });
  expect(done.differences).toEqual([
    { logged: night, before: "C1", now: "C2" },
    { logged: noise, before: "C1", now: "muted" },
  ]);
});

test("an outcome shows the rule that decides and its effects", () => {
  const at = new Date(noon);
  const words = (facts: object, when = at) => formatSampleOutcome(hook, eventOf(facts), when).split("\n")[1];
  expect(
    formatSampleOutcome(hook, eventOf({ title: "<!here> disk", group: "eu", severity: "error" }), at),
  ).toBe(
    "*&lt;\u200b!here&gt; disk* (error, group “eu”), <!date^1795176000^{date_short_pretty} {time}|2026-11-20 12:00 UTC>\nNo rule fits: post in <#C1>.",
  );
  expect(words({}, new Date("2026-11-20T23:00:00Z"))).toBe(
    "Rule 1 decides. If the title contains “checkout” and it's between 22:00 and 07:00 (UTC): post in <#C2> and mention <!subteam^S1>.",
  );
  expect(words({ title: "noise", key: "k9" })).toBe("This alert is muted. Otherwise, rule 2 would mute it.");
  expect(words({ key: "k9" })).toBe("This alert is muted. Otherwise, no rule would fit.");
});
