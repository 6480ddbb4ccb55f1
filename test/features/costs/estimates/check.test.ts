import { expect, test } from "vitest";
import { checkEstimate } from "../../../../src/features/costs/index.ts";
import { type Day, addDays, utcDay } from "../../../../src/lib/day.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { useRedis } from "../../../support/redis.ts";
import { type Costs, scheduleFixture } from "../../../platform/jobs/schedules/fixture.ts";
import { costRecord } from "../records.ts";

const redis = useRedis();
const start = "2026-11-02T15:00:00Z";
const id = "estimate-r1";
const perDay = { low: "12", usual: "24", high: "40" };

/** A service's compute a day, with some storage. Days are final after two days, or never. */
function costsOf(compute: number, isEverFinal = true): Costs {
  return (day: Day, now: Date) => {
    const locked = isEverFinal && addDays(day, 2) < utcDay(now);
    const amounts = { metrics: { computeCredits: compute, storageCredits: 1 }, totalCredits: compute + 1 };
    return {
      locked,
      records: [costRecord({ date: day, entityId: "s1", serviceId: "s1", locked, ...amounts })],
    };
  };
}

async function fixtureWith(costs: Costs) {
  const fixture = await scheduleFixture(redis.client, { workspaceId: "T1", start, costs }, []);
  const about = { channelId: "C1", threadTs: "7.0", connection: "default", createdBy: "U1" };
  const service = { serviceId: "s1", name: "orders" };
  Object.assign(fixture.context, { scheduleQueue: { wake: async () => undefined } });
  await checkEstimate("r1", { ...about, service, perDay }, fixture.context);
  /** Takes all steps until a time, in several processes. Returns true if the check has ended. */
  async function runUntil(time: string): Promise<boolean> {
    const end = new Date(time);
    while (fixture.now <= end) {
      const step = await fixture.step(id, 3);
      if (step === "done") return true;
      fixture.now = new Date(fixture.now.getTime() + Math.max(1, step.againInMs));
    }
    fixture.now = end;
    return false;
  }
  return { fixture, runUntil };
}

test("after seven final days the thread says once how the costs compare with the estimate", async () => {
  const { fixture, runUntil } = await fixtureWith(costsOf(26.4));
  expect(await runUntil("2026-11-11T23:00:00Z")).toBe(false);
  expect(fixture.posted).toEqual([]);
  expect(await runUntil("2026-11-13T12:00:00Z")).toBe(true);
  expect(fixture.posted).toEqual([
    expect.objectContaining({
      channelId: "C1",
      threadTs: "7.0",
      text: "*orders* used *26.40 credits* of compute a day in its first 7 final days (3 to 9 Nov 2026). The estimate was about 24.00 (12.00 idle, 40.00 flat out), so this is within it, 10% more than the usual day. With storage and the rest it cost 27.40 credits a day.",
    }),
  ]);
  expect(await fixture.context.schedules.ids()).toEqual([]);
});

test("costs outside of the estimate are said to be that, with money if there is a price", async () => {
  const { fixture, runUntil } = await fixtureWith(costsOf(60));
  Object.assign(fixture.context, {
    creditPrices: { of: async () => ({ amount: "0.30", currency: "EUR" }) },
  });
  await runUntil("2026-11-14T12:00:00Z");
  expect(fixture.posted[0]?.text).toContain("*60.00 credits (€18.00)* of compute a day");
  expect(fixture.posted[0]?.text).toContain("so it was wrong: this is 150% more.");
});

test("a process that dies at any line posts once, and an outage makes it late, not lost", async () => {
  const { fixture, runUntil } = await fixtureWith(costsOf(26.4));
  let calls = 0;
  fixture.dies = () => seededBetween(0, 1, "death", String((calls += 1))) < 0.2;
  fixture.refusals.cloud = new AppError("upstream", "The cloud is away.");
  await runUntil("2026-11-20T12:00:00Z");
  expect(fixture.posted).toEqual([]);
  delete fixture.refusals.cloud;
  expect(await runUntil("2026-11-22T12:00:00Z")).toBe(true);
  expect(fixture.posted).toHaveLength(1);
  expect(fixture.deaths).toBeGreaterThan(2);
});

test("a cloud that never closes its days is asked no more after some weeks", async () => {
  const { fixture, runUntil } = await fixtureWith(costsOf(26.4, false));
  expect(await runUntil("2026-12-20T12:00:00Z")).toBe(true);
  expect(fixture.posted).toEqual([]);
});
