import * as fc from "fast-check";
import { expect, test } from "vitest";
import { incidentMessage } from "../../../../src/features/alerts/message/incident-message.ts";
import { threadEntries } from "../../../../src/features/alerts/message/thread-entries.ts";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { severities } from "../../../../src/features/alerts/incident/event-record.ts";
import { HistoryEntry, type Incident } from "../../../../src/features/alerts/incident/record.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { eventOf, hookOf, incidentOf, minutesIn, openedAtMs } from "./incident-of.ts";
import { mrkdwnIn, withoutOurTokens } from "./mrkdwn-in.ts";
import { type StormMember, summaryMessage } from "../../../../src/features/alerts/message/storm-message.ts";
import { unicodeText } from "../../../support/unicode-text.ts";

const optional = { nil: undefined };
const piece = fc.oneof(
  fc.constantFrom(...hostileNames, "```", "`", "<", ">", "|", "&", "\n", "://", "<!subteam^S1|x>"),
  unicodeText({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);
const anyText = fc
  .tuple(fc.array(piece, { maxLength: 12 }), fc.constantFrom(1, 1, 1, 40))
  .map(([pieces, times]) => pieces.join("").repeat(times));
const textOf = (maxLength: number) => anyText.map((text) => text.slice(0, maxLength));
const titleOf = (maxLength: number) => textOf(maxLength).map((text) => text || "x");
const longestBody = 262_144;
const hugeBody = anyText.map((text) => {
  const line = `${text || "&"}\n`;
  return line.repeat(Math.ceil(longestBody / line.length)).slice(0, longestBody);
});
const anyLink = fc.option(
  fc.oneof(
    textOf(2_900).map((text) => `https://console.example.com/search/${text}`),
    textOf(100),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  ),
  optional,
);

const anyEvent = fc.record({
  title: titleOf(500),
  body: fc.oneof({ weight: 9, arbitrary: anyText }, { weight: 1, arbitrary: hugeBody }),
  group: fc.option(textOf(500), optional),
  value: fc.option(textOf(100), optional),
  threshold: fc.option(textOf(100), optional),
  stateWord: fc.option(textOf(60), optional),
  link: anyLink,
  runbook: anyLink,
  silenceLink: anyLink,
  state: fc.constantFrom("firing", "resolved", "unclear"),
  isTest: fc.constantFrom(true, undefined),
  isUnreadable: fc.constantFrom(true, undefined),
});

const anyEntry = fc.record({
  n: fc.integer({ min: 1, max: 200 }),
  atMs: fc.constant(openedAtMs),
  what: fc.constantFrom(...HistoryEntry.shape.what.options),
  userId: fc.constant("UADA"),
  userName: fc.option(textOf(80), optional),
  note: fc.option(textOf(500), optional),
  heldBack: fc.option(fc.nat(), optional),
  untilMs: fc.option(fc.constant(minutesIn(60)), optional),
});

const anyIncident: fc.Arbitrary<Incident> = fc
  .record({
    state: fc.constantFrom("firing", "acknowledged", "snoozed", "resolved"),
    latest: anyEvent,
    key: titleOf(500),
    reason: fc.option(textOf(300), optional),
    severity: fc.option(fc.constantFrom(...severities), optional),
    how: fc.constantFrom("sender", "person", "api", "presumed", "deleted"),
    found: fc.constantFrom("firing", "silenced", "unknown"),
    isFlapping: fc.boolean(),
    changedAtMs: fc.array(fc.constant(openedAtMs), { maxLength: 9 }),
    history: fc.array(anyEntry, { maxLength: 5 }),
  })
  .map(({ reason, how, found, latest, ...rest }) => {
    const done = { userId: "UADA", atMs: openedAtMs };
    const snoozed = { ...done, untilMs: minutesIn(60), heldBack: 2, ...(reason ? { reason } : {}) };
    return {
      ...incidentOf(),
      ...rest,
      latest: eventOf({ ...latest, key: rest.key }),
      acknowledged: done,
      snoozed,
      resolved: { ...done, how },
      truth: { found, atMs: openedAtMs },
    };
  });

/** Checks that Slack takes a message, and that no text from outside has an effect in it. */
function expectHarmless({ text, blocks, colored }: Reply): void {
  const attachments = colored ? [{ ...colored, fallback: text }] : [];
  expect(validateMessage({ text, blocks, attachments })).toBeNull();
  for (const mrkdwn of mrkdwnIn({ text, blocks, ...(colored ? { colored } : {}) })) expectInert(mrkdwn);
}

function expectInert(mrkdwn: string): void {
  const rest = withoutOurTokens(mrkdwn);
  expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  // In code they stay: such texts are sent as verbatim.
  const spoken = rest.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
  expect(spoken).not.toMatch(/@(?:channel|here|everyone)|:\/\//i);
  // oxlint-disable-next-line no-control-regex -- it matches control characters
  expect(rest).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/);
  expect(mrkdwn.split("```").length % 2).toBe(1);
  expect(mrkdwn.replaceAll("```", "")).not.toContain("`");
}

test("the message of any incident is harmless and keeps Slack's limits", () => {
  fc.assert(
    fc.property(anyIncident, titleOf(60), fc.boolean(), (incident, name, isMuted) => {
      const mute = { title: incident.latest.title, userId: "UADA", at: "2026-11-21T12:00:00.000Z" };
      const muted = isMuted ? Object.fromEntries([[incident.key, mute]]) : {};
      const message = incidentMessage(incident, hookOf({ name, muted }));
      expectHarmless(message);
      expect(JSON.stringify(message)).not.toContain("didn't fit here");
    }),
    { numRuns: 150 },
  );
});

test("the thread of any incident is harmless", () => {
  fc.assert(
    fc.property(anyIncident, (incident) => {
      const entries = threadEntries(incident);
      const said = entries.flatMap((entry) => ("mrkdwn" in entry ? [entry.mrkdwn] : []));
      for (const mrkdwn of said) expectInert(mrkdwn);
      expect(Math.max(0, ...said.map(({ length }) => length))).toBeLessThan(1_000);
      const files = entries.flatMap((entry) => ("text" in entry ? [entry.text] : []));
      expect([[], [incident.latest.body]]).toContainEqual(files);
    }),
    { numRuns: 80 },
  );
});

const anyMember: fc.Arbitrary<StormMember> = fc.record({
  title: titleOf(500),
  group: fc.option(textOf(500), optional),
  state: fc.constantFrom("firing", "acknowledged", "snoozed", "resolved"),
  severity: fc.option(fc.constantFrom(...severities), optional),
  times: fc.integer({ min: 1 }),
  sinceMs: fc.constant(openedAtMs),
  link: anyLink,
});
const anyCounts = fc.array(fc.record({ name: textOf(500), open: fc.nat(), total: fc.nat() }), {
  maxLength: 12,
});

test("the summary of any storm is harmless and keeps Slack's limits", () => {
  fc.assert(
    fc.property(
      fc.array(anyMember, { maxLength: 10 }),
      anyCounts,
      anyCounts,
      fc.nat(),
      (top, bySeverity, byGroup, total) => {
        const message = summaryMessage({
          channelId: "C1",
          startedAtMs: openedAtMs,
          counts: { firing: total, acknowledged: total, snoozed: total, resolved: total },
          byGroup,
          bySeverity,
          lines: top.map(({ group, ...member }, index) => ({
            ...member,
            count: index + 1,
            groups: group === undefined ? [] : [group, `${group}2`, "ServiceName:a"],
          })),
          moreLines: total,
          muted: bySeverity.map(({ name }) => ({ name, userId: "UADA" })),
          openRules: 1,
          total,
          summaryId: "d1",
        });
        expectHarmless(message);
        expect(JSON.stringify(message)).not.toContain("didn't fit here");
      },
    ),
    { numRuns: 200 },
  );
});
