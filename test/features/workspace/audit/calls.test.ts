import { expect, test } from "vitest";
import { audit } from "../../../../src/features/workspace/audit/command.ts";
import { queryOf } from "../../../../src/features/workspace/audit/page.ts";
import { mirrorUsage } from "../../../../src/features/workspace/audit/texts.ts";

const now = new Date("2026-11-20T10:00:00.000Z");

function read(words: string) {
  const reading = audit.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", {}],
  [
    "<@U123|ada> last 7 days",
    { userId: "U123", since: new Date("2026-11-14"), until: new Date("2026-11-21") },
  ],
  ["@ada", { userName: "ada" }],
  ["U0123ABCD orders prod", { userId: "U0123ABCD", subject: "orders prod" }],
  ["log", {}],
  ["log of checkout", { subject: "checkout" }],
  ["trail for checkout", { subject: "checkout" }],
  ["orders prod", { subject: "orders prod" }],
  ['"orders prod"', { subject: "orders prod" }],
  [
    "of orders prod since 1 October",
    { subject: "orders prod", since: new Date("2026-10-01"), until: new Date("2026-11-21") },
  ],
  ["yesterday hook", { subject: "hook", since: new Date("2026-11-19"), until: new Date("2026-11-20") }],
  ["checkout before 1795168800000-3", { subject: "checkout", before: "1795168800000-3" }],
  ["with ids checkout", { subject: "checkout" }],
  // As buttons of earlier versions have it.
  [
    "<@U123|ada> orders prod 2026-10-01 to 2026-10-31 ids before 1795168800000-3",
    {
      userId: "U123",
      subject: "orders prod",
      since: new Date("2026-10-01"),
      until: new Date("2026-11-01"),
      before: "1795168800000-3",
    },
  ],
])("“%s” is read, and an export of it too", (words, query) => {
  for (const line of [words, `export ${words.replace(/^(?:log|trail)\b/, "")}`]) {
    const { args = {} } = read(line);
    expect(queryOf(args, now).query).toEqual(query);
  }
});

test.each([
  ["", "audit_read", {}],
  ["log of checkout", "audit_read", { about: "checkout" }],
  ["checkout ids", "audit_read", { about: "checkout", ids: true }],
  ["checkout before 1-2", "audit_read", { about: "checkout", before: "1-2" }],
  ["ids checkout before 1-2", "audit_read", { about: "checkout", ids: true, before: "1-2" }],
  ["mirrors", "audit_read", { about: "mirrors" }],
  ["export checkout last week", "audit_export", { about: "checkout", range: "last week" }],
  ["mirror", "audit_mirror_show", {}],
  ["mirror <#C1|audit>", "audit_mirror_set", { channel: "C1" }],
  ["mirror to <#C1>", "audit_mirror_set", { channel: "C1" }],
  ["mirror OFF", "audit_mirror_set", {}],
  ["mirror off yes", "audit_mirror_set", {}],
])("audit %j is read as %s", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  ["last 7 dayz", "“last 7 dayz” looks like a time, but I don't understand it."],
  ["since banana", "looks like a time"],
  ["mirror checkout", mirrorUsage],
  ["mirror off <#C1>", mirrorUsage],
  ["mirror #audit", "I can't tell which channel “#audit” is."],
])("audit %j is refused", async (words, problem) => {
  await expect(Reflect.apply(read(words).run, undefined, [])).rejects.toThrow(problem);
});

test("a range that has not begun, or that is none, is refused when it is looked up", () => {
  expect(() => queryOf({ range: "next month" }, now)).toThrow("is in the future");
  expect(() => queryOf({ range: "banana" }, now)).toThrow("looks like a time");
});
