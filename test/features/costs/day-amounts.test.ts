import { expect, test } from "vitest";
import { costliestOf } from "../../../src/features/costs/budget/use.ts";
import { amountsOfDays } from "../../../src/features/costs/forecast.ts";
import { costDays, costRecord } from "./records.ts";

const wire = { entityId: "s1", serviceId: "s1", dataWarehouseId: "w1" };
const records = [
  costRecord({
    ...wire,
    date: "2026-11-18",
    totalCredits: 0.3,
    metrics: { computeCredits: 0.1, storageCredits: 0.2 },
  }),
  costRecord({
    ...wire,
    date: "2026-11-18",
    entityId: "s2",
    serviceId: "s2",
    entityName: "web",
    totalCredits: 7,
    metrics: {},
  }),
  costRecord({
    ...wire,
    date: "2026-11-18",
    entityId: "w1",
    serviceId: null,
    entityName: "shop",
    entityType: "datawarehouse",
    totalCredits: 1,
    metrics: { backupCredits: 1 },
  }),
  costRecord({ ...wire, date: "2026-11-20", totalCredits: 2, metrics: { computeCredits: 2 }, locked: false }),
];
const span = { from: "2026-11-18", to: "2026-11-20" };

async function days(serviceId?: string) {
  const amounts = await amountsOfDays(costDays(records, span), serviceId);
  return amounts.map(({ day, locked, total, parts }) => [
    `${day} ${locked ? "final" : "open"} ${total.toFixed()}`,
    ...parts.map(({ kind, name, amount }) => `${kind} ${name} ${amount.toFixed()}`),
  ]);
}

test("each day has an exact total, with the part that no metric explains, and days without costs are included", async () => {
  expect(await days()).toEqual([
    [
      "2026-11-18 final 8.3",
      "service orders prod 0.3",
      "service web 7",
      "service shop (warehouse) 1",
      "metric Compute 0.1",
      "metric Storage 0.2",
      "metric Backups 1",
      "metric Other 7",
    ],
    ["2026-11-19 final 0"],
    ["2026-11-20 open 2", "service orders prod 2", "metric Compute 2"],
  ]);
});

test("for one service, only its own records count, not those of its warehouse", async () => {
  expect((await days("s1")).map(([first]) => first)).toEqual([
    "2026-11-18 final 0.3",
    "2026-11-19 final 0",
    "2026-11-20 open 2",
  ]);
});

test("the three costliest parts are named, and the others counted", async () => {
  const amounts = await amountsOfDays(costDays(records, span), undefined);
  const { parts, others } = costliestOf(amounts, "metric");
  expect(parts.map(({ name, total }) => `${name} ${total.toFixed()}`)).toEqual([
    "Other 7",
    "Compute 2.1",
    "Backups 1",
  ]);
  expect(others).toBe(1);
});
