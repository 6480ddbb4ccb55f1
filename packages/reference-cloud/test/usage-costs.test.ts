import { expect, test } from "vitest";
import { z } from "zod";
import { Backup } from "../../../src/platform/cloud/services/backup.ts";
import { Service } from "../../../src/platform/cloud/services/service.ts";
import { UsageCost } from "../../../src/platform/cloud/costs/usage.ts";
import type { ReferenceCloud, SeededOrganization } from "../src/server.ts";
import {
  askJson,
  cloudInTest,
  control,
  fieldsIn,
  hundredths,
  organizationOf,
  passTime,
  sumOf,
} from "../../../test/support/asking.ts";
import { dayMs, hourMs } from "../src/duration.ts";

async function costs(cloud: ReferenceCloud, organization: SeededOrganization, from: string, to: string) {
  const answer = await askJson(cloud, organization, `/usageCost?from_date=${from}&to_date=${to}`);
  expect(answer.error).toBeUndefined();
  return UsageCost.parse(answer.result);
}

async function scaleCosts(cloud: ReferenceCloud, from: string, to = from) {
  const report = await costs(cloud, organizationOf(cloud, "SCALE"), from, to);
  return { ...report, grandTotalCredits: report.grandTotalCredits ?? Number.NaN };
}

test("each warehouse and each service has one record per day", async () => {
  const cloud = await cloudInTest();
  const report = await scaleCosts(cloud, "2026-11-10", "2026-11-11");
  expect(report.costs.map(({ date, entityType, entityName }) => [date, entityType, entityName])).toEqual(
    ["2026-11-10", "2026-11-11"].flatMap((date) => [
      [date, "datawarehouse", "orders prod"],
      [date, "datawarehouse", "web analytics"],
      [date, "service", "orders prod"],
      [date, "service", "web analytics"],
    ]),
  );
});

test("a warehouse pays for storage and backups and has no service id; a service pays for its work", async () => {
  const cloud = await cloudInTest();
  const answer = await askJson(
    cloud,
    organizationOf(cloud, "SCALE"),
    "/usageCost?from_date=2026-11-10&to_date=2026-11-10",
  );
  const { costs: records } = z
    .object({ costs: z.array(z.looseObject({ metrics: z.object().loose() })) })
    .parse(answer.result);
  expect(records.at(0)).toMatchObject({ entityType: "datawarehouse", serviceId: null });
  expect(Object.keys(records.at(0)?.metrics ?? {})).toEqual(["storageCredits", "backupCredits"]);
  expect(records.at(2)).toMatchObject({
    entityType: "service",
    serviceId: organizationOf(cloud, "SCALE").services[0]?.id,
  });
  expect(Object.keys(records.at(2)?.metrics ?? {})).toContain("computeCredits");
});

test("metrics add up to the record's total, and records to the grand total, to the hundredth", async () => {
  const cloud = await cloudInTest();
  const report = await scaleCosts(cloud, "2026-10-21", "2026-11-20");
  for (const { metrics, totalCredits } of report.costs) {
    const sum = Object.values(metrics).reduce((total, amount) => total + hundredths(amount), 0);
    expect(sum / 100).toBe(totalCredits);
  }
  expect(sumOf(report.costs) / 100).toBe(report.grandTotalCredits);
});

test("a second request and a new server return the same costs", async () => {
  const [one, other] = [await cloudInTest(), await cloudInTest()];
  const report = await scaleCosts(one, "2026-10-21", "2026-11-20");
  expect(await scaleCosts(one, "2026-10-21", "2026-11-20")).toEqual(report);
  expect(await scaleCosts(other, "2026-10-21", "2026-11-20")).toEqual(report);
});

test("weekends cost less than weekdays, and this month costs more than the last", async () => {
  const cloud = await cloudInTest();
  const [saturday, monday] = [await scaleCosts(cloud, "2026-11-14"), await scaleCosts(cloud, "2026-11-16")];
  expect(saturday.grandTotalCredits).toBeLessThan(monday.grandTotalCredits);
  const before = await scaleCosts(cloud, "2026-10-05", "2026-10-18");
  const now = await scaleCosts(cloud, "2026-11-02", "2026-11-15");
  expect(now.grandTotalCredits).toBeGreaterThan(before.grandTotalCredits);
});

