import type { Decimal } from "decimal.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tableOf } from "../../../src/features/costs/answer/table.ts";
import { metricLabel } from "../../../src/features/costs/parts.ts";
import { parseCostRange } from "../../../src/lib/period/range.ts";
import { summarizeCosts } from "../../../src/features/costs/summary.ts";
import type { CostRecord } from "../../../src/platform/cloud/costs/usage.ts";
import { serviceLabels } from "../../../src/lib/names.ts";
import { sum } from "../../../src/lib/money.ts";
import { costDays, costRecord } from "./records.ts";

const range = parseCostRange("last 7 days", new Date("2026-11-21T10:00:00Z"));

function summary(current: CostRecord[], previous: CostRecord[] = [], serviceId?: string) {
  return summarizeCosts({
    range,
    current: costDays(current, range),
    previous: costDays(
      previous.map((record) => ({ ...record, date: "2026-11-11" })),
      range.previous,
    ),
    ...(serviceId !== undefined && { serviceId }),
  });
}

function format(...parts: (string | Decimal | null | undefined)[]): string {
  return parts.map((part) => part?.toString() ?? "nothing").join(" ");
}

describe("a cost summary", () => {
  it("has exact totals", async () => {
    const records = [
      costRecord({ totalCredits: 0.1 }),
      costRecord({ totalCredits: 0.2, date: "2026-11-19" }),
    ];
    expect((await summary(records)).total.toString()).toBe("0.3");
  });

  it("has every service of either period, the costliest first", async () => {
    const current = [costRecord(), costRecord({ entityId: "b", entityName: "billing", totalCredits: 30 })];
    const previous = [
      costRecord({ totalCredits: 8 }),
      costRecord({ entityId: "c", entityName: "gone", totalCredits: 1 }),
    ];
    const { services } = await summary(current, previous);
    expect(
      services.map(({ name, total, previous, share }) => format(name, total, "after", previous, share)),
    ).toEqual(["billing 30 after 0 75", "orders prod 10 after 8 25", "gone 0 after 1 0"]);
  });

  it("calls a service new that began today, though today can't be compared", async () => {
    const month = parseCostRange("this month", new Date("2026-11-21T10:00:00Z"));
    const found = await summarizeCosts({
      range: month,
      current: costDays([costRecord({ date: "2026-11-21" })], month),
      previous: costDays([], month.previous),
    });
    expect(tableOf(found, "service").said.rows[0]).toContain("new");
  });

  it("groups by a service's id, and shows its latest name", async () => {
    const current = [
      costRecord({ entityName: "old" }),
      costRecord({ entityName: "new", date: "2026-11-19" }),
    ];
    expect((await summary(current)).services.map(({ name }) => name)).toEqual(["new"]);
  });

  it("adds the type to a warehouse's name, and the id to equal names", async () => {
    const current = [
      costRecord({ totalCredits: 3 }),
      costRecord({ totalCredits: 2, entityId: "w", entityType: "datawarehouse" }),
      costRecord({ totalCredits: 1, entityId: "ffffffff-0000-4000-8000-000000000001" }),
    ];
    expect((await summary(current)).services.map(({ name }) => name)).toEqual([
      "orders prod a1b2c3d4",
      "orders prod (warehouse)",
      "orders prod ffffffff",
    ]);
  });

  it("shows a service's general label, even if it is the only one", async () => {
    const others = [{ serviceId: "ffffffff-0000-4000-8000-000000000001", name: "orders prod" }];
    const { services } = await summarizeCosts({
      range,
      current: costDays([costRecord()], range),
      labelsOf: async (seen) => serviceLabels([], [...others, ...seen]),
    });
    expect(services.map(({ name, cloudName }) => [name, cloudName])).toEqual([
      ["orders prod a1b2c3d4", "orders prod"],
    ]);
  });

  it("shows the id if there is no name, and a text if there is neither", async () => {
    const current = [
      costRecord({ entityName: null, totalCredits: 2 }),
      costRecord({ entityName: null, entityId: null, entityType: null, totalCredits: 1 }),
    ];
    expect((await summary(current)).services.map(({ name }) => name)).toEqual([
      "a1b2c3d4-0000-4000-8000-000000000001",
      "Without a name",
    ]);
  });

  it("adds metrics up by their labels, the costliest first, and omits those with a total of zero", async () => {
    const metrics = { computeCredits: 2, storageCredits: 7, backupCredits: 0, gpuHoursCredits: 1 };
    const { metrics: costs } = await summary([
      costRecord({ metrics }),
      costRecord({ metrics, date: "2026-11-19" }),
    ]);
    expect(costs.map(({ name, total, share }) => format(name, total, share))).toEqual([
      "Storage 14 70",
      "Compute 4 20",
      "Gpu hours 2 10",
    ]);
  });

  it("counts a record without metrics by its total, as Other", async () => {
    const { total, metrics } = await summary([costRecord(), costRecord({ metrics: {}, totalCredits: 5 })]);
    expect(total.toString()).toBe("15");
    expect(metrics.map(({ name, total }) => format(name, total))).toEqual(["Compute 10", "Other 5"]);
  });

  it("shows a difference between the metrics and the total as Other", async () => {
    const { metrics } = await summary([costRecord({ totalCredits: 8 })]);
    expect(metrics.map(({ name, total }) => format(name, total))).toEqual(["Compute 10", "Other -2"]);
  });

  it("does not show a rounding error of floating point as Other", async () => {
    const metrics = { computeCredits: 0.1, storageCredits: 0.2 };
    expect((await summary([costRecord({ metrics, totalCredits: 0.1 + 0.2 })])).metrics).toHaveLength(2);
  });

  it("has days in order, provisional if a record is not locked", async () => {
    const current = [
      costRecord({ date: "2026-11-20", locked: false }),
      costRecord({ date: "2026-11-19" }),
      costRecord({ date: "2026-11-20", entityId: "b" }),
    ];
    expect(
      (await summary(current)).days
        .slice(4)
        .map(({ day, total, provisional }) => format(day, total, String(provisional))),
    ).toEqual(["2026-11-18 0 false", "2026-11-19 10 false", "2026-11-20 20 true"]);
  });

  it("compares the days that are over, and counts today in the totals only", async () => {
    const open = parseCostRange("2026-11-18 to today", new Date("2026-11-20T10:00:00Z"));
    const records = [
      costRecord({ totalCredits: 9, metrics: { computeCredits: 9 } }),
      costRecord({ date: "2026-11-20", totalCredits: 2, metrics: { computeCredits: 1, storageCredits: 1 } }),
    ];
    const before = [costRecord({ date: "2026-11-11" }), costRecord({ date: "2026-11-13" })];
    const { total, comparedTotal, previousTotal, change, services, metrics } = await summarizeCosts({
      range: open,
      current: costDays(records, open),
      previous: costDays(before, open.previous),
    });
    expect(format(total, comparedTotal, previousTotal, change?.percent)).toBe("11 9 10 -10");
    expect(services.map((part) => format(part.total, part.compared, part.previous))).toEqual(["11 9 10"]);
    expect(metrics.map((part) => format(part.name, part.total, part.compared))).toEqual([
      "Compute 10 9",
      "Storage 1 0",
    ]);
  });

  it("compares with the period before in credits and percent", async () => {
    const { change } = await summary([costRecord({ totalCredits: 9 })], [costRecord({ totalCredits: 12 })]);
    expect(format("by", change?.credits, change?.percent)).toBe("by -3 -25");
  });

  it.each([[[]], [[costRecord({ totalCredits: 0, metrics: {} })]]])(
    "has no change if the period before has no costs",
    async (previous) => {
      expect((await summary([costRecord()], previous)).change).toBeNull();
    },
  );

  it("adds whole ids to equal names if the ids begin with the same characters", async () => {
    const current = ["a1b2c3d4-1", "a1b2c3d4-2"].map((entityId) => costRecord({ entityId, totalCredits: 1 }));
    const names = (await summary(current)).services.map(({ name }) => name);
    expect(names).toEqual(["orders prod a1b2c3d4-1", "orders prod a1b2c3d4-2"]);
  });

  it("compares every day with the same position in the period before", async () => {
    const { days } = await summary([costRecord()], [costRecord({ totalCredits: 8 })]);
    expect(days.map(({ day, previous }) => format(day, previous)).slice(3, 6)).toEqual([
      "2026-11-17 0",
      "2026-11-18 8",
      "2026-11-19 0",
    ]);
  });

  it("has the three largest movers, up or down, of services and metrics", async () => {
    const current = [costRecord(), costRecord({ entityId: "b", entityName: "billing", totalCredits: 30 })];
    const previous = [costRecord({ entityId: "c", entityName: "gone", totalCredits: 25 })];
    const { movers } = await summary(current, previous);
    expect(movers.map(({ kind, name, difference }) => format(kind, name, difference))).toEqual([
      "service billing 30",
      "service gone -25",
      "service orders prod 10",
    ]);
    expect((await summary(current)).movers).toEqual([]);
  });

  it("for an only service, has the three largest movers of its metrics", async () => {
    const metrics = { computeCredits: 4, storageCredits: 3, backupCredits: 2, newCredits: 1 };
    const { movers } = await summary(
      [costRecord({ metrics })],
      [costRecord({ metrics: {}, totalCredits: 1 })],
    );
    expect(movers.map(({ name }) => name)).toEqual(["Compute", "Storage", "Backups"]);
  });

  it("for one service, counts only its own records, and names a warehouse with other costs", async () => {
    const [id, dataWarehouseId] = ["a1b2c3d4-0000-4000-8000-000000000001", "w"];
    const own = { dataWarehouseId, serviceId: id };
    const current = [
      costRecord(own),
      costRecord({ ...own, entityId: "pipe", entityType: "pipe", totalCredits: 3 }),
      costRecord({ dataWarehouseId, entityId: "w", entityName: "main", entityType: "datawarehouse" }),
      costRecord({ entityId: "other", dataWarehouseId: "x" }),
    ];
    const { total, services, warehouseNote } = await summary(current, [], id);
    expect(format(total, warehouseNote)).toBe("10 main");
    expect(services.map(({ name }) => name)).toEqual(["orders prod"]);
    expect((await summary(current, [], "other")).warehouseNote).toBeUndefined();
    expect((await summary(current, [], "w")).warehouseNote).toBeUndefined();
    expect((await summary(current)).warehouseNote).toBeUndefined();
  });

  it("has services, metrics and days that each sum to the total", async () => {
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
      .filter(({ metrics, totalCredits }) => totalCredits !== undefined || Object.keys(metrics).length > 0)
      .map((wire) => costRecord(wire));
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 30 }), async (records) => {
        const { total, services, metrics, days } = await summary(records);
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
