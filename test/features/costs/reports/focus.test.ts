import { beforeEach, expect, test } from "vitest";
import { AppError } from "../../../../src/lib/errors.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { useRedis } from "../../../support/redis.ts";
import { type ReportFixture, reportFixture } from "./fixture.ts";

const redis = useRedis();
let fixture: ReportFixture;

/** A workspace that gets a FOCUS file each month, and the price of a credit. */
async function start(at: string): Promise<void> {
  fixture = await reportFixture(redis.client, at, { every: "monthly", focus: "1.2" });
  const { connections, creditPrices } = fixture.context;
  await connections.save({
    name: "default",
    kind: "managed",
    baseUrl: "https://cloud.example",
    organizationId: "org",
    keyIdRef: "env:KEY_ID",
    keySecretRef: "env:KEY_SECRET",
    wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
  });
  await creditPrices.set("default", { amount: "0.30", currency: "EUR" });
}
beforeEach(() => start("2026-01-15T12:00:00Z"));

const reports = () => fixture.posted.filter(({ text }) => text.startsWith("*FOCUS"));

test("a month's FOCUS file is posted when the month is over, in the thread of what it adds up to", async () => {
  fixture.costs = () => ({ total: 100, locked: true });
  await fixture.runUntil("2026-02-03T00:00:00Z");
  const [report] = fixture.posted;
  expect(report?.at.toISOString()).toBe("2026-02-01T08:00:00.000Z");
  expect(report?.text).toContain("*FOCUS 1.2 file: costs from 1 to 31 Jan 2026*");
  expect(report?.text).toContain("Its charges add up to *€930.00*, at €0.30 a credit.");
  expect(report?.text).toContain("Posted every month at 09:00 Europe/Berlin.");
  expect(fixture.shared).toMatchObject([{ name: "focus-1.2-2026-01-01-to-2026-01-31.csv", threadTs: "1" }]);
  // A header, and one charge for each day.
  expect(fixture.shared[0]?.text.trimEnd().split("\n")).toHaveLength(32);
});

test("over months with processes that die anywhere, each month has its file exactly once", async () => {
  let calls = 0;
  fixture.dies = () => seededBetween(0, 1, "focus by itself", String((calls += 1))) < 0.07;
  await fixture.runUntil("2026-07-19T12:00:00Z", 2);
  const months = [1, 2, 3, 4, 5, 6].map((month) => `focus-1.2-2026-0${month}-01`);
  expect(fixture.deaths).toBeGreaterThan(10);
  expect(fixture.shared.map(({ name }) => name.slice(0, 20))).toEqual(months);
  expect(reports()).toHaveLength(6);
  expect(new Set(fixture.shared.map(({ threadTs }) => threadTs)).size).toBe(6);
});

test("after an outage the last month's file still comes, and names the months before it", async () => {
  fixture.refusals.cloud = new AppError("auth", "The cloud takes no key.");
  await fixture.runUntil("2026-02-02T00:00:00Z");
  fixture.now = new Date("2026-03-31T12:00:00Z");
  await fixture.runUntil("2026-04-02T00:00:00Z");
  expect(fixture.shared).toEqual([]);
  delete fixture.refusals.cloud;
  await fixture.runUntil("2026-04-03T00:00:00Z");
  expect(fixture.shared.map(({ name }) => name.slice(0, 20))).toContain("focus-1.2-2026-03-01");
  expect(new Set(fixture.shared.map(({ name }) => name)).size).toBe(fixture.shared.length);
});

test("a file that Slack refuses, or a price that is gone, is said once, and the report goes on next month", async () => {
  fixture.refusals.files = new AppError("auth", "Slack doesn't let me share files here.");
  await fixture.runUntil("2026-02-10T00:00:00Z");
  const told = fixture.posted.filter(({ text }) => text.startsWith("I couldn't put the FOCUS file here"));
  expect(told.map(({ threadTs }) => threadTs)).toEqual(["1"]);
  expect(told[0]?.text).toContain("`/db costs focus 2026-01-01 to 2026-01-31` sends it to you.");
  delete fixture.refusals.files;
  await fixture.context.creditPrices.set("default", undefined);
  await fixture.runUntil("2026-03-02T00:00:00Z");
  expect(fixture.shared).toEqual([]);
  expect(fixture.posted.at(-1)?.text).toContain("credits of “default” have no price");
});
