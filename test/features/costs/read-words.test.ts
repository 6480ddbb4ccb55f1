import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCostRange } from "../../../src/lib/period/range.ts";
import { type CostView, parseCostWords, writeCostWords } from "../../../src/features/costs/read-words.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { unicodeText } from "../../support/unicode-text.ts";

// A Friday.
const today = new Date("2026-11-20T10:00:00Z");

function read(words: string): string {
  const { range, by, service } = parseCostWords(words, today);
  return `${range.label} by ${by}${service === undefined ? "" : ` of ${service}`}`;
}

describe("the words of a costs command", () => {
  it.each([
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
    ["orders prod over the last 30 days", "last 30 days by service of orders prod"],
    ["1 oct to 5 nov orders", "1 Oct to 5 Nov 2026 by service of orders"],
    ["orders 2 last 7 days by day", "last 7 days by day of orders 2"],
    ["5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f q3", "Q3 2026 by service of 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f"],
    ["test week", "last 7 days by service of test week"],
    ["<!channel>", "last 7 days by service of <!channel>"],
    ["constructor", "last 7 days by service of constructor"],
  ])("are read in any order: %j", (words, expected) => {
    expect(read(words)).toBe(expected);
  });

  it.each([
    ['"october"', "last 7 days by service of october"],
    ['october "october"', "October 2026 by service of october"],
    ["“last mile” last week", "9 to 15 Nov 2026 by service of last mile"],
    ['by day "stand by me" 2026-10', "October 2026 by day of stand by me"],
    ['for "orders 2026" by day', "last 7 days by day of orders 2026"],
  ])("keep a name in quotes unchanged: %s", (words, expected) => {
    expect(read(words)).toBe(expected);
  });

  it.each([
    ["lats month orders", "I don't recognize that as a date range. Did you mean `/db costs last month`?"],
    ["orders octobr", "I don't recognize that as a date range. Did you mean `/db costs october`?"],
    ["yesterdy by day", "I don't recognize that as a date range. Did you mean `/db costs yesterday`?"],
    [
      'last "stand by me" by day',
      "I don't recognize that as a date range. Did you mean `/db costs last week`?",
    ],
    ["last orders", "I don't recognize that as a date range. Did you mean `/db costs last 7 days`?"],
    ["last month this yaer", "I don't recognize that as a date range. Did you mean `/db costs this year`?"],
    [
      "2026-10-01 to orders",
      "I don't recognize that as a date range. Try `/db costs last 7 days` or `/db costs 2026-10-01 to 2026-10-15`.",
    ],
    [
      "orders 2026-02-30",
      "2026-02-30 isn't a real date. Try `/db costs last 7 days` or `/db costs 2026-10-01 to 2026-10-15`.",
    ],
    [
      "orders 01/02/2026 by day",
      "That could be two different dates. Try `/db costs 1 February 2026` or `/db costs 2 January 2026`.",
    ],
    ["by hour", "I can list costs by service, team, metric or day. Try `/db costs last month by metric`."],
    ["by", "I can list costs by service, team, metric or day. Try `/db costs last month by metric`."],
    [
      "by metrc orders",
      "I can list costs by service, team, metric or day. Did you mean `/db costs by metric`?",
    ],
    [
      "by day by metric",
      "Choose one: by service, team, metric or day. Try `/db costs last month by metric`.",
    ],
  ])("are refused with an example: %s", (words, message) => {
    expect(refusal(words)).toBe(message);
  });

  it("read back the same, with any service name", () => {
    const word = fc.constantFrom(
      ...(
        'orders|prod|2|q3|october|by|day|last|month|2026|2026-10-01|to|since|1|for|in|may|"|"a"|' +
        "01/02/2026|3d|7|days|ago|yesterday|octobr|orders-2|–|,|month,|(eu)|h1|“x”|-"
      ).split("|"),
    );
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
    const range = fc.constantFrom(
      ..."today|this month|october|last 7 days|last 3 months|ytd|last week".split("|"),
    );
    const view = fc.constantFrom<CostView>("service", "metric", "day");
    fc.assert(
      fc.property(name, range, view, (service, words, by) => {
        const asked = { range: parseCostRange(words, today), by, service };
        const { range: readBack, isQuoted: _, ...rest } = parseCostWords(writeCostWords(asked), today);
        expect({ ...rest, words: readBack.words }).toEqual({ by, service, words: asked.range.words });
      }),
      { numRuns: 300 },
    );
  });

  it("give an answer or a user error, with any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), unicodeText()), (words) => {
        const service = (() => {
          try {
            return parseCostWords(words, today).service ?? "";
          } catch (error) {
            return error instanceof AppError && error.kind === "user" ? "" : error;
          }
        })();
        expect(service).toBeTypeOf("string");
      }),
    );
  });

  it("are read within a second, even if the line is very long", () => {
    const before = process.cpuUsage();
    parseCostWords("orders ".repeat(2000), today);
    parseCostWords(' "a'.repeat(1500), today);
    // CPU time, because other tests run at the same time.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1000);
  });
});

function refusal(words: string): string {
  try {
    return `read as ${read(words)}`;
  } catch (error) {
    if (error instanceof AppError && error.kind === "user") return error.message;
    throw error;
  }
}
