import { expect, test } from "vitest";
import type { CostRecord } from "../../../src/platform/cloud/costs/usage.ts";
import { costsCsv } from "../../../src/features/costs/csv.ts";
import { daysFrom } from "../../../src/lib/day.ts";
import { costDays, costRecord } from "./records.ts";

const all = () => true;

async function linesOf(records: CostRecord[], isWanted: (record: CostRecord) => boolean = all) {
  const { bytes, rows } = await costsCsv(() => costDays(records), isWanted);
  const lines = bytes.toString("utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(rows + 1);
  return lines;
}

test("each record is a line, with a column for each metric by its name in the specification", async () => {
  const warehouse = { entityType: "datawarehouse", entityId: "w", entityName: "shop", dataWarehouseId: "w" };
  const metrics = { computeCredits: 0.1, gpuCredits: 12.345 };
  expect(
    await linesOf([
      costRecord({ serviceId: "s", dataWarehouseId: "w", entityId: "s", metrics, totalCredits: 12.445 }),
      costRecord({ ...warehouse, metrics: { storageCredits: 0 }, totalCredits: 0, locked: false }),
    ]),
  ).toEqual([
    "date,state,entityType,entityName,entityId,serviceId,dataWarehouseId,storageCredits,backupCredits,computeCredits,dataTransferCredits,initialLoadCredits,publicDataTransferCredits,interRegionTier1DataTransferCredits,interRegionTier2DataTransferCredits,interRegionTier3DataTransferCredits,interRegionTier4DataTransferCredits,gpuCredits,totalCredits",
    "2026-11-18,locked,service,orders prod,s,s,w,,,0.1,,,,,,,,12.345,12.445",
    "2026-11-18,provisional,datawarehouse,shop,w,,w,0,,,,,,,,,,,0",
  ]);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tcmd", "'\tcmd"],
  ["\uff1d1", "'\uff1d1"],
  ['=HYPERLINK("https://example.com","x")', `"'=HYPERLINK(""https://example.com"",""x"")"`],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["Grüße 🛒 שלום", "Grüße 🛒 שלום"],
])("a name like %j stays a text in one cell", async (entityName, cell) => {
  const { bytes } = await costsCsv(() => costDays([costRecord({ entityName })]), all);
  expect(bytes.toString("utf8")).toContain(`,service,${cell},a1b2`);
});

test("a metric with a formula as its name stays a text too", async () => {
  const [head] = await linesOf([costRecord({ metrics: { "=1+1Credits": 1 } })]);
  expect(head).toContain(",'=1+1Credits,totalCredits");
});

test.each([
  [1e-7, "0.0000001"],
  [-0.25, "-0.25"],
  [1e21, "1000000000000000000000"],
  [123456789.123456, "123456789.123456"],
])("%d is written as a plain decimal", async (totalCredits, text) => {
  const [, line] = await linesOf([costRecord({ metrics: {}, totalCredits })]);
  expect(line?.endsWith(`,${text}`)).toBe(true);
});

test("only the wanted records and their metrics are written", async () => {
  const records = [costRecord(), costRecord({ entityId: "b", metrics: { otherCredits: 1 } })];
  const lines = await linesOf(records, ({ entityId }) => entityId !== "b");
  expect(lines).toHaveLength(2);
  expect(lines[0]).not.toContain("otherCredits");
});

test("a metric that appears while the days are read has a column too", async () => {
  const reads = [[costRecord()]];
  const later = [costRecord({ metrics: { computeCredits: 9, newCredits: 1 } })];
  const { bytes } = await costsCsv(() => costDays(reads.shift() ?? later), all);
  expect(bytes.toString("utf8")).toMatch(/,newCredits,totalCredits\n.*,9,,,,,,,,1,10\n$/);
});

test("writing a hundred days of two hundred services lets others use the event loop", async () => {
  const records = daysFrom("2026-08-01", "2026-11-08").flatMap((date) =>
    Array.from({ length: 200 }, (_, index) => costRecord({ date, entityId: `s${index}` })),
  );
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const { rows } = await costsCsv(() => costDays(records), all);
  clearInterval(timer);
  expect(rows).toBe(20_000);
  // A faster machine yields less often. Without yielding, the count is zero.
  expect(turns).toBeGreaterThan(1);
});
