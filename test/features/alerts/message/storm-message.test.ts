import { expect, test } from "vitest";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import { minutesIn, openedAtMs } from "./incident-of.ts";
import { mrkdwnIn } from "./mrkdwn-in.ts";
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

const facts: SummaryFacts = {
  channelId: "C1",
  startedAtMs: openedAtMs,
  counts: { firing: 1_000, acknowledged: 2, snoozed: 0, resolved: 232 },
  byAlert: [{ name: "Checkout errors", open: 1_002, total: 1_234 }],
  byGroup: Array.from({ length: 7 }, (_, index) => ({ name: `g${index}`, open: 1, total: 2 })),
  bySeverity: [{ name: "critical", open: 1_002, total: 1_234 }],
  top: [member],
  total: 1_234,
  summaryId: "d1",
};

test("a storm summary shows the counts and the worst incidents", () => {
  expect(mrkdwnIn(summaryMessage(facts))).toEqual([
    "Storm: 1,234 incidents, 1,000 still firing",
    `:rotating_light: *Storm: 1,234 incidents since ${start}*\n*1,000* firing · *232* resolved · *2* acknowledged`,
    [
      "*By severity*\n• critical: 1,002 open of 1,234",
      "*By alert*\n• Checkout errors: 1,002 open of 1,234",
      "*By group*",
      ...[0, 1, 2, 3, 4].map((index) => `• g${index}: 1 open of 2`),
      "• and 2 more",
    ].join("\n"),
    "*What matters most*\n" +
      `• Firing, critical: *Checkout errors* (<https://console.example.com/search/1|open>) · service: api · seen 12 times`,
    "New ones are added here while it lasts; critical ones get a message of their own. This changes as they do.",
  ]);
});

test("the summary of a past storm shows its start and its end", () => {
  const [text, headline] = mrkdwnIn(summaryMessage({ ...facts, endedAtMs: minutesIn(10) }));
  expect(text).toBe("Storm is over: 1,234 incidents, 1,000 still firing");
  expect(headline).toContain(
    `*Storm is over: 1,234 incidents from ${start} to ${slackDate(new Date(minutesIn(10)))}*`,
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
