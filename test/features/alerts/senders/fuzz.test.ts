import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { readBody } from "../../../../src/features/alerts/senders/index.ts";
import { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { links, receivedAt, samples, structured } from "./bodies.ts";
import { unicodeText } from "../../../support/unicode-text.ts";

const Events = z.array(AlertEvent).min(1);
const mapping = { title: "a.b", body: "text", state: "state", key: "0.id", link: "link" };

/** Checks that a body gives at least one event, each within its limits and with safe links. */
function holds(raw: Buffer): void {
  for (const hook of [{}, { mapping }]) {
    const events = Events.parse(readBody(raw, hook, receivedAt));
    for (const { title, link = "https:", silenceLink = "https:" } of events) {
      expect(`${link} ${silenceLink}`).toMatch(/^https?:[^\s<>|"]* https?:[^\s<>|"]*$/);
      expect(title).not.toMatch(/\n/);
    }
  }
}

const words = fc.constantFrom(
  "",
  "\ud800",
  "\u0000",
  "✅ x",
  "a | b",
  "https://a.example.com/ b",
  'Group: "',
  links.search,
  "x".repeat(1_000),
  ..."ALERT ok 🚨 __proto__ constructor &#x27; &amp;lt; <!channel> javascript:alert(1)".split(" "),
  ..."1793714700000 0001-01-01T00:00:00Z [[[ *<https://a|b>* ``` { 9e999 test-event-id".split(" "),
);
const names = fc.constantFrom(
  ..."title text body state eventId link startTime endTime alerts labels annotations status".split(" "),
  ..."blocks attachments elements fields type values metadata deduplication_key severity".split(" "),
  ..."__proto__ toString a payload event truncatedAlerts fingerprint".split(" "),
);
const { value: tree } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    words,
    fc.constantFrom(null, true, 0, -1, 1e300, 1_793_714_700_000),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie("value")), { maxLength: 6 }).map((entries) => new Map(entries)),
  ),
}));

/** A tree as JSON. `__proto__` is a name like any other. */
function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  return `{${[...value].map(([name, inner]) => `${JSON.stringify(name)}:${jsonOf(inner)}`).join(",")}}`;
}

test("any bytes and texts give events", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => holds(Buffer.from(bytes))),
    { numRuns: 100 },
  );
  fc.assert(
    fc.property(unicodeText(), (text) => holds(Buffer.from(text))),
    { numRuns: 100 },
  );
});

test("any JSON gives events", () => {
  fc.assert(
    fc.property(fc.json(), (text) => holds(Buffer.from(text))),
    { numRuns: 100 },
  );
  fc.assert(
    fc.property(tree, (value) => holds(Buffer.from(jsonOf(value)))),
    { numRuns: 400 },
  );
});

/** A sample with other values in one or two positions. */
function changed(value: unknown, at: number, other: unknown): unknown {
  if (typeof value !== "object" || value === null) return other;
  const entries = Object.entries(value);
  const position = at % Math.max(entries.length, 1);
  const result = entries.map(([name, inner], index) => [
    name,
    index === position ? changed(inner, at >> 2, other) : inner,
  ]);
  return Array.isArray(value) ? result.map(([, inner]) => inner) : Object.fromEntries(result);
}

test("changed samples give events", () => {
  const one = fc.tuple(fc.constantFrom(...samples), fc.nat(10_000), fc.oneof(words, fc.jsonValue()));
  fc.assert(
    fc.property(one, ([sample, at, other]) => holds(Buffer.from(JSON.stringify(changed(sample, at, other))))),
    { numRuns: 400 },
  );
});

test("samples with a cut, a missing or an added piece give events", () => {
  const one = fc.tuple(fc.constantFrom(...samples), fc.nat(2_000), fc.nat(50), words);
  fc.assert(
    fc.property(one, ([sample, from, length, word]) => {
      const text = JSON.stringify(sample);
      const at = from % text.length;
      holds(Buffer.from(text.slice(0, at) + word + text.slice(at + length)));
    }),
    { numRuns: 400 },
  );
});

// With backtracking, each of these would take hours.
test.each([
  ["spaces after a group", { ...structured, body: `Group: "a" - ${" ".repeat(200_000)}"x` }],
  ["spaces in a link of a text", { text: `x\n<https://a.example.com|${" ".repeat(200_000)}` }],
  [
    "spaces in a heading",
    { blocks: [{ type: "section", text: { type: "mrkdwn", text: `<https://a|${" ".repeat(200_000)}x` } }] },
  ],
  ["brackets before a text", { text: "[a]".repeat(80_000) }],
  ["digits of a number", { ...structured, body: `${"1".repeat(250)} exceeds ${"2".repeat(40)}` }],
])("a body with very many %s is read as fast as others", (_, body) => {
  expect(() => holds(Buffer.from(JSON.stringify(body)))).not.toThrow();
});
