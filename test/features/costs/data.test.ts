import { expect, test } from "vitest";
import { extended } from "../../../src/lib/cache.ts";
import { BudgetSchedule } from "../../../src/features/costs/budget/schedule.ts";
import { ReportSchedule } from "../../../src/features/costs/reports/schedule.ts";
import { addDays, utcDay } from "../../../src/lib/day.ts";
import { callerIn, dataOf } from "../../support/data-of.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { serviceNamed } from "../../support/reference-server.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const read = (name: string, args = {}) => dataOf(callerIn(environment), name, args);
const daysAgo = (count: number) => addDays(utcDay(new Date()), -count);
/** A range of days. Each test has its own days, because days are kept. */
const daysFromTo = (first: number, last: number) => `${daysAgo(first)} to ${daysAgo(last)}`;
const reading = { match: { operation: "readUsageCost" } };
const amount = expect.stringMatching(/^-?\d+(\.\d+)?$/);

test("a workspace without budgets and reports has empty lists", async () => {
  expect(await read("budgets_list")).toMatchObject({ budgets: [], total: 0 });
  expect(await read("cost_reports_list")).toEqual({ reports: [], total: 0 });
});

test("without a connection, programs get the words that people read", async () => {
  const { context, asker } = callerIn(environment);
  const connections = { ...context.connections, list: async () => [] };
  await expect(
    dataOf({ context: extended(context, { connections }), asker }, "costs_show"),
  ).rejects.toMatchObject({
    kind: "user",
    message: expect.stringContaining("Connect a database cloud first."),
  });
});

test.each(["service", "metric"])("costs by %s add up to their total, which is exact", async (by) => {
  const found = await read("costs_show", { range: "last 7 days", by });
  expect(found).toMatchObject({
    from: daysAgo(7),
    to: daysAgo(1),
    by,
    connection: "default",
    credits: amount,
    isOver: true,
    before: { from: daysAgo(14), to: daysAgo(8), credits: amount, changePercent: expect.any(Number) },
    parts: expect.arrayContaining([
      expect.objectContaining({ name: expect.any(String), credits: amount, creditsBefore: amount }),
    ]),
    disputed: [],
  });
});

test("costs of this month have its forecast", async () => {
  const found = await read("costs_show", { range: "this month" });
  expect(found).toMatchObject({ monthForecast: { credits: amount } });
});

test("costs by day have every day, the newest first, and say which may still change", async () => {
  const found = await read("costs_show", { range: daysFromTo(3, 1), by: "day" });
  expect(found).toMatchObject({
    isOver: true,
    by: "day",
    provisionalSince: expect.any(String),
    isProvisional: true,
  });
  expect(found["days"]).toMatchObject([1, 2, 3].map((count) => ({ day: daysAgo(count), credits: amount })));
  const today = await read("costs_show", { range: "today", by: "day" });
  expect(today).toMatchObject({ isOver: false, isProvisional: true, provisionalDays: 1 });
});

test("one service's costs name it, and its metrics", async () => {
  const { id: serviceId } = await serviceNamed(environment, "orders prod");
  const added = { addedBy: "U1", addedAt: "2026-11-20T10:00:00.000Z" };
  await callerIn(environment).context.services.add({
    name: "shop & orders",
    serviceId,
    connection: "default",
    ...added,
  });
  expect(await read("costs_show", { service: "shop & orders", range: daysFromTo(30, 24) })).toMatchObject({
    service: { id: serviceId, name: "shop & orders" },
    by: "metric",
    warehouse: expect.any(String),
  });
});

test("days without costs have none, and the first day that has some", async () => {
  const found = await read("costs_show", { range: "2024-03-01 to 2024-03-05" });
  expect(found).toMatchObject({ credits: "0", parts: [], firstDayWithCosts: expect.any(String) });
});

test("costs that the cloud does not give fail with the reason", async () => {
  await environment.faults({ kind: "status", status: 403, ...reading });
  await expect(read("costs_show", { range: daysFromTo(60, 55) })).rejects.toMatchObject({
    kind: "forbidden",
  });
});

/** The context with these schedules. */
function withSchedules(schedules: readonly object[]) {
  const caller = callerIn(environment);
  const { context } = caller;
  // Only its list is used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const listed = { ...context.schedules, list: async () => schedules } as unknown as typeof context.schedules;
  return { ...caller, context: extended(context, { schedules: listed }) };
}

const schedule = {
  channelId: "C1",
  connection: "default",
  createdBy: "U1",
  createdAt: "2026-11-20T10:00:00.000Z",
};

test("budgets have what is used of them, or why that is unknown, and their next page", async () => {
  const budgets = Array.from({ length: 11 }, (_, index) =>
    BudgetSchedule.parse({
      ...schedule,
      kind: "budget",
      id: `b${index}`,
      every: "monthly",
      credits: "1500.5",
      connection: index === 1 ? "elsewhere" : "default",
      ...(index === 2 ? { service: { serviceId: "s1", name: "orders & <prod>" } } : {}),
      state: {},
    }),
  );
  const caller = withSchedules(budgets);
  const found = await dataOf(caller, "budgets_list");
  expect(found).toMatchObject({ total: 11, next: { page: 2 } });
  expect(found["budgets"]).toMatchObject([
    {
      number: 1,
      credits: "1500.5",
      every: "monthly",
      used: { credits: amount, percent: expect.any(Number), leftCredits: amount, isProvisional: true },
    },
    { number: 2, connection: "elsewhere", problem: expect.any(String) },
    { number: 3, service: { id: "s1", name: "orders & <prod>" }, used: { credits: "0" } },
    ...Array.from({ length: 7 }, () => ({ used: { credits: amount } })),
  ]);
  const last = await dataOf(caller, "budgets_list", { page: 2 });
  expect(last).toMatchObject({ budgets: [{ number: 11 }], total: 11 });
  expect(last["next"]).toBeUndefined();
  // Programs of earlier versions name the first one.
  expect(await dataOf(caller, "budgets_list", { from: 11 })).toEqual({ ...last, asOf: expect.any(String) });
});

test("reports have when the next one comes and its days", async () => {
  const report = ReportSchedule.parse({
    ...schedule,
    kind: "report",
    id: "r1",
    every: "weekly",
    on: "friday",
    at: "09:00",
    timeZone: "Europe/Berlin",
    by: "service",
    state: {},
  });
  expect(await dataOf(withSchedules([report]), "cost_reports_list")).toMatchObject({
    reports: [
      { number: 1, every: "weekly", on: "friday", nextAt: expect.any(String), nextFrom: expect.any(String) },
    ],
    total: 1,
  });
});
