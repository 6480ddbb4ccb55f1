import { describe, expect, it } from "vitest";
import type { CostRecord } from "../../../../src/platform/cloud/costs/usage.ts";
import { chartOf, type CostsAnswer, costsReply } from "../../../../src/features/costs/answer/answer.ts";
import { costsButtons } from "../../../../src/features/costs/show.ts";
import { forecastSpan, monthForecast } from "../../../../src/features/costs/forecast.ts";
import type { CostView } from "../../../../src/features/costs/arguments.ts";
import { parseCostRange } from "../../../../src/lib/period/range.ts";
import { type CostSummary, summarizeCosts } from "../../../../src/features/costs/summary.ts";
import { daysFrom } from "../../../../src/lib/day.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";
import { costDays, costRecord } from "../records.ts";

const now = new Date("2026-11-21T10:00:00Z");
const lastDay = "2026-11-20";

interface Asked extends Partial<CostsAnswer> {
  words?: string;
  serviceId?: string;
}

async function summaryOf(records: CostRecord[], words: string, serviceId?: string) {
  const range = parseCostRange(words, now);
  const previous = costDays(records, range.previous);
  return summarizeCosts({ range, current: costDays(records, range), previous, serviceId });
}

async function answer(records: CostRecord[], { words = "last 7 days", serviceId, ...more }: Asked = {}) {
  const summary = await summaryOf(records, words, serviceId);
  const reply = costsReply({ summary, view: "service", ...more });
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

const few = [
  costRecord({ date: "2026-11-10", totalCredits: 1150.3, metrics: { computeCredits: 1150.3 } }),
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

/** A service with the same costs every day, and one that grows by a credit a day. */
const steady = daysFrom("2026-07-01", lastDay).flatMap((date, index) => [
  costRecord({ date, entityId: "s", entityName: "steady one", totalCredits: 10 }),
  costRecord({
    date,
    entityId: "g",
    entityName: "growing one",
    totalCredits: index,
    metrics: { storageCredits: index },
  }),
]);

const links = {
  service: (id: string) => `https://console.example.com/services/${id}?a=1&b=2`,
  day: (day: string) => `https://console.example.com/billing?day=${day}`,
};

describe("the answer about costs", () => {
  it("has everything in its text", async () => {
    expect((await answer(few)).text).toBe(
      [
        "*1,234.50 credits* from 14 to 20 Nov 2026.",
        "Up 7.3%: 84.20 more than from 7 to 13 Nov 2026.",
        "Service | Credits | Change | Share",
        "orders prod | 1,234.50 | up 7.3% | 100.0%",
        "billing | under 0.01 | new | under 0.1%",
        "*What changed most*",
        "• Storage (all services): new, 100.00",
        "• orders prod: up 84.20, from 1,150.30 to 1,234.50",
        "• Compute (all services): down 15.80, from 1,150.30 to 1,134.50",
        "Costliest day: 18 Nov, 1,000.00 credits. 19 and 20 Nov are provisional: the amounts may still change. Days are in UTC.",
      ].join("\n"),
    );
  });

  it("has a title, the total, the picture, one table, the largest changes, notes and its buttons", async () => {
    const picture = { type: "image", alt_text: "Bars.", image_url: "https://example.com/a.png" } as const;
    const { blocks } = await answer(few, { picture });
    expect(blocks.map(({ type }) => type)).toEqual([
      "header",
      "section",
      "image",
      "table",
      "section",
      "context",
    ]);
    const shown = renderedText(blocks);
    expect(shown).toContain("Costs: last 7 days");
    expect(shown).toContain("orders prod1,234.50up 7.3%100.0%");
    expect(shown).toContain("19 and 20 Nov are provisional");
  });

  it("shows the total of each metric", async () => {
    expect((await answer(few, { view: "metric" })).text).toContain(
      "Metric | Credits | Change | Share\nCompute | 1,134.50 | steady -1.4% | 91.9%\nStorage | 100.00 | new | 8.1%",
    );
  });

  it("shows the total of each day beside a week before, the newest first, and which are provisional", async () => {
    const { text } = await answer(few, { view: "day" });
    expect(text).toContain(
      "Day (UTC) | Credits | vs. last week | State\nFri 20 Nov | under 0.01 | after none | provisional",
    );
    expect(text).toContain("Thu 19 Nov | 234.50 | after none | provisional");
    expect(text).toContain("Tue 17 Nov | 0.00 | down 100.0% | final");
  });

  it("compares days with the day before if the costs of a week before are unknown", async () => {
    const { text } = await answer(steady, { view: "day", words: "month to 2026-11-05" });
    expect(text).toContain("Day (UTC) | Credits | vs. day before | State\nThu 5 Nov | 137.00 | steady +0.7%");
  });

  it("compares a range that goes on with the same part of the period before, without today", async () => {
    const records = [
      ...steady,
      costRecord({ date: "2026-11-21", entityId: "s", entityName: "steady one", totalCredits: 4 }),
    ];
    const { text, blocks } = await answer(records, { words: "this week" });
    expect(text).toContain("*754.00 credits* from 16 to 21 Nov 2026 so far.");
    expect(text).toContain(
      "Steady: 35.00 more than from 9 to 13 Nov 2026 (+4.9%). 21 Nov isn't over yet, so it isn't compared.",
    );
    expect(text).toContain("steady one | 54.00 | no change | 7.2%");
    expect(renderedText(blocks)).toContain("no change7.2%▄▄▄▄▄░");
    expect(renderedText(blocks)).toContain("░ isn't over yet.");
    expect((await answer(records, { words: "this week", view: "day" })).text).toContain(
      "Sat 21 Nov | 4.00 | – | not over yet",
    );
  });

  it("compares nothing of today alone", async () => {
    const records = [...steady, costRecord({ date: "2026-11-21", totalCredits: 4 })];
    const { text } = await answer(records, { words: "today" });
    expect(text).toContain("*4.00 credits* on 21 Nov 2026 so far.");
    expect(text).toContain(
      "On Saturday 14 Nov 2026: 146.00 credits. 21 Nov isn't over yet, so it isn't compared.",
    );
    expect(text).toContain("Service | Credits | Share\n");
    expect(text).not.toContain("What changed most");
  });

  it("says if the period before began without costs, because then the change is not growth", async () => {
    const late = "The period before has no costs until 1 Jul 2026, so the two are hard to compare.";
    expect((await answer(steady, { words: "july to august" })).text).not.toContain("has no costs until");
    expect((await answer(steady, { words: "21 june to 20 july" })).text).not.toContain("has no costs until");
    expect((await answer(steady, { words: "15 july to 31 august" })).text).toContain(late);
  });

  it("shows a change after negative costs without a percentage", async () => {
    const records = [costRecord({ date: "2026-11-10", totalCredits: -5, metrics: {} }), costRecord()];
    expect((await answer(records)).text).toContain("From 7 to 13 Nov 2026: -5.00 credits.");
  });

  it("names the year of the costliest day if the period has several years", async () => {
    const words = "2025-12-01 to 2026-11-20";
    expect((await answer(few, { words })).text).toContain("Costliest day: 10 Nov 2026, 1,150.30 credits.");
  });

  it("counts provisional days instead of listing them if they are of several years", async () => {
    const words = "2024-11-01 to 2026-11-20";
    const open = daysFrom("2024-11-01", lastDay).map((date) => costRecord({ date, locked: false }));
    expect((await answer(open, { words })).text).toContain(
      "750 days are provisional: the amounts may still change.",
    );
  });

  it("lists 31 days, and the command for the others", async () => {
    const words = "2026-07-01 to 2026-11-20";
    const { text, blocks } = await answer(steady, { view: "day", words });
    const more = "112 more days not shown here. Get them all: `/db costs 2026-07-01 to 2026-11-20 csv`";
    expect(text).toContain(more);
    expect(renderedText(blocks)).toContain(more.replaceAll("`", ""));
    expect(text).not.toContain("Tue 20 Oct");
  });

  it.each([
    [[], "Nothing to compare with: no costs from 7 to 13 Nov 2026."],
    [[costRecord({ date: "2026-11-10" })], "The same as from 7 to 13 Nov 2026."],
    [
      [costRecord({ date: "2026-11-10", totalCredits: 20 })],
      "Down 50.0%: 10.00 less than from 7 to 13 Nov 2026.",
    ],
  ])("describes the change in words", async (before, words) => {
    expect((await answer([costRecord(), ...before])).text).toContain(words);
  });

  it("shows the course of each part in blocks only, with one sign for each day, week or month", async () => {
    const { text, blocks } = await answer(steady, { words: "last 31 days" });
    expect(text).toContain("growing one | 3,937.00 | up 32.3% | 92.7%");
    expect(text).toContain("steady one | 310.00 | no change | 7.3%");
    expect(text).not.toMatch(/[▁-█]/);
    expect(renderedText(blocks)).toContain("ShareBy week");
    expect(renderedText(blocks)).toMatch(/92.7%[▁-▇]{5}steady one[^▁-█]*▄{5}/);
    const twoWeeks = renderedText((await answer(steady, { words: "last 14 days" })).blocks);
    expect(twoWeeks).toMatch(/By day.*[▁-▇]{14}steady one[^▁-█]*▄{14}/s);
    const weeks = renderedText((await answer(steady, { words: "5 oct to 22 nov" })).blocks);
    expect(weeks).toContain("ShareBy week");
    expect(weeks).toMatch(/[▁-▇]{7}steady one[^▁-█]*▄{7}/);
    expect(renderedText((await answer(steady, { words: "january to october" })).blocks)).toMatch(
      /By month.*[▁-▇]{10}/s,
    );
  });

  it("shows the forecast of the month", async () => {
    const { days } = await summaryOf(steady, "last 31 days");
    const { from } = forecastSpan(lastDay);
    expect(from).toBe("2026-11-01");
    const forecast = monthForecast(days, lastDay);
    expect((await answer(steady, { forecast })).text).toContain(
      "Forecast for Nov 2026: about 4,330 credits (2,850.00 so far, then 148.00 a day as in the last 7 days).",
    );
  });

  it("of one service shows its metrics' changes, and notes the warehouse's costs that are not counted", async () => {
    const warehouse = {
      entityType: "datawarehouse",
      entityId: "w",
      entityName: "shared",
      dataWarehouseId: "w",
    };
    const own = { entityId: "s", serviceId: "s", dataWarehouseId: "w" };
    const records = [
      costRecord({ ...own, date: "2026-11-10", totalCredits: 5, metrics: { computeCredits: 5 } }),
      costRecord(own),
      costRecord(warehouse),
    ];
    const { text } = await answer(records, {
      view: "metric",
      serviceId: "s",
      service: "orders prod",
    });
    expect(text).toContain("• Compute: up 5.00, from 5.00 to 10.00");
    expect(text).toContain("Doesn't include what the warehouse “shared” costs for all of its services.");
    expect(text).toContain("*10.00 credits* for *orders prod* from 14 to 20 Nov 2026.");
  });

  it("links the costliest services and the costliest day if the console has pages for them", async () => {
    const [before] = [few[0]?.entityId];
    expect((await answer(few, { links })).text).toContain(
      `In the cloud console: <https://console.example.com/services/${before}?a=1&amp;b=2|orders prod> · `,
    );
    expect((await answer(few, { links })).text).toContain(
      "<https://console.example.com/billing?day=2026-11-18|costs on 18 Nov 2026>",
    );
    const none = { service: () => undefined, day: () => undefined };
    expect((await answer(few, { links: none })).text).not.toContain("console");
  });

  it("explains an answer without costs", async () => {
    expect((await answer([])).text).toBe(
      "No costs from 14 to 20 Nov 2026. A new service shows its first costs after a few hours. Days are in UTC.",
    );
    expect((await answer(few.slice(0, 1))).text).toContain("From 7 to 13 Nov 2026: 1,150.30 credits.");
    const early = await answer([], {
      words: "2020-03-01 to 2020-03-31",
      firstDay: "2026-08-03",
      service: "a <b>",
    });
    expect(early.text).toBe(
      "No costs for *a &lt;b&gt;* from 1 to 31 Mar 2020. The first costs I can find are from 3 Aug 2026. Days are in UTC.",
    );
  });

  it("shows 20 services and adds the others up in one row", async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      costRecord({ entityId: `s${index}`, entityName: `service ${index}`, totalCredits: 1 }),
    );
    const { blocks, olderBlocks = [] } = await answer(many);
    expect(blocks.map(({ type }) => type)).toContain("data_table");
    expect(renderedText(olderBlocks)).toContain("230 others230.00new92.0%");
  });

  it.each([
    ["with costs", [costRecord({ date: "2026-11-19", totalCredits: 0.6 })], "0.60"],
    ["without costs", [], "0.00"],
  ])("shows the cloud's own total once if its records do not add up to it, %s", async (_, records, added) => {
    const range = parseCostRange("last 7 days", now);
    const disputed = { from: "2026-10-21", to: "2026-11-20", reported: 999, added: Number(added) };
    async function* days() {
      for await (const day of costDays(records, range)) yield { ...day, disputed };
    }
    const summary = await summarizeCosts({ range, current: days() });
    const { text } = costsReply({ summary, view: "service" });
    const sentence = `The cloud reports a total of 999.00 credits for 21 Oct to 20 Nov 2026, but its records add up to ${added}.`;
    expect(text.split(sentence)).toHaveLength(2);
  });

  it.each(hostileNames)("shows a service or a metric called %j as plain text", async (name) => {
    const records = [costRecord({ entityName: name, metrics: { [`${name}Credits`]: 10 } })];
    for (const view of ["service", "metric", "day"] as const) {
      const { text, blocks } = await answer(records, { view, service: name });
      expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel|date|code)|<a /);
      expect(text).not.toMatch(/[<>]|```/);
      const linked = await answer(records, { view, links });
      expect(linked.text.match(/<[^>]*>/g)?.every((token) => token.startsWith("<https://console."))).toBe(
        true,
      );
    }
  });

  it("stays within Slack's limits, and notes provisional days, with the longest names, pictures and links", async () => {
    const letters = "&<`abcdefghijklmnopqrstuvwxyz".split("");
    const weekly = daysFrom("2025-02-25", lastDay).filter((day, index) => index % 7 === 0 || day === lastDay);
    const records = weekly.flatMap((date) =>
      letters.map((letter) => {
        const metrics = { [`${letter.repeat(200)}Credits`]: 10 };
        return costRecord({
          date,
          entityId: letter,
          entityName: letter.repeat(300),
          metrics,
          locked: date < lastDay,
        });
      }),
    );
    const picture = {
      type: "image",
      alt_text: "x".repeat(2000),
      image_url: "https://example.com/a.png",
    } as const;
    const words = "2025-02-25 to 2026-11-20";
    const range = parseCostRange(words, now);
    for (const view of ["service", "metric", "day"] as const) {
      const buttons = costsButtons(
        { range, by: view, service: view === "day" ? "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10" : undefined },
        { today: now, shareAs: "12345678" },
      );
      const facts = { words, view, links, picture, buttons, service: "&".repeat(100) };
      const { text, blocks } = await answer(records, facts);
      expect(blocks.at(-1)).toEqual(buttons.at(-1));
      expect(text).toContain("20 Nov is provisional: the amounts may still change.");
      expect(text.endsWith("Days are in UTC.")).toBe(true);
    }
  });
});

