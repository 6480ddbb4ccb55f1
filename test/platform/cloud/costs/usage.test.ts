import { describe, expect, test } from "vitest";
import {
  assertUnderstood,
  costMetrics,
  UsageCost,
  UsageCostQuery,
} from "../../../../src/platform/cloud/costs/usage.ts";
import { fromWire, neutralWireNames } from "../../../../src/platform/cloud/connection.ts";

describe("the days of a report", () => {
  test.each([
    ["one day", { from_date: "2026-10-01", to_date: "2026-10-01" }],
    ["31 days, both ends included", { from_date: "2026-10-01", to_date: "2026-10-31" }],
    ["a leap day", { from_date: "2028-02-29", to_date: "2028-03-01" }],
  ])("accepted as given: %s", (_, query) => {
    expect(UsageCostQuery.parse(query)).toEqual(query);
  });

  test("a date-time counts as its day in UTC and is sent as a plain date", () => {
    const query = { from_date: "2026-10-01T23:30:00-05:00", to_date: "2026-10-03T00:00:00Z" };
    expect(UsageCostQuery.parse(query)).toEqual({ from_date: "2026-10-02", to_date: "2026-10-03" });
  });

  test.each<[string, unknown, string[]]>([
    [
      "32 days",
      { from_date: "2026-10-01", to_date: "2026-11-01" },
      ["to_date: The last day must be at most 30 days after the first day: 31 days in all"],
    ],
    [
      "an end before its start",
      { from_date: "2026-10-02", to_date: "2026-10-01" },
      ["to_date: The last day must not be before the first day"],
    ],
    [
      "a day that no calendar has",
      { from_date: "2026-02-30", to_date: "2026-03-01" },
      ["from_date: The first day must be a real date, such as 2026-10-01"],
    ],
    [
      "a parameter that a report does not take",
      { from_date: "2026-10-01", to_date: "2026-10-02", service: "orders" },
      [": A usage-cost report takes from_date and to_date, and no service"],
    ],
    [
      "neither day",
      {},
      [
        "from_date: The first day must be a real date, such as 2026-10-01",
        "to_date: The last day must be a real date, such as 2026-10-01",
      ],
    ],
  ])("refused: %s", (_, query, problems) => {
    const issues = UsageCostQuery.safeParse(query).error?.issues ?? [];
    expect(issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual(problems);
  });
});

describe("what is read", () => {
  const documented = {
    dataWarehouseId: "7f3b9c1e-92d5-4f60-8a1b-3c4d5e6f7a80",
    serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
    entityId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
    date: "2026-11-03",
    entityName: "orders prod",
    metrics: Object.fromEntries(Object.keys(costMetrics).map((name, index) => [name, index])),
    totalCredits: 45,
    locked: true,
  };

  test("the single record of the specification becomes a list of one", () => {
    expect(UsageCost.parse({ grandTotalCredits: 45, costs: documented })).toEqual({
      grandTotalCredits: 45,
      costs: [documented],
      unclear: [],
      cameAsOne: true,
    });
  });

  test("a warehouse's record of a running server is read, with its unknown fields and without its null ones", () => {
    const record = { ...documented, serviceId: null, entityType: "datawarehouse", currency: "credits" };
    const [read] = UsageCost.parse({ grandTotalCredits: 1, costs: [record] }).costs;
    expect(read).toMatchObject({ entityType: "datawarehouse", currency: "credits", serviceId: undefined });
  });

  test.each([
    ["an empty list", { costs: [], grandTotalCredits: 0 }],
    ["an empty record", { costs: {} }],
    ["nothing", null],
  ])("an organization without costs reads as none: %s", (_, result) => {
    expect(UsageCost.parse(result)).toMatchObject({ costs: [], unclear: [], cameAsOne: false });
  });

  test.each([
    ["a record is null", null],
    ["a record has no day", { totalCredits: 1 }],
  ])("a list fails if %s, because its sum would be too low", (_, odd) => {
    const costs = [{ date: "2026-11-03", totalCredits: 1 }, odd];
    expect(UsageCost.safeParse({ costs }).success).toBe(false);
  });

  test("totals that are left out are added up without a binary rounding error", () => {
    const costs = [
      { date: "2026-11-03", metrics: { computeCredits: 0.1, storageCredits: 0.2, newCredits: 1, note: "x" } },
      { date: "2026-11-03T00:00:00Z", totalCredits: 0.7 },
    ];
    const read = UsageCost.parse({ costs });
    expect(read.costs.map(({ totalCredits }) => totalCredits)).toEqual([1.3, 0.7]);
    expect(read.grandTotalCredits).toBeUndefined();
    expect(read.costs[0]?.metrics).toEqual({ computeCredits: 0.1, storageCredits: 0.2, newCredits: 1 });
  });

  test("amounts that a server writes as texts count like numbers", () => {
    const metrics = { computeCredits: "0.1", storageCredits: "2.0E-1" };
    const read = UsageCost.parse({ costs: [{ date: "2026-11-03", metrics }], grandTotalCredits: "0.3" });
    expect(read.costs[0]).toMatchObject({
      metrics: { computeCredits: 0.1, storageCredits: 0.2 },
      totalCredits: 0.3,
    });
    expect(read.grandTotalCredits).toBe(0.3);
  });

  test("a day without a lock counts as provisional, under its plain date", () => {
    const [read] = UsageCost.parse({ costs: [{ date: "2026-11-03T00:00:00Z", totalCredits: 0 }] }).costs;
    expect(read).toMatchObject({ date: "2026-11-03", locked: false, metrics: {}, totalCredits: 0 });
  });
});

describe("a record without a readable amount is never 0", () => {
  const day = "2026-11-03";

  test.each<[string, object, string | undefined]>([
    ["with a total that ends in another word", { totalXYZ: 15, metrics: { computeXYZ: 15 } }, "XYZ"],
    ["with metrics in another word only", { metrics: { interRegionTier2DataTransferXYZ: "1.5" } }, "XYZ"],
    ["without any number", { entityName: "orders", metrics: {} }, undefined],
    ["with a total that is not a number", { totalCredits: "1,234.50" }, undefined],
    [
      "with a metric that is not a number, and no total",
      { metrics: { computeCredits: 1, backupCredits: "?" } },
      undefined,
    ],
    ["with amounts in two words", { metrics: { computeCredits: 1, storageXYZ: 2 } }, "XYZ"],
    [
      "with a total in another word than its metrics",
      { totalXYZ: 15, metrics: { computeCredits: 1 } },
      "XYZ",
    ],
  ])("%s", (_, amounts, ending) => {
    const report = UsageCost.parse({ costs: [{ date: day, locked: true, ...amounts }] });
    expect(report.costs).toEqual([]);
    expect(report.unclear).toEqual([{ date: day, ending }]);
    expect(() => assertUnderstood(report, { from: day, to: day })).toThrow(
      /I don't understand.* `WIRE_CREDITS/,
    );
  });

  test("a total counts whatever the metrics are called", () => {
    const metrics = { computeXYZ: 15, backupCredits: "?" };
    expect(UsageCost.parse({ costs: [{ date: day, totalCredits: 15, metrics }] }).costs).toMatchObject([
      { totalCredits: 15, metrics: {} },
    ]);
  });

  test("the setting is named with the cloud's own word", () => {
    const report = UsageCost.parse({
      costs: ["2026-11-03", "2026-11-04"].map((date) => ({ date, totalXYZ: 1 })),
    });
    expect(() => assertUnderstood(report, { from: day, to: day })).toThrow(
      "I don't understand the costs of 3 to 4 Nov 2026: the cloud's records have no amount that I know. The cloud's amounts end in `XYZ`. Ask the operator of Quartermaster to set `WIRE_CREDITS=XYZ`.",
    );
  });

  test("a word that cannot be a setting is not repeated", () => {
    const report = UsageCost.parse({ costs: [{ date: day, "total_<!channel>`": 1 }] });
    expect(() => assertUnderstood(report, { from: day, to: day })).toThrow(
      "set `WIRE_CREDITS` to the ending of the cloud's amounts.",
    );
  });

  test("a word that a wrong setting changed is not shown as the cloud's own", () => {
    const wrong = { ...neutralWireNames, credits: "YZ" };
    const answer = fromWire({ costs: [{ date: day, totalXYZ: 1, metrics: { computeXYZ: 1 } }] }, wrong);
    expect(() => assertUnderstood(UsageCost.parse(answer), { from: day, to: day })).toThrow(
      "set `WIRE_CREDITS` to the ending of the cloud's amounts.",
    );
  });

  test("a grand total in another word is not 0, even without records", () => {
    const report = UsageCost.parse({ costs: [], grandTotalXYZ: 105 });
    expect(() => assertUnderstood(report, { from: day, to: day })).toThrow("`WIRE_CREDITS=XYZ`");
    const nothing = UsageCost.parse({ costs: [], grandTotalXYZ: 0 });
    expect(() => assertUnderstood(nothing, { from: day, to: day })).not.toThrow();
  });
});
