import * as fc from "fast-check";
import { expect, test } from "vitest";
import { argumentsOf, costViews } from "../../../src/features/costs/arguments.ts";
import { parseCostRange } from "../../../src/lib/period/range.ts";
import { unicodeText } from "../../support/unicode-text.ts";
import { costs } from "../../../src/features/costs/command.ts";
import { questionIn, readingOf, refusalOf } from "./question.ts";

// A Friday.
const today = new Date("2026-11-20T10:00:00Z");

function read(words: string): string {
  const { range, by, service } = questionIn(words, today);
  return `${range.label} by ${by}${service === undefined ? "" : ` of ${service}`}`;
}

test.each([
  ["", "last 7 days by service"],
  ["by day", "last 7 days by day"],
  ["orders prod", "last 7 days by service of orders prod"],
  ["orders 2", "last 7 days by service of orders 2"],
  ["last month by metric orders prod", "October 2026 by metric of orders prod"],
  ["for orders prod last month by metric", "October 2026 by metric of orders prod"],
  ["orders prod by metric last month", "October 2026 by metric of orders prod"],
  ["by metric last month for orders prod", "October 2026 by metric of orders prod"],
  ["by metrics, last month, orders prod", "October 2026 by metric of orders prod"],
  ["LAST  Month BY Metric Orders  Prod", "October 2026 by metric of Orders Prod"],
  ["october orders prod", "October 2026 by service of orders prod"],
  ["orders prod in october", "October 2026 by service of orders prod"],
  ["orders prod,", "last 7 days by service of orders prod"],
  ["orders prod over the last 30 days", "last 30 days by service of orders prod"],
  ["1 oct to 5 nov orders", "1 Oct to 5 Nov 2026 by service of orders"],
  ["orders 2 last 7 days by day", "last 7 days by day of orders 2"],
  ["5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f q3", "Q3 2026 by service of 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f"],
  ["test week", "last 7 days by service of test week"],
  ["<!channel>", "last 7 days by service of <!channel>"],
  ["constructor", "last 7 days by service of constructor"],
  // In quotes, a name is nothing else.
  ['"october"', "last 7 days by service of october"],
  ['october "october"', "October 2026 by service of october"],
  ["“last mile” last week", "9 to 15 Nov 2026 by service of last mile"],
  ['by day "stand by me" 2026-10', "October 2026 by day of stand by me"],
  ['for "orders 2026" by day', "last 7 days by day of orders 2026"],
])("a question about costs is read in any order: %j", (words, expected) => {
  expect(readingOf(words).entry.name).toBe("costs_show");
  expect(read(words)).toBe(expected);
});

const example = "Try `/db costs last 7 days` or `/db costs 2026-10-01 to 2026-10-15`.";

test.each([
  ["lats month orders", "I don't recognize that as a date range. Did you mean `/db costs last month`?"],
  ["orders octobr", "I don't recognize that as a date range. Did you mean `/db costs october`?"],
  ["yesterdy by day", "I don't recognize that as a date range. Did you mean `/db costs yesterday`?"],
  [
    'last "stand by me" by day',
    "I don't recognize that as a date range. Did you mean `/db costs last week`?",
  ],
  ["last orders", "I don't recognize that as a date range. Did you mean `/db costs last 7 days`?"],
  ["last month this yaer", "I don't recognize that as a date range. Did you mean `/db costs this year`?"],
  ["2026-10-01 to orders", `I don't recognize that as a date range. ${example}`],
  ["by hour", "I can list costs by service, team, metric or day. Try `/db costs last month by metric`."],
  ["by", "I can list costs by service, team, metric or day. Try `/db costs last month by metric`."],
  [
    "by metrc orders",
    "I can list costs by service, team, metric or day. Did you mean `/db costs by metric`?",
  ],
  ["by day by metric", "Choose one: by service, team, metric or day. Try `/db costs last month by metric`."],
  ['"orders" foo', "I don't understand “foo”."],
])("a question about costs is refused with an example: %s", async (words, message) => {
  expect(await refusalOf(words)).toBe(message);
});

