import { expect, test } from "vitest";
import { findSavings } from "../../../../src/features/costs/savings/show.ts";
import type { CostDay } from "../../../../src/features/costs/ledger/ledger.ts";
import { addDays } from "../../../../src/lib/day.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { costDays, costRecord } from "../records.ts";

type Costs = (index: number) => { compute: number; storage: number };

/** Final days with one service's costs. */
async function daysWith(costs: Costs, count = 14, locked = true) {
  const records = Array.from({ length: count }, (_, index) => {
    const { compute, storage } = costs(index);
    const metrics = { computeCredits: compute, storageCredits: storage };
    const date = addDays("2026-11-01", index);
    return costRecord({
      date,
      entityId: "s1",
      serviceId: "s1",
      metrics,
      totalCredits: compute + storage,
      locked,
    });
  });
  const days: CostDay[] = [];
  for await (const day of costDays(records)) days.push(day);
  return days;
}
const service = (idleScaling: boolean | undefined) => [{ id: "s1", name: "orders dev", idleScaling }];
const flat: Costs = () => ({ compute: 10, storage: 1 });
const working: Costs = (index) => ({ compute: 10 * seededBetween(0.6, 1.4, String(index)), storage: 1 });
const hoarding: Costs = (index) => ({ compute: 0.01, storage: 2 + index * 0.2 });

test("a service that may not sleep, with the same compute each day, never idled", async () => {
  const [saving, ...others] = findSavings(await daysWith(flat), service(false)) ?? [];
  expect(others).toEqual([]);
  expect(saving).toMatchObject({ kind: "never-idle", service: { id: "s1" } });
  expect(saving?.credits.toFixed()).toBe("140");
});

test("a service with next to no compute and growing storage only stores", async () => {
  const [saving] = findSavings(await daysWith(hoarding), service(true)) ?? [];
  expect(saving).toMatchObject({ kind: "only-storage" });
  expect(saving?.kind === "only-storage" && saving.growth.toFixed(0)).toBe("54");
});

test("a healthy service has no line, and neither has one that may or may not sleep", async () => {
  expect(findSavings(await daysWith(working), service(true))).toEqual([]);
  expect(findSavings(await daysWith(working), service(false))).toEqual([]);
  expect(findSavings(await daysWith(flat), service(true))).toEqual([]);
  expect(findSavings(await daysWith(flat), service(undefined))).toEqual([]);
  expect(findSavings(await daysWith(() => ({ compute: 0.01, storage: 2 })), service(true))).toEqual([]);
});

test("fewer than 14 final days prove nothing", async () => {
  expect(findSavings(await daysWith(flat, 13), service(false))).toBeUndefined();
  expect(findSavings(await daysWith(flat, 20, false), service(false))).toBeUndefined();
});

test("a service that nothing reads is a saving of all that it costs, if no other proof says more", async () => {
  const unread = (costs: Costs, idleScaling: boolean) =>
    daysWith(costs).then((days) =>
      findSavings(days, [{ id: "s1", name: "orders dev", idleScaling, isUnread: true }]),
    );
  const [saving] = (await unread(working, true)) ?? [];
  expect(saving).toMatchObject({ kind: "unread" });
  expect(saving?.credits.gt(100)).toBe(true);
  expect((await unread(flat, false))?.map(({ kind }) => kind)).toEqual(["never-idle"]);
  expect(await unread(() => ({ compute: 0.01, storage: 0.01 }), true)).toEqual([]);
  expect(findSavings(await daysWith(working), service(true))).toEqual([]);
});
