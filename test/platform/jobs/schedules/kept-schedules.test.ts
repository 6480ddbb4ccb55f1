import { product } from "../../../../src/app/features.ts";
import { ReportSchedule } from "../../../../src/features/costs/reports/schedule.ts";
import { beforeEach, expect, test } from "vitest";
import { serviceLabels } from "../../../../src/lib/names.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { BudgetSchedule } from "../../../../src/features/costs/budget/schedule.ts";
import {
  type Schedules,
  schedulingWorkspaces,
  schedules,
} from "../../../../src/platform/jobs/schedules/kept-schedules.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
let kept: Schedules;
beforeEach(() => {
  kept = schedules(redis.client, "T1", product.schedules);
});

const budget: BudgetSchedule = {
  id: "o1",
  kind: "budget",
  channelId: "C1",
  connection: "default",
  createdBy: "U1",
  createdAt: "2026-11-20T10:00:00.000Z",
  every: "monthly",
  credits: "500",
  state: { periods: [], judged: [] },
};

const oneMore = (schedule: BudgetSchedule) => ({
  ...schedule,
  credits: String(Number(schedule.credits) + 1),
});

test("a schedule is found until it is removed", async () => {
  await kept.add(budget);
  expect(await kept.find("o1")).toMatchObject({ id: "o1", credits: "500" });
  expect(await kept.remove("o1")).toBe(true);
  expect(await kept.remove("o1")).toBe(false);
  expect(await kept.find("o1")).toBeUndefined();
});

test("schedules are listed by kind, the oldest first", async () => {
  await kept.add({ ...budget, id: "o2", createdAt: "2026-11-21T10:00:00.000Z" });
  await kept.add(budget);
  expect((await kept.list(BudgetSchedule)).map(({ id }) => id)).toEqual(["o1", "o2"]);
  expect(await kept.list(ReportSchedule)).toEqual([]);
});

test("the service of a schedule has its present label", async () => {
  const service = { serviceId: "e36f776b-1", name: "orders prod" };
  const labelled = schedules(redis.client, "T1", product.schedules, async () =>
    serviceLabels([{ ...service, name: "orders" }]),
  );
  await kept.add({ ...budget, service });
  const read = [
    await labelled.find("o1"),
    ...(await labelled.list(BudgetSchedule)),
    await labelled.change(budget, oneMore),
  ];
  expect(read.map((schedule) => schedule?.service?.name)).toEqual(Array.from({ length: 3 }, () => "orders"));
});

test("no change of several at the same moment is lost", async () => {
  await kept.add(budget);
  await Promise.all(Array.from({ length: 8 }, () => kept.change(budget, oneMore)));
  expect(await kept.find("o1")).toMatchObject({ credits: "508" });
});

test("a removed schedule is not changed, and does not come back", async () => {
  expect(await kept.change(budget, (schedule) => schedule)).toBeUndefined();
  expect(await kept.ids()).toEqual([]);
});

test("the workspaces with schedules are known", async () => {
  await kept.add(budget);
  expect(await schedulingWorkspaces(redis.client)).toEqual(["T1"]);
});

test("an unreadable schedule hides no other one, and its step fails loudly", async () => {
  await kept.add(budget);
  const fromNewerVersion = JSON.stringify({ ...budget, id: "o2", kind: "forecast" });
  await redis.client.hset(keys.schedules("T1"), { o2: fromNewerVersion, o3: "{" });
  expect((await kept.list(BudgetSchedule)).map(({ id }) => id)).toEqual(["o1"]);
  expect((await kept.ids()).toSorted()).toEqual(["o1", "o2", "o3"]);
  await expect(kept.find("o2")).rejects.toMatchObject({ kind: "bug" });
});