test.each([
  ["orders 2026-02-30", `2026-02-30 isn't a real date. ${example}`],
  ["2099-01-01", `2099-01-01 is in the future: today is 2026-11-20 in UTC. ${example}`],
  [
    "orders 01/02/2026 by day",
    "That could be two different dates. Try `/db costs 1 February 2026` or `/db costs 2 January 2026`.",
  ],
])("days that the calendar doesn't have are refused when their costs are read: %s", (words, message) => {
  expect(() => read(words)).toThrow(message);
});

test.each([
  ["csv", "costs_csv", {}],
  ["csv october", "costs_csv", { range: "october" }],
  ["last week as a CSV", "costs_csv", { range: "last week" }],
  ["last week as csv by team", "costs_csv", { range: "last week", by: "team" }],
  ["october csv orders prod", "costs_csv", { range: "october", service: "orders prod" }],
  ["csv orders csv", "costs_csv", { service: "orders csv" }],
  ['last week "orders" csv', "costs_csv", { range: "last week", service: "orders" }],
  ['"nightly csv"', "costs_show", { service: "nightly csv" }],
  ["nightly-csv", "costs_show", { service: "nightly-csv" }],
  ["share", "costs_share", {}],
  ["share last week", "costs_share", { range: "last week" }],
  ["last week by metric share", "costs_share", { range: "last week", by: "metric" }],
  ["orders csv share", "costs_share", { service: "orders csv" }],
  ["csv share", "costs_csv", { service: "share" }],
  ["market share last week", "costs_show", { range: "last week", service: "market share" }],
  ['last week "market share"', "costs_show", { range: "last week", service: "market share" }],
  ["month to 2026-11-20 orders", "costs_show", { range: "month to 2026-11-20", service: "orders" }],
  ["month until yesterday", "costs_show", { range: "month until yesterday" }],
  ["month", "costs_month", {}],
  ["month october", "costs_month", { month: "october" }],
  ["month october ACME", "costs_month", { month: "october", connection: "ACME" }],
  ["month for acme", "costs_month", { connection: "acme" }],
  ["savings", "costs_savings", {}],
  ['savings "acme"', "costs_savings", { connection: "acme" }],
  ["focus", "costs_focus", {}],
  ["focus last month v1.3 acme", "costs_focus", { range: "last month", version: "1.3", connection: "acme" }],
  ["focus 1.2 last 3 days", "costs_focus", { range: "last 3 days", version: "1.2" }],
  ["reread", "costs_reread", {}],
  ["reread last month", "costs_reread", { range: "last month" }],
  ["reread october acme", "costs_reread", { range: "october", connection: "acme" }],
  ["reread acme", "costs_reread", { connection: "acme" }],
  ["schedule", "cost_reports_list", {}],
  ["schedule LIST", "cost_reports_list", {}],
  ["schedule list 11", "cost_reports_list", { from: 11 }],
  ["schedule stop", "cost_reports_stop", {}],
  ["schedule stop 2", "cost_reports_stop", { number: 2 }],
  ["schedule cancel #2", "cost_reports_stop", { number: 2 }],
  ["schedule delete 2", "cost_reports_stop", { number: 2 }],
  ["schedule weekly 9am <#C1|finance>", "cost_reports_set", { every: "weekly 9am", channel: "C1" }],
  ["focus monthly <#C1|finance> 1.3", "cost_reports_set", { every: "monthly 1.3 focus", channel: "C1" }],
  ["focus every month at 9", "cost_reports_set", { every: "every month at 9 focus" }],
])("costs %s is %s", (words, name, args) => {
  const reading = readingOf(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

const id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const october = "2026-10-01 to 2026-10-31";

// What buttons of earlier versions hold.
test.each([
  [`${october} by metric ${id}`, "costs_show", { range: october, by: "metric", service: id }],
  [`last 14 days by metric ${id}`, "costs_show", { range: "last 14 days", by: "metric", service: id }],
  [`2026-11-18 by metric ${id}`, "costs_show", { range: "2026-11-18", by: "metric", service: id }],
  ["month to 2026-11-20 by day", "costs_show", { range: "month to 2026-11-20", by: "day" }],
  [
    'last 7 days by day "entity by day"',
    "costs_show",
    { range: "last 7 days", by: "day", service: "entity by day" },
  ],
  [`csv ${october} by service`, "costs_csv", { range: october, by: "service" }],
  [
    `share ${october} by metric ${id} once:a1b2-c3`,
    "costs_share",
    { range: october, by: "metric", service: id, once: "a1b2-c3" },
  ],
  [`month ${october} acme`, "costs_month", { month: october, connection: "acme" }],
  ["savings acme", "costs_savings", { connection: "acme" }],
  [`focus ${october} acme`, "costs_focus", { range: october, connection: "acme" }],
  [`focus ${october} 1.2`, "costs_focus", { range: october, version: "1.2" }],
  [`schedule stop ${id}`, "cost_reports_stop", { id }],
  [
    "schedule every friday at 09:00 in <#C1> by metric Europe/Berlin",
    "cost_reports_set",
    { every: "every friday at 09:00 by metric Europe/Berlin", channel: "C1" },
  ],
  [
    "schedule monthly focus 1.2 at 09:00 in <#D1> by service UTC",
    "cost_reports_set",
    { every: "monthly focus 1.2 at 09:00 by service UTC", channel: "D1" },
  ],
])("a button with “costs %s” still works", (words, name, args) => {
  const reading = readingOf(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  ["yesterday nightly csv", "nightly csv", { range: "yesterday", service: "nightly csv" }],
  ["for nightly csv last week by metric", "nightly csv", { range: "last week", by: "metric" }],
  ["csv export", "csv export", { service: "csv export" }],
  ["market share", "market share", { service: "market share" }],
  ["month end", "month end", { service: "month end" }],
])("“%s” shows the costs of %s, if there is such a service", (words, name, args) => {
  expect(readingOf(words).orNamed).toMatchObject({
    kind: "service",
    name,
    meant: { entry: { name: "costs_show" }, args },
  });
});

test.each(["october", "csv", "savings", "today share", "csv october"])(
  "“%s” is never a service without quotes",
  (words) => {
    expect(readingOf(words).orNamed).toBeUndefined();
  },
);

test.each(["#finance", "last week in <#C1|finance>", "share last week #finance", "csv <#C1>", "month <#C1>"])(
  "costs are not shown in another channel: %s",
  async (words) => {
    expect(await refusalOf(words)).toContain("only in the channel that you're in");
  },
);

test.each([
  ["focus last 3 days 1.9", "I write FOCUS 1.2 and 1.3, but not 1.9."],
  ["savings #eu", "only in the channel that you're in"],
  ["schedule <#C1|finance>", "How often?"],
  ["focus monthly at 25:00", "isn't a time of day"],
  ["schedule stop 0", "The first one has number 1."],
])("costs %s is refused with a reason", async (words, message) => {
  expect(await refusalOf(words)).toContain(message);
});

test("what a question is written as asks for the same on any later day", () => {
  const range = fc.constantFrom(
    ..."today|this month|october|last 7 days|last 3 months|ytd|last week".split("|"),
  );
  fc.assert(
    fc.property(
      range,
      fc.constantFrom(...costViews),
      fc.option(fc.constantFrom("orders", "by day", "q3")),
      (words, by, named) => {
        const question = { range: parseCostRange(words, today), by, service: named ?? undefined };
        const line = readingOf("").entry.line(argumentsOf(question));
        const { range: readBack, ...rest } = questionIn(line.slice("costs".length), today);
        expect({ ...rest, words: readBack.words }).toEqual({
          by,
          service: named ?? undefined,
          words: question.range.words,
        });
      },
    ),
  );
});

test("any text is a question about costs, or is refused in words", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), unicodeText()), async (words) => {
      expect(await refusalOf(words)).toBeTypeOf("string");
    }),
  );
});

test("a very long line is read within a second", () => {
  const before = process.cpuUsage();
  costs.read("orders ".repeat(2000));
  costs.read(' "a'.repeat(1500));
  // CPU time, because other tests run at the same time.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1000);
});
