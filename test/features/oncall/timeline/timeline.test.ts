import * as fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expect, test } from "vitest";
import { timelineOf } from "../../../../src/features/oncall/timeline/timeline.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { hookOf, incidentOf, minutesIn, openedAtMs } from "../../alerts/message/incident-of.ts";

const naming = { zone: "Europe/Berlin", person: (userId: string) => (userId === "U1" ? "Ada Park" : userId) };

function fileOf(incident: Incident, text = incident.latest.body): string {
  const message = "https://acme.slack.com/archives/C1/p1";
  return timelineOf({ incident, hook: hookOf(), trace: [], whole: { text }, message }, naming);
}

function shown(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

const over = incidentOf({
  state: "resolved",
  severity: "critical",
  times: 7,
  resolved: { atMs: minutesIn(42), how: "sender" },
  history: [
    { n: 1, atMs: openedAtMs, what: "fired" },
    { n: 2, atMs: minutesIn(3), what: "acknowledged", userId: "U1", userName: "Ada Park" },
    { n: 3, atMs: minutesIn(33), what: "reminded", userId: "U1" },
    { n: 4, atMs: minutesIn(42), what: "resolved" },
  ],
});

test("a timeline has who did what when, in the reader's zone, and empty headings for the cause", () => {
  const file = fileOf(over);
  expect(file).toContain("# Timeline: Checkout errors\n\nTimes are in Europe/Berlin.");
  expect(file).toContain("- **State:** Resolved\n- **Severity:** critical");
  expect(file).toContain(
    "- **Began:** 2026-11-21 13:00\n- **Ended:** 2026-11-21 13:42\n- **Lasted:** 42 min",
  );
  expect(file).toContain("- **Acknowledged after:** 3 min\n- **Events:** 7");
  expect(file).toContain("- 2026-11-21 13:00: fired.\n- 2026-11-21 13:03: acknowledged by Ada Park.");
  expect(file).toContain("- 2026-11-21 13:33: Ada Park, you acknowledged this over 30 minutes ago");
  expect(file).toContain("```text\n12 lines found\n```");
  expect(file).toMatch(/## Cause\n\n_To be written\._\n\n## What was done\n\n_To be written\._/);
});

test("the count of the delivery is that of the trace", () => {
  const call = { step: "call", atMs: 0, call: "post", channelId: "C1" } as const;
  const event = { receivedAtMs: 0, acceptedAtMs: 0, atMs: 0, state: "firing", led: "new", batch: 1 } as const;
  const trace = [
    { step: "event", ...event, times: 3 } as const,
    { step: "event", ...event, times: 4 } as const,
    { ...call, answer: "limited for 3 s" },
    { ...call, answer: "ok" },
  ];
  const facts = { incident: over, hook: undefined, trace, whole: { text: "" }, message: undefined };
  expect(timelineOf(facts, naming)).toContain(
    "7 deliveries from the sender, 2 calls of Slack, 1 of them not accepted at first.",
  );
});

test("whatever a sender writes, it is text in the file: no link, no heading, no end of its code block", () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...hostileNames,
      "# h",
      "[a](https://evil.example)",
      "```",
      "<b>x</b>",
      "| a | b |",
      "1. a",
    ),
    fc.string({ maxLength: 80 }),
  );
  fc.assert(
    fc.property(word, word, word, (title, group, body) => {
      const html = shown(fileOf(incidentOf({}, { title, group, body }), body));
      // The message's own link is the only one.
      expect(html.match(/<a /g)).toHaveLength(1);
      expect(html.match(/<h1>/g)).toHaveLength(1);
      expect(html.match(/<h2>/g)).toHaveLength(body.trim() === "" ? 4 : 5);
      expect(html.match(/<pre>/g) ?? []).toHaveLength(body.trim() === "" ? 0 : 1);
      expect(html).not.toMatch(/<(?:table|img|script|b|del)\b/);
    }),
    { numRuns: 100 },
  );
});
