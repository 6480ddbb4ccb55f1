import { expect, test } from "vitest";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import { minutesIn, openedAtMs } from "./incident-of.ts";
import { clickable, mrkdwnIn } from "./mrkdwn-in.ts";
import { nameGroups } from "../../../../src/features/alerts/storm/group-names.ts";
import * as texts from "../../../../src/features/alerts/storm/texts.ts";
import {
  type SummaryFacts,
  stormListing,
  summaryMessage,
} from "../../../../src/features/alerts/message/storm-message.ts";

const start = slackDate(new Date(openedAtMs));

const member = {
  title: "Checkout errors",
  group: "service: api",
  state: "firing",
  severity: "critical",
  times: 12,
  sinceMs: openedAtMs,
  link: "https://console.example.com/search/1",
} as const;

const services = Array.from(
  { length: 400 },
  (_, n) => `ServiceName:service-${String(n + 1).padStart(5, "0")}`,
);

const facts: SummaryFacts = {
  channelId: "C1",
  startedAtMs: openedAtMs,
  counts: { firing: 1_000, acknowledged: 2, snoozed: 0, resolved: 232 },
  byGroup: Array.from({ length: 7 }, (_, index) => ({ name: `g${index}`, open: 1, total: 2 })),
  bySeverity: [
    { name: "critical", open: 1_002, total: 1_234 },
    { name: "", open: 1, total: 2 },
  ],
  lines: [
    { ...member, count: 1, groups: [member.group] },
    { title: "Restarts by service", state: "firing", times: 1, count: 400, groups: services },
    {
      title: "Ungrouped",
      state: "acknowledged",
      takenBy: { userId: "UADA" },
      times: 1,
      count: 2,
      groups: [],
    },
  ],
  moreLines: 3,
  muted: [{ name: "Noise", userId: "UADA" }],
  openRules: 3,
  total: 1_234,
  summaryId: "d1",
};

test("a storm summary shows the counts, and identical alerts on one line", () => {
  expect(mrkdwnIn(summaryMessage(facts))).toEqual([
    "Storm: 1,234 alerts, 1,000 still firing",
    `:rotating_light: *Storm: 1,234 alerts since ${start}*\n*1,000* firing · *232* resolved · *2* acknowledged`,
    [
      texts.mutedRule("Noise", "<@UADA>"),
      texts.worst,
      "• Firing, critical: *Checkout errors* (<https://console.example.com/search/1|open>) · service: api · seen 12 times",
      "• Firing: *Restarts by service* · 400 services: service-00001 … 00400",
      "• Acknowledged by <@UADA>: *Ungrouped* · 2 alerts",
      "• and 3 lines more",
      texts.bySeverity,
      "• critical: 1,002 open of 1,234",
      "• not given: 1 open of 2",
      texts.byGroup,
      ...[0, 1, 2, 3, 4].map((index) => `• g${index}: 1 open of 2`),
      "• and 2 more",
    ].join("\n"),
    texts.whileItLasts,
  ]);
});

function offered(given: Partial<SummaryFacts>): string[] {
  return clickable(summaryMessage({ ...facts, ...given })).filter((label) => !/^(?:For|Until) /.test(label));
}

test("a storm offers what can still change something", () => {
  const counts = { firing: 0, acknowledged: 0, snoozed: 0, resolved: 0 };
  expect(offered({})).toEqual(["Acknowledge all", "Snooze all", "Mute a rule…", "Show all"]);
  expect(offered({ openRules: 1, counts: { ...counts, acknowledged: 1 } })).toEqual([
    "Snooze all",
    "Mute this rule…",
    "Show all",
  ]);
  expect(offered({ counts: { ...counts, resolved: 5 } })).toEqual(["Show all"]);
});

test("groups are named by their common label, and runs of numbers are shortened", () => {
  expect(nameGroups(["PodName:api-2", "PodName:api-1", "PodName:api-3", "PodName:web"], 60)).toEqual({
    noun: "pods",
    names: "api-1 … 3, web",
  });
  expect(nameGroups(["Host:web-1", "Host:web-3"], 60)).toEqual({ noun: "hosts", names: "web-1, web-3" });
  expect(nameGroups(["Host:web-9", "Host:web-10", "Host:web-11"], 60)?.names).toBe("web-9 … 11");
  expect(nameGroups(["a:b, c:d", "plain"], 60)).toEqual({ noun: "groups", names: "a:b, c:d, plain" });
  expect(nameGroups(["one", "three", "two"], 8)?.names).toBe("one and 2 more");
  expect(nameGroups([], 60)).toBeUndefined();
});

test("the summary of a past storm shows its start and its end", () => {
  const [text, headline] = mrkdwnIn(summaryMessage({ ...facts, endedAtMs: minutesIn(10) }));
  expect(text).toBe("Storm is over: 1,234 alerts, 1,000 still firing");
  expect(headline).toContain(
    `*Storm is over: 1,234 alerts from ${start} to ${slackDate(new Date(minutesIn(10)))}*`,
  );
});

test("the list of all incidents is plain text with a line each", () => {
  expect(stormListing([member, { title: "a\nb", state: "resolved", times: 1, sinceMs: openedAtMs }])).toBe(
    "1. Firing, critical: Checkout errors | service: api | seen 12 times since 2026-11-21 12:00 UTC | https://console.example.com/search/1\n" +
      "2. Resolved: a b | seen once since 2026-11-21 12:00 UTC\n",
  );
});

test("the color of a storm shows if any incident fires, else if the storm is over", () => {
  const calm = { ...facts, counts: { ...facts.counts, firing: 0 } };
  const over = { ...calm, endedAtMs: minutesIn(10) };
  const colors = [facts, calm, over].map((each) => summaryMessage(each).colored?.color);
  expect(colors).toEqual(["#e01e5a", "#d9b310", "#2eb67d"]);
});
