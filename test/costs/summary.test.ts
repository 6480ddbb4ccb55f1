import type { Decimal } from "decimal.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metricLabel } from "../../src/costs/metrics.ts";
import { parseCostRange } from "../../src/costs/range.ts";
import { summarizeCosts } from "../../src/costs/summary.ts";
import type { CostRecord } from "../../src/cloud/usage-cost.ts";
import { sum } from "../../src/lib/money.ts";
import { costRecord } from "./records.ts";

const range = parseCostRange("last 7 days", new Date("2026-11-20T10:00:00Z"));

function summary(current: CostRecord[], previous: CostRecord[] = [], reportedTotal?: number) {
  return summarizeCosts({ range, current, previous, reportedTotal });
}

function inWords(...parts: (string | Decimal | null | undefined)[]): string {
  return parts.map((part) => part?.toString() ?? "nothing").join(" ");
}

describe("a cost summary", () => {
  it("adds totals up exactly", () => {
    const records = [
      costRecord({ totalCredits: 0.1 }),
      costRecord({ totalCredits: 0.2, date: "2026-11-19" }),
    ];
    expect(summary(records).total.toString()).toBe("0.3");
  });

  it("has every service of either period, the costliest first", () => {
    const current = [costRecord(), costRecord({ entityId: "b", entityName: "billing", totalCredits: 30 })];
    const previous = [
      costRecord({ totalCredits: 8 }),
      costRecord({ entityId: "c", entityName: "gone", totalCredits: 1 }),
    ];
    const { services } = summary(current, previous);
    expect(
      services.map(({ name, total, previous, share }) => inWords(name, total, "after", previous, share)),
    ).toEqual(["billing 30 after 0 75", "orders prod 10 after 8 25", "gone 0 after 1 0"]);
  });

  it("knows a service by its id, and by the last name it went by", () => {
    const current = [
      costRecord({ entityName: "old" }),
      costRecord({ entityName: "new", date: "2026-11-19" }),
    ];
    expect(summary(current).services.map(({ name }) => name)).toEqual(["new"]);
  });

  it("tells a warehouse from a service, and two of one name apart by id", () => {
    const current = [
      costRecord({ totalCredits: 3 }),
      costRecord({ totalCredits: 2, entityId: "w", entityType: "datawarehouse" }),
      costRecord({ totalCredits: 1, entityId: "ffffffff-0000-4000-8000-000000000001" }),
    ];
    expect(summary(current).services.map(({ name }) => name)).toEqual([
      "orders prod a1b2c3d4",
      "orders prod (warehouse)",
      "orders prod ffffffff",
    ]);
  });

  it("names what has no name by its id, and what has neither in words", () => {
    const current = [
      costRecord({ entityName: null, totalCredits: 2 }),
      costRecord({ entityName: null, entityId: null, entityType: null, totalCredits: 1 }),
    ];
    expect(summary(current).services.map(({ name }) => name)).toEqual([
      "a1b2c3d4-0000-4000-8000-000000000001",
      "Without a name",
    ]);
  });

  it("adds metrics up by their labels, the costliest first, and leaves out those that came to nothing", () => {
    const metrics = { computeCredits: 2, storageCredits: 7, backupCredits: 0, gpuHoursCredits: 1 };
    const { metrics: costs } = summary([
      costRecord({ metrics }),
      costRecord({ metrics, date: "2026-11-19" }),
    ]);
    expect(costs.map(({ label, total, share }) => inWords(label, total, share))).toEqual([
      "Storage 14 70",
      "Compute 4 20",
      "Gpu hours 2 10",
    ]);
  });

  it("counts a record without metrics by its total, as Other", () => {
    const { total, metrics } = summary([costRecord(), costRecord({ metrics: {}, totalCredits: 5 })]);
    expect(total.toString()).toBe("15");
    expect(metrics.map(({ label, total }) => inWords(label, total))).toEqual(["Compute 10", "Other 5"]);
  });

  it("shows as Other what metrics have more than the total says", () => {
    const { metrics } = summary([costRecord({ totalCredits: 8 })]);
    expect(metrics.map(({ label, total }) => inWords(label, total))).toEqual(["Compute 10", "Other -2"]);
  });

  it("does not show a server's floating point as Other", () => {
    const metrics = { computeCredits: 0.1, storageCredits: 0.2 };
    expect(summary([costRecord({ metrics, totalCredits: 0.1 + 0.2 })]).metrics).toHaveLength(2);
  });

  it("has days in order, provisional where any record of theirs is not locked", () => {
    const current = [
      costRecord({ date: "2026-11-20", locked: false }),
      costRecord({ date: "2026-11-19" }),
      costRecord({ date: "2026-11-20", entityId: "b" }),
    ];
    expect(
      summary(current).days.map(({ day, total, provisional }) => inWords(day, total, String(provisional))),
    ).toEqual(["2026-11-19 10 false", "2026-11-20 20 true"]);
  });

  it("compares with the period before in credits and percent", () => {
    const { change } = summary([costRecord({ totalCredits: 9 })], [costRecord({ totalCredits: 12 })]);
    expect(inWords("by", change?.credits, change?.percent)).toBe("by -3 -25");
  });

  it.each([[[]], [[costRecord({ totalCredits: 0, metrics: {} })]]])(
    "has no basis where nothing was spent before",
    (previous) => {
      expect(summary([costRecord()], previous).change).toBeNull();
    },
  );

  it("notices a grand total that is not what the records add up to", () => {
    expect(summary([costRecord()], [], 12).reportedTotal?.toString()).toBe("12");
    expect(summary([costRecord()], [], 10.000_000_1).reportedTotal).toBeNull();
    expect(summary([costRecord()]).reportedTotal).toBeNull();
  });

  it("has services, metrics and days that each add up to the total", () => {
    const record = fc
      .record({
        date: fc.constantFrom("2026-11-18", "2026-11-19", "2026-11-20"),
        entityId: fc.constantFrom("a", "b", "c"),
        metrics: fc.dictionary(
          fc.constantFrom("computeCredits", "storageCredits", "newCredits"),
          fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
        ),
        totalCredits: fc.option(
          fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
          { nil: undefined },
        ),
      })
      .map((wire) => costRecord(wire));
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        const { total, services, metrics, days } = summary(records);
        for (const parts of [services, metrics, days]) {
          expect(
            sum(parts.map((part) => part.total))
              .minus(total)
              .abs()
              .lt("0.005"),
          ).toBe(true);
        }
      }),
    );
  });
});

describe("a metric's label", () => {
  it.each([
    ["computeCredits", "Compute"],
    ["interRegionTier1DataTransferCredits", "Transfer between regions, tier 1"],
    ["gpuHoursCredits", "Gpu hours"],
    ["cold_storage_Credits", "Cold storage"],
    ["Credits", "Credits"],
    ["toString", "To string"],
  ])("of %s is %s", (metric, label) => {
    expect(metricLabel(metric)).toBe(label);
  });
});
