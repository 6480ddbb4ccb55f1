import { describe, expect, it } from "vitest";
import type { CostRecord } from "../../src/cloud/usage-cost.ts";
import { costsReply } from "../../src/costs/answer.ts";
import { parseCostRange } from "../../src/costs/range.ts";
import { summarizeCosts } from "../../src/costs/summary.ts";
import { validateMessage } from "../../src/sandbox/slack/validate/index.ts";
import { hostileNames } from "../blocks/hostile.ts";
import { rendered, renderedText } from "../blocks/rendered.ts";
import { costDays, costRecord } from "./records.ts";

const range = parseCostRange("last 7 days", new Date("2026-11-20T10:00:00Z"));

async function answer(current: CostRecord[], previous: CostRecord[] = []) {
  const summary = await summarizeCosts({
    range,
    current: costDays(current, range),
    previous: costDays(
      previous.map((record) => ({ ...record, date: "2026-11-11" })),
      range.previous,
    ),
  });
  const reply = costsReply(summary);
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

const current = [
  costRecord({ totalCredits: 1000, metrics: { computeCredits: 900, storageCredits: 100 } }),
  costRecord({ date: "2026-11-19", totalCredits: 234.5, metrics: { computeCredits: 234.5 }, locked: false }),
  costRecord({
    date: "2026-11-20",
    entityId: "b",
    entityName: "billing",
    totalCredits: 0.001,
    metrics: {},
    locked: false,
  }),
];
const previous = [
  costRecord({ date: "2026-11-10", totalCredits: 1150.3, metrics: { computeCredits: 1150.3 } }),
];

describe("the answer to what it cost", () => {
  it("says all of it in its text", async () => {
    expect((await answer(current, previous)).text).toBe(
      [
        "*1,234.50 credits* from 14 to 20 Nov 2026.",
        "84.20 more than from 7 to 13 Nov 2026 (+7.3%).",
        "Service | Credits | Share | Change",
        "orders prod | 1,234.50 | 100.0% | +7.3%",
        "billing | under 0.01 | under 0.1% | new",
        "*By metric*",
        "• Compute: 1,134.50 (91.9%)",
        "• Storage: 100.00 (8.1%)",
        "Costliest day: 18 Nov with 1,000.00. 19 and 20 Nov are provisional and may still change. All days are UTC days.",
      ].join("\n"),
    );
  });

  it("has a title, the total, one table of services, the metrics and small print", async () => {
    const { blocks } = await answer(current, previous);
    expect(blocks.map(({ type }) => type)).toEqual(["header", "section", "table", "section", "context"]);
    const shown = renderedText(blocks);
    expect(shown).toContain("Costs: last 7 days");
    expect(shown).toContain("ServiceCreditsShareChangeorders prod1,234.50100.0%+7.3%");
    expect(shown).toContain("Compute: 1,134.50 (91.9%)");
    expect(shown).toContain("19 and 20 Nov are provisional");
  });

  it.each([
    [[costRecord()], [], "Nothing to compare with: no costs from 7 to 13 Nov 2026."],
    [[costRecord()], [costRecord()], "As much as from 7 to 13 Nov 2026."],
    [[costRecord()], [costRecord({ totalCredits: 20 })], "10.00 less than from 7 to 13 Nov 2026 (-50.0%)."],
  ])("says the change in words", async (current, previous, words) => {
    expect((await answer(current, previous)).text).toContain(words);
  });

  it("helps on where there are no costs", async () => {
    expect((await answer([])).text).toBe(
      "No costs from 14 to 20 Nov 2026 (UTC days). New services show costs after their first hours.",
    );
    expect((await answer([], previous)).text).toContain("There were 1,150.30 credits from 7 to 13 Nov 2026.");
  });

  it("shows no shares and no metrics where all of it came to nothing", async () => {
    const { text } = await answer([costRecord({ totalCredits: 0, metrics: { computeCredits: 0 } })]);
    expect(text).toContain("orders prod | 0.00 | – | no change");
    expect(text).not.toContain("By metric");
  });

  it("shows 40 services and adds the others up in one row", async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      costRecord({ entityId: `s${index}`, entityName: `service ${index}`, totalCredits: 1 }),
    );
    const { blocks } = await answer(many);
    expect(renderedText(blocks)).toContain("210 others210.0084.0%new");
  });

  it("shows 12 metrics and adds the others up in one line", async () => {
    const metrics = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`kind${index}Credits`, 1]));
    expect((await answer([costRecord({ metrics, totalCredits: 20 })])).text).toContain(
      "• 8 others: 8.00 (40.0%)",
    );
  });

  it.each(hostileNames)("lets nothing come alive in a service or a metric called %j", async (name) => {
    const records = [costRecord({ entityName: name, metrics: { [`${name}Credits`]: 10 } })];
    const { text, blocks } = await answer(records);
    expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel|date|code)|<a /);
    expect(text).not.toMatch(/[<>]|```/);
  });
});
