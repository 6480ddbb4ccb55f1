import { expect, test } from "vitest";
import { incidentMessage } from "../../../../src/features/alerts/message/incident-message.ts";
import type { HistoryEntry, Incident } from "../../../../src/features/alerts/incident/record.ts";
import * as texts from "../../../../src/features/alerts/message/texts.ts";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import { hookOf, incidentOf, minutesIn, openedAtMs } from "./incident-of.ts";
import { mrkdwnIn, clickable } from "./mrkdwn-in.ts";

function at(minutes: number): string {
  return slackDate(new Date(minutesIn(minutes)));
}

function shown(...facts: Parameters<typeof incidentOf>): string[] {
  return mrkdwnIn(incidentMessage(incidentOf(...facts), hookOf()));
}

function ended(how: "sender" | "person" | "api" | "deleted" | "presumed", userId?: string): string[] {
  const resolved = { atMs: minutesIn(9), how, ...(userId ? { userId } : {}) };
  return shown({ state: "resolved", resolved, intervalMs: 60_000 });
}

function offered(...facts: Parameters<typeof incidentOf>): string[] {
  return clickable(incidentMessage(incidentOf(...facts), hookOf()));
}

function leads(latest: Parameters<typeof incidentOf>[1]): string {
  return JSON.stringify(incidentMessage(incidentOf({}, latest), hookOf()).blocks);
}

function since(minutes = 0): string {
  return texts.since(at(minutes), slackDate(new Date(minutesIn(minutes)), { style: "ago" }));
}

test("a firing incident shows title, value against limit, severity, start and who has it", () => {
  const incident = incidentOf(
    { severity: "critical" },
    {
      title: 'Alert for "p95 latency of checkout (ms)" in "API" - 2432 meets or exceeds 2000',
      group: "service: api",
      value: "2432",
      threshold: "2000",
      link: "https://console.example.com/search/1?from=1&to=2",
      runbook: "https://runbooks.example.com/p95",
    },
  );
  const message = incidentMessage(incident, hookOf());
  expect(mrkdwnIn(message)).toEqual([
    "Firing, critical: p95 latency of checkout 2,432 ms, limit 2,000 (service: api)",
    ":red_circle: *Firing, critical: p95 latency of checkout 2,432 ms, limit 2,000*\n" +
      `service: api · ${since()} · not acknowledged`,
    "12 lines found",
    "<https://console.example.com/search/1?from=1&amp;to=2|Open in the console> · <https://runbooks.example.com/p95|Runbook>",
    `Seen 5 times, last ${at(5)} · Dashboard API · Hook Shop alerts`,
  ]);
  expect(message.colored?.color).toBe("#a30d2d");
});

test("a value that the title cannot hold is in the line below it", () => {
  expect(shown({}, { value: "B = 44.2, C = 1", threshold: "see the rule" })[1]).toBe(
    ":red_circle: *Firing: Checkout errors*\n" +
      `value B = 44.2, C = 1 · limit see the rule · ${since()} · not acknowledged`,
  );
});

test("an escalation is shown before and after it", () => {
  const escalation = { groupId: "S1", afterMinutes: 15 };
  const line = (given: Partial<Incident>) =>
    mrkdwnIn(incidentMessage(incidentOf(given), hookOf({ escalation })))[1]
      ?.split(" · ")
      .at(-1);
  expect(line({ mention: { groupId: "S1", atMs: minutesIn(15) } })).toBe(texts.escalatesAt(at(15)));
  expect(line({ mentionedAtMs: minutesIn(15) })).toBe(texts.escalatedAt(at(15)));
});

test("an acknowledged incident shows its person, and its notification mentions no one", () => {
  const texts = shown({
    state: "acknowledged",
    severity: "warning",
    acknowledged: { userId: "UADA", atMs: minutesIn(6) },
  });
  expect(texts.slice(0, 2)).toEqual([
    "Acknowledged: Checkout errors",
    `:eyes: *Acknowledged by <@UADA>: Checkout errors*\nwarning · ${since()} · acknowledged ${at(6)}`,
  ]);
});

