import { expect, test } from "vitest";
import { costsReply } from "../../../src/features/costs/answer/answer.ts";
import { levelPost } from "../../../src/features/costs/budget/advance.ts";
import { budgetUse } from "../../../src/features/costs/budget/use.ts";
import { unusualPost } from "../../../src/features/costs/budget/unusual-post.ts";
import { costsCsv } from "../../../src/features/costs/csv.ts";
import { amountsOfDays } from "../../../src/features/costs/forecast.ts";
import { formatEstimate, priceOf } from "../../../src/features/costs/estimates/price.ts";
import { lateChangesReply } from "../../../src/features/costs/reports/follow.ts";
import { summarizeCosts } from "../../../src/features/costs/summary.ts";
import { parseCostRange } from "../../../src/lib/period/range.ts";
import { periodOf } from "../../../src/platform/jobs/schedules/schedules.ts";
import { callerIn, dataOf } from "../../support/data-of.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { costDays, costRecord } from "./records.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const price = { amount: "0.30", currency: "EUR" };
const now = new Date("2026-11-20T10:00:00Z");
const records = [
  costRecord({ date: "2026-11-17", totalCredits: 0.1 }),
  costRecord({ date: "2026-11-18", totalCredits: 1234.4 }),
];

async function summary() {
  const range = parseCostRange("2026-11-17 to 2026-11-18", now);
  return summarizeCosts({
    range,
    current: costDays(records, range),
    previous: costDays([costRecord({ date: "2026-11-10", totalCredits: 1000 })], range.previous),
    price,
  });
}

test("an answer shows money beside each amount of credits, and says at which price", async () => {
  const { text } = costsReply({ summary: await summary(), view: "service" });
  expect(text).toContain("*1,234.50 credits (€370.35)* from 17 to 18 Nov 2026.");
  expect(text).toContain("234.50 (€70.35) more than");
  expect(text).toContain("Costliest day: 18 Nov, 1,234.40 credits (€370.32).");
  expect(text).toContain("Money is at €0.30 a credit.");
  expect(text).toContain("Service | Credits | EUR | Change | Share");
  expect(text).toContain("orders prod | 1,234.50 | €370.35 | up 23.5% | 100.0%");
});

test("a file has the exact money and its currency in its last columns, also below 0", async () => {
  const all = [...records, costRecord({ date: "2026-11-19", totalCredits: -2.5 })];
  const { bytes } = await costsCsv(
    () => costDays(all),
    () => true,
    { price },
  );
  const lines = bytes.toString("utf8").trimEnd().split("\n");
  expect(lines.map((line) => line.split(",").slice(-3))).toEqual([
    ["totalCredits", "totalMoney", "currency"],
    ["0.1", "0.03", "EUR"],
    ["1234.4", "370.32", "EUR"],
    ["-2.5", "-0.75", "EUR"],
  ]);
});

test("budgets, unusual days, late changes and estimates show money too", async () => {
  const days = await amountsOfDays(costDays(records, { from: "2026-11-01", to: "2026-11-20" }), undefined);
  const period = periodOf("monthly", "2026-11-20");
  const use = budgetUse({ credits: "2000" }, { period, days, today: "2026-11-20", price });
  const { text } = levelPost({ every: "monthly", credits: "2000" }, "50", use);
  expect(text).toContain("*1,234.50 (€370.35) of 2,000 credits (€600.00)* in November 2026");
  expect(text).toContain("Left: 765.50 (€229.65)");
  expect(text).toContain("• orders prod: 1,234.50 (€370.35), 100.0%");

  const unusual = { day: "2026-11-18", direction: "up", total: "1234.4", usual: "10", movers: [] } as const;
  const post = unusualPost({ ...unusual, movers: [] }, { value: "{}", console: undefined, price });
  expect(post.text).toContain("*1,234.40 credits (€370.32)*, 123.4 times the usual 10.00 (€3.00)");

  const changed = [{ day: "2026-11-18", said: "10", final: "20" }];
  expect(lateChangesReply(changed, { call: "costs_show" }, price).text).toContain(
    "20.00 credits (€6.00), 100.0% more than the 10.00 (€3.00) above",
  );

  const request = { numReplicas: 1, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 8 };
  const rate = { status: "admin", creditsPerGbHour: "0.1" } as const;
  const estimate = priceOf(request, { connection: "default", rate, credit: price });
  expect(formatEstimate(estimate)).toContain("about 580 credits or €174.00 a month, compute only");
});

test("programs get exact money beside credits, and the price once; without a price there is neither", async () => {
  const caller = callerIn(environment);
  const without = await dataOf(caller, "costs_show", { range: "last 3 days" });
  expect(JSON.stringify(without)).not.toMatch(/money|creditPrice/);
  await caller.context.creditPrices.set("default", price);
  const found = await dataOf(caller, "costs_show", { range: "last 3 days" });
  expect(found).toMatchObject({ creditPrice: price, money: expect.stringMatching(/^\d+(\.\d+)?$/) });
  await caller.context.creditPrices.set("default", undefined);
});
