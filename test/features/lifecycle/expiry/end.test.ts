import { expect, test } from "vitest";
import { expiresCommand } from "../../../../src/features/lifecycle/expiry/command.ts";
import { endsAtOf } from "../../../../src/features/lifecycle/expiry/end.ts";
import { kindOf } from "../../../../src/platform/commands/arguments/kind.ts";
import { isCall } from "../../../../src/platform/commands/call.ts";
import { read as readSentence } from "../../../ask/reading.ts";

function read(words: string) {
  const reading = expiresCommand.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

// Monday in Berlin, and Sunday in UTC.
const now = new Date("2026-11-29T23:30:00Z");
const endOf = (words: string, at = now, zone = "Europe/Berlin") => endsAtOf(words, at, zone)?.toISOString();

test.each([
  ["tomorrow", "tomorrow", "2026-12-01T23:00:00.000Z"],
  ["until tomorrow", "tomorrow", "2026-12-01T23:00:00.000Z"],
  ["today", "today", "2026-11-30T23:00:00.000Z"],
  ["tonight", "today", "2026-11-30T23:00:00.000Z"],
  ["friday", "friday", "2026-12-04T23:00:00.000Z"],
  ["on Fri", "friday", "2026-12-04T23:00:00.000Z"],
  ["by thurs", "thursday", "2026-12-03T23:00:00.000Z"],
  ["this sunday", "sunday", "2026-12-06T23:00:00.000Z"],
  ["monday", "monday", "2026-12-07T23:00:00.000Z"],
  ["next friday", "next friday", "2026-12-11T23:00:00.000Z"],
  ["6h", "6h", "2026-11-30T05:30:00.000Z"],
  ["in 12 hours", "12h", "2026-11-30T11:30:00.000Z"],
  ["a day", "1d", "2026-11-30T23:30:00.000Z"],
  ["2 weeks", "2 weeks", "2026-12-13T23:30:00.000Z"],
  ["in three weeks", "3 weeks", "2026-12-20T23:30:00.000Z"],
  ["for another week", "1 week more", "2026-12-06T23:30:00.000Z"],
  ["2 more weeks", "2 weeks more", "2026-12-13T23:30:00.000Z"],
  ["after a couple of weeks", "2 weeks", "2026-12-13T23:30:00.000Z"],
  ["2w", "2 weeks", "2026-12-13T23:30:00.000Z"],
  ["a month", "1 month", "2026-12-29T23:30:00.000Z"],
  ["2 months", "2 months", "2027-01-29T23:30:00.000Z"],
  ["a year", "1 year", "2027-11-29T23:30:00.000Z"],
  ["dec 15", "15 december", "2026-12-15T23:00:00.000Z"],
  ["December 15th", "15 december", "2026-12-15T23:00:00.000Z"],
  ["15 december", "15 december", "2026-12-15T23:00:00.000Z"],
  ["on the 15th of december", "15 december", "2026-12-15T23:00:00.000Z"],
  ["30 nov", "30 november", "2026-11-30T23:00:00.000Z"],
  ["29 nov", "29 november", "2027-11-29T23:00:00.000Z"],
  ["29 february", "29 february", "2028-02-29T23:00:00.000Z"],
  ["dec 15, 2027", "2027-12-15", "2027-12-15T23:00:00.000Z"],
  ["5 jan 2027", "2027-01-05", "2027-01-05T23:00:00.000Z"],
  ["end of month", "end of month", "2026-11-30T23:00:00.000Z"],
  ["at the end of the month", "end of month", "2026-11-30T23:00:00.000Z"],
  ["end of next month", "end of next month", "2026-12-31T23:00:00.000Z"],
  ["by the end of this week", "end of week", "2026-12-06T23:00:00.000Z"],
  ["end of the year", "end of year", "2026-12-31T23:00:00.000Z"],
  ["never", "never", undefined],
  ["permanently", "never", undefined],
  ["forever", "never", undefined],
  ["indefinitely", "never", undefined],
])("“%s” is an end, written as %s", (typed, written, at) => {
  const { entry, args } = read(`orders dev ${typed}`);
  expect([entry.name, args]).toEqual(["services_expires", { service: "orders dev", end: written }]);
  expect(endOf(written)).toBe(at);
  expect(entry.line({ service: "orders dev", end: typed })).toBe(`services expires "orders dev" ${written}`);
});

test("an end of today needs an hour, and a day that the calendar doesn't have is refused", async () => {
  const late = new Date("2026-11-30T22:30:00Z");
  expect(() => endOf("today", late)).toThrow("That is over already.");
  expect(endOf("today", late, "UTC")).toBe("2026-12-01T00:00:00.000Z");
  expect(() => endOf("15 years")).toThrow("too far ahead");
  expect(() => endOf("31 june")).toThrow("When does it end?");
  const { entry } = read("orders 7d");
  expect(() => entry.line({ service: "orders", end: "someday" })).toThrow("When does it end?");
});

test.each(["someday", "32 december", "soon"])("“%s” is a part of a name, and not an end", (words) => {
  expect(read(`orders ${words}`).args).toEqual({ service: `orders ${words}` });
});

test("a name that ends as an end does is a name if a service has it, and always in quotes", () => {
  for (const name of ["reports friday", "orders 2 weeks", "batch tonight", "dump dec 15"]) {
    expect(read(name).orNamed).toMatchObject({ kind: "service", name, meant: { args: { service: name } } });
    expect(read(`"${name}"`).args).toEqual({ service: name });
    expect(read(`"${name}" until tomorrow`).args).toEqual({ service: name, end: "tomorrow" });
  }
  expect(read("reports friday sat").args).toEqual({ service: "reports friday", end: "saturday" });
});

test.each([
  ["keep billing until friday", "friday"],
  ["keep billing until next friday", "next friday"],
  ["extend billing until dec 15", "15 december"],
  ["end billing on 15 december", "15 december"],
  ["keep billing for two weeks", "2 weeks"],
  ["billing should expire in 3 weeks", "3 weeks"],
  ["keep billing for a month", "1 month"],
  ["keep billing forever", "never"],
  ["keep billing for good", "never"],
  ["keep billing indefinitely", "never"],
  ["keep billing permanently", "never"],
  ["keep the daily etl until tomorrow", "tomorrow"],
  ["keep billing until the end of the month", "end of month"],
  ["keep billing 7 more days", "7d more"],
  ["extend billing by a week", "1 week more"],
  ["keep billing until 2026-12-31", "2026-12-31"],
])("the sentence “%s” has its end with the words in front of it", (sentence, end) => {
  const [meant] = readSentence(sentence).meanings;
  const service = sentence.includes("etl") ? "daily etl" : "billing";
  expect(meant?.line).toBe(`services expires "${service}" ${end}`);
});

test("all words of a clause about an end belong to it", () => {
  const call = expiresCommand.entries.find(({ name }) => name === "services_expires");
  const schema = call && isCall(call) ? call.shape["end"] : undefined;
  const slot = schema && kindOf(schema)?.slot;
  const parts = typeof slot === "object" && "parts" in slot ? slot.parts : [];
  const clauses = ["until friday", "in 3 weeks", "by the end of the month", "on the 15th of december"];
  for (const clause of [...clauses, "after a month", "for another week", "for good", "till dec 15"]) {
    const found = parts.flatMap(([pattern]) => pattern.exec(`keep it ${clause}`)?.[0] ?? []);
    expect.soft(found[0], clause).toBe(clause);
  }
});

test("“more” counts from the end that there is, and from now without one", () => {
  const present = new Date("2026-12-10T08:00:00Z");
  for (const words of ["7d more", "another week", "a week longer"])
    expect(endsAtOf(words, now, "UTC", present)).toEqual(new Date("2026-12-17T08:00:00Z"));
  expect(endsAtOf("7d", now, "UTC", present)).toEqual(new Date("2026-12-06T23:30:00Z"));
  expect(endsAtOf("7d more", now, "UTC")).toEqual(new Date("2026-12-06T23:30:00Z"));
});