test("a snoozed incident shows its end, person, reason and how often it was seen since", () => {
  const snoozed = {
    userId: "UADA",
    atMs: minutesIn(6),
    untilMs: minutesIn(66),
    reason: "deploy <!here>",
    heldBack: 3,
  };
  expect(shown({ state: "snoozed", snoozed }).slice(0, 3)).toEqual([
    "Snoozed until 2026-11-21 13:06 UTC: Checkout errors",
    `:zzz: *Snoozed until ${at(66)} by <@UADA>: Checkout errors*\n${since()}`,
    `Snoozed ${at(6)}: “deploy &lt;\u200b!here&gt;”. Seen 3 times since, without a post. ${texts.postsAnyway}`,
  ]);
  expect(shown({ state: "snoozed", snoozed: { ...snoozed, heldBack: 0 } })[2]).toContain(
    "Nothing suppressed yet. I'll post when it resolves",
  );
});

test("a resolved incident shows who or what resolved it, and how long it was open", () => {
  const life = `open for 9 min · resolved ${at(9)}`;
  expect(ended("sender")[1]).toBe(`:white_check_mark: *Resolved: Checkout errors*\n${life}`);
  expect(ended("person", "UADA")[1]).toBe(
    `:white_check_mark: *Resolved by <@UADA>: Checkout errors*\n${life}`,
  );
  expect(ended("api")[2]).toBe(texts.overByApi);
  expect(ended("deleted")[2]).toBe(texts.ruleDeleted);
  expect(ended("presumed")[0]).toBe("Presumed over: Checkout errors");
  expect(ended("presumed")[2]).toBe(texts.unheard(at(5), "1 min"));
});

test("a resolved incident shows who acknowledged it after what time", () => {
  const resolved = { atMs: minutesIn(10), how: "sender" as const };
  const taken = { n: 2, what: "acknowledged" as const, userId: "UADA", atMs: minutesIn(2) };
  const line = (...history: HistoryEntry[]) =>
    shown({ state: "resolved", resolved, history })[1]?.split("\n")[1]?.split(" · resolved")[0];
  expect(line(taken)).toBe("open for 10 min · acknowledged by <@UADA> after 2 min");
  expect(line(taken, { n: 3, what: "released", atMs: minutesIn(3) })).toBe("open for 10 min");
  expect(line(taken, { n: 3, what: "fired again", atMs: minutesIn(7) })).toBe("open for 3 min");
});

test("a window too short for an interval is not shown", () => {
  const resolved = { atMs: minutesIn(9), how: "presumed" as const };
  expect(shown({ state: "resolved", resolved, intervalMs: 1 })[2]).toBe(texts.unheard(at(5), ""));
});

test("an incident that ended after 30 days without news says so", () => {
  const atMs = minutesIn(5 + 30 * 24 * 60);
  const resolved = { atMs, how: "presumed" as const };
  const history = [{ n: 1, atMs, what: "presumed over" as const, note: "30 days" }];
  expect(shown({ state: "resolved", resolved, intervalMs: 60_000, history })[2]).toBe(
    texts.longUnheard(at(5)),
  );
});

test("a body that repeats the title after the rule's name is left out", () => {
  const title = "DiskWillFill: Something is wrong on db-1";
  const said = shown({}, { title, body: "Something is wrong on db-1" }).join("\n");
  expect(said.match(/Something is wrong on db-1/g)).toHaveLength(2);
});

test("a flapping incident says so and shows its present state", () => {
  const changedAtMs = [0, 1, 2, 3, 4, 5].map(minutesIn);
  const resolved = { atMs: minutesIn(5), how: "sender" as const };
  const texts = shown({ state: "resolved", resolved, isFlapping: true, changedAtMs });
  expect(texts[1]).toContain(":arrows_counterclockwise: *Flapping: Checkout errors*");
  expect(texts[2]).toBe("Flapping: 6 changes in 10 minutes. It's resolved right now.");
});