test("the last two full months have costs on every day", async () => {
  const cloud = await cloudInTest();
  expect((await scaleCosts(cloud, "2026-10-01", "2026-10-31")).costs).toHaveLength(31 * 4);
  expect((await scaleCosts(cloud, "2026-09-01", "2026-09-30")).costs).toHaveLength(30 * 4);
});

test("today and the two or three days before are provisional, and all earlier days are locked", async () => {
  const cloud = await cloudInTest();
  for (const today of ["2026-11-20", "2026-11-21", "2026-11-22"]) {
    const report = await scaleCosts(cloud, "2026-11-10", today);
    const open = new Set(report.costs.filter(({ locked }) => !locked).map(({ date }) => date));
    const locked = new Set(report.costs.filter((record) => record.locked).map(({ date }) => date));
    expect([3, 4]).toContain(open.size);
    expect([...locked].every((day) => [...open].every((other) => day < other))).toBe(true);
    await passTime(cloud, dayMs);
  }
});

test("locking changes a day's amounts by a few percent, and on some days by more than five", async () => {
  const cloud = await cloudInTest();
  await passTime(cloud, 4 * dayMs);
  const days = ["2026-11-20", "2026-11-22", "2026-11-23"];
  const before = await Promise.all(days.map((day) => scaleCosts(cloud, day)));
  await passTime(cloud, 4 * dayMs);
  const after = await Promise.all(days.map((day) => scaleCosts(cloud, day)));
  const changes = after.map(({ grandTotalCredits }, index) =>
    Math.abs(grandTotalCredits / (before[index]?.grandTotalCredits ?? 0) - 1),
  );
  expect(after.flatMap((report) => report.costs).every(({ locked }) => locked)).toBe(true);
  expect(changes.map((change) => (change > 0.05 ? "much" : change > 0 ? "little" : "nothing"))).toEqual([
    "nothing",
    "much",
    "little",
  ]);
});

test("costs are forbidden while the key lacks the permission", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/costs", { forbidden: true });
  const scale = organizationOf(cloud, "SCALE");
  const answer = await askJson(cloud, scale, "/usageCost?from_date=2026-11-01&to_date=2026-11-20");
  expect(answer.httpStatus).toBe(403);
  expect(answer.error).toBe("FORBIDDEN: The key lacks the right to read usage costs.");
  await control(cloud, "/costs", { forbidden: false });
  expect((await scaleCosts(cloud, "2026-11-01")).costs).not.toEqual([]);
});

test("a factor raises the costs of one service on one day, and changes nothing else", async () => {
  const cloud = await cloudInTest();
  const serviceId = organizationOf(cloud, "SCALE").services[0]?.id ?? "";
  const before = await scaleCosts(cloud, "2026-11-09", "2026-11-11");
  await control(cloud, "/costs", { factors: [{ serviceId, day: "2026-11-10", factor: 3 }] });
  const after = await scaleCosts(cloud, "2026-11-09", "2026-11-11");
  for (const [index, record] of before.costs.entries()) {
    const dear = record.date === "2026-11-10" && record.entityId === serviceId;
    expect(after.costs[index]?.totalCredits).toBeCloseTo(record.totalCredits * (dear ? 3 : 1), 5);
  }
});

test("an optional organization has many services with a long history", async () => {
  const cloud = await cloudInTest({ fleet: { services: 20, days: 1_000 } });
  const fleet = cloud.organizations.at(-1);
  expect(fleet).toMatchObject({ name: "Long Haul" });
  expect(fleet?.services).toHaveLength(20);
  if (!fleet) return;
  expect((await costs(cloud, fleet, "2024-02-24", "2024-02-25")).costs).toHaveLength(2 * 2 * 20);
  expect((await costs(cloud, fleet, "2024-02-01", "2024-02-23")).costs).toEqual([]);
});

test("a new service does not change its warehouse's costs on locked days", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const [first] = z.array(Service).parse((await askJson(cloud, scale, "/services")).result);
  const backups = await askJson(cloud, scale, `/services/${first?.id}/backups`);
  const backup = z
    .array(Backup)
    .parse(backups.result)
    .find(({ status }) => status === "done");
  const before = await scaleCosts(cloud, "2026-11-01", "2026-11-19");

  const request = { dataWarehouseId: first?.dataWarehouseId, backupId: backup?.id };
  expect((await askJson(cloud, scale, "/services", request)).httpStatus).toBe(200);
  expect(await scaleCosts(cloud, "2026-11-01", "2026-11-19")).toEqual(before);
});

