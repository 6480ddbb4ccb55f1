import { expect, test } from "vitest";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { chartOf, costsReply } from "../../../src/features/costs/answer/answer.ts";
import { argumentsOf } from "../../../src/features/costs/arguments.ts";
import { summarizeCosts } from "../../../src/features/costs/summary.ts";
import { costsButtons } from "../../../src/features/costs/show.ts";
import { costDays, costRecord } from "./records.ts";
import { questionIn, readingOf, refusalOf } from "./question.ts";

// A Friday.
const now = new Date("2026-11-20T10:00:00Z");
const orders = { entityId: "o", entityName: "orders prod" };
const billing = { entityId: "b", entityName: "billing" };
const old = { entityId: "x", entityName: "old one" };
const cost = (date: string, entity: object, credits: number, locked = true) =>
  costRecord({ date, ...entity, metrics: { computeCredits: credits }, totalCredits: credits, locked });
const records = [
  cost("2026-09-01", orders, 0.1),
  cost("2026-09-30", orders, 0.2),
  cost("2026-09-30", old, 30),
  cost("2026-10-01", orders, 0.1),
  cost("2026-10-02", orders, 0.2),
  cost("2026-10-31", billing, 40.05),
  // On neither side.
  cost("2026-08-31", orders, 1000),
  cost("2026-11-01", orders, 7, false),
  cost("2026-11-20", orders, 1000, false),
];

async function compared(words: string, price?: { amount: string; currency: string }) {
  const question = questionIn(words, now);
  const { range, against, by } = question;
  const summary = await summarizeCosts({
    range,
    current: costDays(records, range),
    previous: costDays(records, range.previous),
    price,
  });
  const reply = costsReply({ summary, against, view: by });
  expect(validateMessage(reply)).toBeNull();
  return { question, summary, reply };
}

test("two ranges are compared by part, with both sums exact", async () => {
  const { summary, reply } = await compared("october vs september");
  expect([summary.total, summary.previousTotal].map(String)).toEqual(["40.35", "30.3"]);
  expect(reply.text.split("\n")).toEqual([
    "*40.35 credits* from 1 to 31 Oct 2026.",
    "*30.30 credits* from 1 to 30 Sep 2026.",
    "Up 33.2%: 10.05 more than in September 2026.",
    "Per day: 1.30 over 31 days, 1.01 over 30 days: up 28.9%.",
    "Service | October | September | Change | Per day",
    "billing | 40.05 | 0.00 | new | new",
    "orders prod | 0.30 | 0.30 | no change | steady -3.2%",
    "old one | 0.00 | 30.00 | down 100.0% | down 100.0%",
    "All | 40.35 | 30.30 | up 33.2% | up 28.9%",
    "*What changed most*",
    "• billing: new, 40.05",
    "• old one: down 30.00, from 30.00 to 0.00",
    "• Compute (all services): up 10.05, from 30.30 to 40.35",
    "Costliest day: 31 Oct, 40.05 credits. Days are in UTC.",
  ]);
  expect(JSON.stringify(reply.blocks)).toContain("Costs: October 2026 vs September 2026");
});

test("ranges of equal length aren't compared by the day, and money has a column for each", async () => {
  const { reply } = await compared("1 to 2 october vs 1 to 2 september", { amount: "0.30", currency: "EUR" });
  expect(reply.text).toContain(
    "Service | 1 to 2 Oct | 1 to 2 Sep | Change | EUR, 1 to 2 Oct | EUR, 1 to 2 Sep",
  );
  expect(reply.text).toContain("orders prod | 0.30 | 0.10 | up 200.0% | €0.09 | €0.03");
  expect(reply.text).not.toContain("Per day");
});

test("today is on neither side, and provisional days of both are said", async () => {
  const first = await compared("this month vs october");
  expect(first.reply.text).toContain(
    "*7.00 credits* from 1 to 19 Nov 2026.\n*40.35 credits* from 1 to 31 Oct",
  );
  expect(first.reply.text).toContain("1 Nov is provisional: the amounts may still change.");
  const second = await compared("october vs this month");
  expect(second.reply.text).toContain(
    "*40.35 credits* from 1 to 31 Oct 2026.\n*7.00 credits* from 1 to 19 Nov",
  );
  expect(second.reply.text).toContain("1 Nov is provisional: the amounts may still change.");
});

test("the picture has a bar for each range, with the parts of both", async () => {
  const { summary, question } = await compared("october vs september");
  const chart = await chartOf(summary, {
    view: "service",
    against: question.against,
    partColors: { of: async () => new Map() },
  });
  expect(chart).toMatchObject({
    title: "Credits by service",
    about: "October 2026 vs September 2026",
    buckets: [{ name: "October 2026" }, { name: "September 2026" }],
    series: [
      { name: "billing", amounts: [40.05, 0] },
      { name: "orders prod", amounts: [0.3, 0.3] },
      { name: "old one", amounts: [0, 30] },
    ],
  });
});

test("buttons keep both ranges, or go on with one of them", async () => {
  const { question } = await compared("october vs september");
  const shown = JSON.stringify(costsButtons(question, { today: now, shareAs: "once" }));
  const both = argumentsOf({ ...question, by: "team" });
  expect(both).toEqual({
    range: "2026-10-01 to 2026-10-31",
    against: "2026-09-01 to 2026-09-30",
    by: "team",
  });
  expect(shown).toContain(JSON.stringify(JSON.stringify({ call: "costs_show", args: both })).slice(1, -1));
  expect(shown).toContain("September 2026");
  expect(shown).not.toContain("By day");
});

test.each([
  ["october vs september", {}],
  ["compare october with september", {}],
  ["orders prod october vs september", { service: "orders prod" }],
  ["october vs september orders prod", { service: "orders prod" }],
  ["october orders prod vs september", { service: "orders prod" }],
  ["october by metric vs september", { by: "metric" }],
  ['october vs september "october vs september"', { service: "october vs september" }],
])("“%s” is read as two ranges", (words, more) => {
  expect(readingOf(words).args).toEqual({ range: "october", against: "september", ...more });
});

test("a name with “vs” stays one", () => {
  expect(readingOf("october us vs eu").args).toEqual({ range: "october", service: "us vs eu" });
});

const example = "`/db costs october vs september`.";

test.each([
  ["october vs foo", `I don't recognize “foo” as days to compare with. Try ${example}`],
  [
    "october vs septembr orders",
    `I don't recognize “septembr orders” as days to compare with. Try ${example}`,
  ],
  [
    "csv october vs september",
    "This takes one range of days. `/db costs october vs september` compares two.",
  ],
  ["month october vs september", "This takes one range of days."],
])("“%s” is refused: %s", async (words, problem) => {
  expect(await refusalOf(words)).toContain(problem);
});

test.each([
  ["vs september", `Which days do you want to compare with september? Try ${example}`],
  ["october vs september by day", `I compare two ranges by service, team or metric. Try ${example}`],
])("“%s” is refused when it runs: %s", (words, problem) => {
  expect(() => questionIn(words, now)).toThrow(problem);
});

test("“vs” without days asks which", async () => {
  expect(await refusalOf("october vs")).toContain("Which days do you want to compare with october?");
});