test("a test is shown differently from an alert, even after an acknowledgement", () => {
  expect(shown({}, { isTest: true })[1]).toContain(":test_tube: *Test: Checkout errors*");
  expect(shown({}, { isTest: true })[2]).toBe(texts.senderTestNote);
  const acknowledged = { userId: "UADA", atMs: minutesIn(6) };
  expect(shown({ state: "acknowledged", acknowledged }, { isTest: true })[1]).toContain(
    ":eyes: *Acknowledged by <@UADA>: Checkout errors (a test)*",
  );
});

test("an unreadable empty delivery has no text", () => {
  const empty = { isUnreadable: true, state: "unclear", title: "A delivery that is empty" } as const;
  expect(shown({}, { ...empty, body: "" }).join("\n")).not.toContain("```");
  expect(shown({}, { ...empty, body: " \n" }).join("\n")).not.toContain("```");
});

test("an unreadable delivery is shown as raw text", () => {
  const latest = {
    isUnreadable: true,
    state: "unclear",
    title: "POST",
    body: '{"a": ```<!channel>',
  } as const;
  const texts = shown({}, latest);
  expect(texts[1]).toContain(":warning: *Unreadable: POST*");
  expect(texts).toContain('```\n{"a": ˋˋˋ&lt;\u200b!channel&gt;\n```');
});

test("an alert without a state is “Reported” and says that a person must resolve it", () => {
  const reported = shown({}, { state: "unclear" });
  expect(reported[1]).toContain(":speech_balloon: *Reported: Checkout errors*");
  expect(reported[2]).toBe(texts.noState);
  const fired = shown({ stateAtMs: openedAtMs }, { state: "unclear", stateWord: "NO_DATA" });
  expect(fired[1]).toContain(":red_circle: *Firing: Checkout errors*");
  expect(fired[2]).toBe(texts.unclearState("NO_DATA"));
});

test("notes show the answer of the API and a mute", () => {
  const muted = {
    "evt-1": { title: "Checkout errors", userId: "UADA", at: new Date(openedAtMs).toISOString() },
  };
  const incident = incidentOf({ truth: { found: "silenced", atMs: openedAtMs } });
  expect(mrkdwnIn(incidentMessage(incident, hookOf({ muted })))[2]).toBe(
    `${texts.silenced}\n${texts.mutedHere("<@UADA>", at(0), false)}`,
  );
  expect(shown({ truth: { found: "unknown", atMs: openedAtMs } })[2]).toBe(texts.unverified(undefined));
  expect(shown({ truth: { found: "unknown", atMs: openedAtMs, word: "PENDING" } })[2]).toBe(
    texts.unverified("PENDING"),
  );
});

test("every state has its own buttons", () => {
  const menu = ["Snooze", "For 15 minutes", "For 1 hour", "For 4 hours", "Until tomorrow 9:00", "Custom…"];
  const more = ["Details", "History", "Trace", "Mute this alert…"];
  expect(offered()).toEqual(["Acknowledge", ...menu, "Resolve", ...more]);
  expect(offered({ state: "acknowledged" })).toEqual([...menu, "Resolve", "Take back", ...more]);
  expect(offered({ state: "snoozed" })).toEqual(["Acknowledge", ...menu, "Resolve", "Take back", ...more]);
  expect(offered({ state: "resolved" }, { link: "https://console.example.com/search/1" })).toEqual([
    ...more,
    "Silence in the console",
  ]);
});

test("the link to silence is the sender's own, else the console's list of alerts", () => {
  expect(leads({ link: "https://console.example.com/search/1" })).toContain(
    '"url":"https://console.example.com/alerts"',
  );
  expect(leads({ silenceLink: "https://grafana.example.com/silence/new?a=1" })).toContain(
    '"url":"https://grafana.example.com/silence/new?a=1"',
  );
  expect(leads({ link: "javascript:alert(1)", silenceLink: "ftp://x" })).not.toContain('"url"');
});

test("the same incident gives the same message", () => {
  expect(incidentMessage(incidentOf(), hookOf())).toEqual(incidentMessage(incidentOf(), hookOf()));
});