test("today's costs grow with the hour, and those of past days do not", async () => {
  const cloud = await cloudInTest();
  const [today, past] = [await scaleCosts(cloud, "2026-11-20"), await scaleCosts(cloud, "2026-11-18")];
  await passTime(cloud, 6 * hourMs);
  expect((await scaleCosts(cloud, "2026-11-20")).grandTotalCredits).toBeGreaterThan(today.grandTotalCredits);
  expect(await scaleCosts(cloud, "2026-11-18")).toEqual(past);
});

test("future days and days before an entity's creation have no records", async () => {
  const cloud = await cloudInTest();
  expect((await scaleCosts(cloud, "2026-11-21", "2026-11-25")).costs).toEqual([]);
  expect((await scaleCosts(cloud, "2025-01-01", "2025-01-31")).costs).toEqual([]);
});

test("a created service costs from its first day, and its warehouse as soon as it holds data", async () => {
  const cloud = await cloudInTest();
  const basicTier = organizationOf(cloud, "BASIC");
  await askJson(cloud, basicTier, "/services", { name: "fresh" });
  await passTime(cloud, dayMs);
  const report = await costs(cloud, basicTier, "2026-11-19", "2026-11-21");
  expect(report.costs.map(({ date, entityType }) => [date, entityType])).toEqual([
    ["2026-11-20", "service"],
    ["2026-11-21", "datawarehouse"],
    ["2026-11-21", "service"],
  ]);
});

test("an organization without services gets an empty list", async () => {
  const cloud = await cloudInTest();
  const answer = await askJson(
    cloud,
    organizationOf(cloud, "BASIC"),
    "/usageCost?from_date=2026-11-01&to_date=2026-11-20",
  );
  expect(answer.result).toEqual({ grandTotalCredits: 0, costs: [] });
});

test.each([
  ["", ["from_date", "to_date"]],
  ["?from_date=2026-11-01", ["to_date"]],
  ["?from_date=2026-11-31&to_date=2026-12-01", ["from_date"]],
  ["?from_date=2026-11-02&to_date=2026-11-01", ["to_date"]],
  ["?from_date=2026-10-01&to_date=2026-11-01", ["to_date"]],
])("a report for %j is refused with a 400 that names %j", async (query, fields) => {
  const cloud = await cloudInTest();
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), `/usageCost${query}`);
  expect(answer.httpStatus).toBe(400);
  expect(fieldsIn(answer.error)).toEqual(fields);
});

test("a report may cover 31 days, and a date-time counts as its UTC day", async () => {
  const cloud = await cloudInTest();
  const report = await scaleCosts(cloud, "2026-10-01T00:00:00Z", "2026-10-31T23:59:59Z");
  expect(report).toEqual(await scaleCosts(cloud, "2026-10-01", "2026-10-31"));
});

test("on request, a single record is an object as in the specification, and several records are a list", async () => {
  const cloud = await cloudInTest();
  const basicTier = organizationOf(cloud, "BASIC");
  await askJson(cloud, basicTier, "/services", { name: "fresh" });
  await passTime(cloud, dayMs);
  expect((await control(cloud, "/costs", { shape: "object" })).status).toBe(200);

  const single = await askJson(cloud, basicTier, "/usageCost?from_date=2026-11-20&to_date=2026-11-20");
  expect(single.result).toMatchObject({ costs: { entityName: "fresh", date: "2026-11-20" } });
  const several = await askJson(cloud, basicTier, "/usageCost?from_date=2026-11-20&to_date=2026-11-21");
  expect(several.result).toMatchObject({ costs: [{}, {}, {}] });
});

test("a service pays for loading its first data on its first day only", async () => {
  const cloud = await cloudInTest();
  const report = await scaleCosts(cloud, "2026-08-01", "2026-08-31");
  const loads = report.costs.filter(({ metrics }) => "initialLoadCredits" in metrics);
  expect(loads.map(({ date, entityName }) => [date, entityName])).toEqual([
    ["2026-08-12", "orders prod"],
    ["2026-08-15", "web analytics"],
  ]);
});