/** A chart for which every part's kept colour is 5. */
function chartIn(summary: CostSummary, view: CostView, service?: string) {
  return chartOf(summary, { view, service, partColors: fives });
}

const fives = { of: async (ids: readonly string[]) => new Map(ids.map((id) => [id, 5])) };

describe("the picture of an answer", () => {
  it("is stacked by the answer's view, or by service for the view by day", async () => {
    const summary = await summaryOf(few, "last 7 days");
    const chart = await chartIn(summary, "day");
    expect([chart.title, chart.about]).toEqual(["Credits per day by service", "14 to 20 Nov 2026"]);
    expect(chart.series[0]).toEqual({ name: "orders prod", color: 5, amounts: [0, 0, 0, 0, 1000, 234.5, 0] });
    expect(chart.buckets.map(({ provisional }) => provisional)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect((await chartIn(summary, "metric")).series.map(({ name }) => name)).toEqual(["Compute", "Storage"]);
    const ofOne = await chartIn(summary, "day", "orders prod");
    expect([ofOne.title, ofOne.about]).toEqual([
      "Credits per day by metric",
      "orders prod, 14 to 20 Nov 2026",
    ]);
  });

  it("has its numbers below the table, unless that has them", async () => {
    const summary = await summaryOf(few, "last 7 days");
    const bars =
      "*Credits per day:* 14 Nov: 0.00 · 15 Nov: 0.00 · 16 Nov: 0.00 · 17 Nov: 0.00 · 18 Nov: 1,000.00 · 19 Nov: 234.50 · 20 Nov: under 0.01";
    const parts = "*Credits by service:* orders prod: 1,234.50 · billing: under 0.01";
    const textOf = async (shown: CostSummary, view: CostView, pictured = shown) => {
      const reply = costsReply({ summary: shown, view, chart: await chartIn(pictured, view) });
      expect(renderedText(reply.blocks).includes("Credits by service:")).toBe(reply.text.includes(parts));
      return reply.text;
    };
    expect(await textOf(summary, "service")).toContain(bars);
    expect(await textOf(summary, "service")).not.toContain("Credits by");
    expect(await textOf(summary, "day")).toContain(parts);
    expect(await textOf(summary, "day")).not.toContain("Credits per");
    // A report of few days has a picture of two weeks.
    const ofOneDay = await textOf(await summaryOf(few, "2026-11-19"), "service", summary);
    expect(ofOneDay).toContain(`${bars}\n${parts}`);
  });

  it("names the length of its bars", async () => {
    expect((await chartIn(await summaryOf(steady, "last 100 days"), "service")).title).toContain(
      "Credits per week",
    );
    expect((await chartIn(await summaryOf(steady, "last 200 days"), "service")).title).toContain(
      "Credits per month",
    );
    // The first bar has one day, or three.
    const fromSunday = await summaryOf(steady, "2026-08-09 to 2026-11-15");
    expect((await chartIn(fromSunday, "service")).title).toContain("Credits per week");
    const fromMonthsEnd = await summaryOf(steady, "2026-03-29 to 2026-11-15");
    expect((await chartIn(fromMonthsEnd, "service")).title).toContain("Credits per month");
  });
});
