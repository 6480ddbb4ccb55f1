import { expect, test } from "vitest";
import { incidentMessage } from "../../../../src/features/alerts/message/incident-message.ts";
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

test("a firing incident shows title, severity, start and count", () => {
  const incident = incidentOf(
    { severity: "critical" },
    {
      group: "service: api",
      value: "42",
      threshold: "> 10",
      link: "https://console.example.com/search/1?from=1&to=2",
    },
  );
  const message = incidentMessage(incident, hookOf());
  expect(mrkdwnIn(message)).toEqual([
    "Firing: Checkout errors (service: api)",
    ":red_circle: *Firing: Checkout errors*",
    "*Group*\nservice: api",
    "*Value*\n42",
    "*Threshold*\n\u200b&gt; 10",
    "*Severity*\ncritical",
    `*Since*\n${at(0)}`,
    "*Seen*\n5 times",
    `*Last seen*\n${at(5)}`,
    "12 lines found",
    "<https://console.example.com/search/1?from=1&amp;to=2|Open in the console>",
    "From the hook Shop alerts",
  ]);
  expect(message.colored?.color).toBe("#a30d2d");
});

test("an acknowledged incident shows its person, and its notification mentions no one", () => {
  const texts = shown({ state: "acknowledged", acknowledged: { userId: "UADA", atMs: minutesIn(6) } });
  expect(texts.slice(0, 3)).toEqual([
    "Acknowledged: Checkout errors",
    ":eyes: *Acknowledged by <@UADA>: Checkout errors*",
    `Acknowledged ${at(6)}.`,
  ]);
});

test("a snoozed incident shows its end, person, reason and the number held back", () => {
  const snoozed = {
    userId: "UADA",
    atMs: minutesIn(6),
    untilMs: minutesIn(66),
    reason: "deploy <!here>",
    heldBack: 3,
  };
  expect(shown({ state: "snoozed", snoozed }).slice(0, 3)).toEqual([
    "Snoozed until 2026-11-21 13:06 UTC: Checkout errors",
    `:zzz: *Snoozed until ${at(66)} by <@UADA>: Checkout errors*`,
    `Snoozed ${at(6)}: “deploy &lt;\u200b!here&gt;”. Seen 3 times meanwhile, and held back. When it is over, that is told at once.`,
  ]);
});

test("a resolved incident shows who or what resolved it", () => {
  expect(ended("sender").slice(1, 2)).toEqual([":white_check_mark: *Resolved: Checkout errors*"]);
  expect(ended("sender")).toContain(`*Until*\n${at(9)}`);
  expect(ended("person", "UADA")[1]).toBe(":white_check_mark: *Resolved by <@UADA>: Checkout errors*");
  expect(ended("api")[2]).toBe("The API says that it is over; its sender did not.");
  expect(ended("deleted")[2]).toBe("Its alert was deleted in the console, so nothing more will come.");
  expect(ended("presumed").slice(0, 3)).toEqual([
    "Presumed over: Checkout errors",
    ":grey_question: *Presumed over: Checkout errors*",
    `Nobody said that it is over, but nothing was heard of it since ${at(5)}. Its sender looks every 1 min.`,
  ]);
});

test("a window too short for an interval is not shown", () => {
  const resolved = { atMs: minutesIn(9), how: "presumed" as const };
  const text = shown({ state: "resolved", resolved, intervalMs: 1 }).join("\n");
  expect(text).toContain(`nothing was heard of it since ${at(5)}.`);
  expect(text).not.toContain("Its sender looks");
});

test("an incident that ended after 30 days without news says so", () => {
  const atMs = minutesIn(5 + 30 * 24 * 60);
  const resolved = { atMs, how: "presumed" as const };
  const history = [{ n: 1, atMs, what: "presumed over" as const, note: "30 days" }];
  expect(shown({ state: "resolved", resolved, intervalMs: 60_000, history })[2]).toBe(
    `Not heard of for 30 days, the last time ${at(5)}, so it counts as over. If it fires again, that is a new alert.`,
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
  expect(shown({ state: "resolved", resolved, isFlapping: true, changedAtMs }).slice(1, 3)).toEqual([
    ":arrows_counterclockwise: *Flapping: Checkout errors*",
    "It goes on and off: 6 changes of late. Now it is resolved.",
  ]);
});

test("a test is shown differently from an alert, even after an acknowledgement", () => {
  expect(shown({}, { isTest: true }).slice(1, 3)).toEqual([
    ":test_tube: *Test: Checkout errors*",
    "A test from the sender: nothing is wrong.",
  ]);
  const acknowledged = { userId: "UADA", atMs: minutesIn(6) };
  expect(shown({ state: "acknowledged", acknowledged }, { isTest: true })[1]).toBe(
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
  expect(texts[1]).toBe(":warning: *Could not be read: POST*");
  expect(texts).toContain('```\n{"a": ˋˋˋ&lt;\u200b!channel&gt;\n```');
});

test("an alert without a state is “Reported” and says that a person must resolve it", () => {
  const texts = shown({}, { state: "unclear" });
  expect(texts.slice(1, 3)).toEqual([
    ":speech_balloon: *Reported: Checkout errors*",
    "Its sender gives no state, so nobody will say that it is over: resolve it here.",
  ]);
  const fired = shown({ stateAtMs: openedAtMs }, { state: "unclear", stateWord: "NO_DATA" });
  expect(fired.slice(1, 3)).toEqual([
    ":red_circle: *Firing: Checkout errors*",
    "Its sender now says “NO_DATA”, which neither begins nor ends it.",
  ]);
});

test("notes show the answer of the API and a mute", () => {
  const muted = {
    "evt-1": { title: "Checkout errors", userId: "UADA", at: new Date(openedAtMs).toISOString() },
  };
  const incident = incidentOf({ truth: { found: "silenced", atMs: openedAtMs } });
  const texts = mrkdwnIn(incidentMessage(incident, hookOf({ muted })));
  expect(texts[2]).toBe(
    "*Silenced in the console*: its sender says nothing of it until the silence is over.\n" +
      `*Muted here* by <@UADA> since ${at(0)}: nobody is told when it fires again.`,
  );
  expect(shown({ truth: { found: "unknown", atMs: openedAtMs } })[2]).toBe(
    "*Unverified*: the API does not know its alert, so only its sender can say that it is over.",
  );
  expect(shown({ truth: { found: "unknown", atMs: openedAtMs, word: "PENDING" } })[2]).toBe(
    "*Unverified*: the API says “PENDING” of its alert, so only its sender can say that it is over.",
  );
});

test("every state has its own buttons", () => {
  const menu = ["Snooze", "For 15 minutes", "For 1 hour", "For 4 hours", "Until tomorrow 9:00", "Custom…"];
  const more = ["Details", "Who did what", "Trace its way here", "Mute this alert…"];
  expect(offered()).toEqual(["Acknowledge", ...menu, "Resolve", ...more]);
  expect(offered({ state: "acknowledged" })).toEqual([...menu, "Resolve", "Take back", ...more]);
  expect(offered({ state: "snoozed" })).toEqual(["Acknowledge", ...menu, "Resolve", "Take back", ...more]);
  expect(offered({ state: "resolved" }, { link: "https://console.example.com/search/1" })).toEqual([
    ...more,
    "Silence it in the console",
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
