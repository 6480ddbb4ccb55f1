import { expect, test } from "vitest";
import { metricColor, partColors } from "../../../src/features/costs/parts.ts";
import { costMetrics } from "../../../src/platform/cloud/costs/usage.ts";
import { chartColors } from "../../../src/platform/pictures/svg.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const count = chartColors.parts.length;
const ids = (length: number, from = 0) => Array.from({ length }, (_, index) => `service ${from + index}`);

test("a service keeps its colour whatever its rank, and as many as there are colours differ", async () => {
  const colors = partColors(redis.client, "T-colors");
  const first = await colors.of(["orders", "billing", "search"]);
  expect(new Set(first.values()).size).toBe(3);
  expect((await colors.of(["search", "orders"])).get("orders")).toBe(first.get("orders"));
  const later = await colors.of([...ids(count - 3), "billing"]);
  expect(later.get("billing")).toBe(first.get("billing"));
  const all = await colors.of(["orders", "billing", "search", ...ids(count - 3)]);
  expect(new Set(all.values()).size).toBe(count);
});

test("two pictures at the same time give a service one colour", async () => {
  const colors = partColors(redis.client, "T-twice");
  const [one, other] = await Promise.all([colors.of(["a", "b", "c"]), colors.of(["c", "b", "a"])]);
  expect(Object.fromEntries(one)).toEqual(Object.fromEntries(other));
});

test("the record stays small: beyond a thousand services a colour follows from the id", async () => {
  const colors = partColors(redis.client, "T-many");
  await colors.of(ids(1_000));
  const more = await colors.of(ids(50, 1_000));
  expect(await colors.of(ids(50, 1_000))).toEqual(more);
  expect(new Set(more.values()).size).toBeGreaterThan(5);
  expect((await colors.of(ids(1))).get("service 0")).toBe(0);
});

test("the specification's metrics have a colour each, and an unknown one always the same", () => {
  const colors = Object.keys(costMetrics).map(metricColor);
  expect(new Set(colors).size).toBe(colors.length);
  expect(metricColor("gpuHoursCredits")).toBe(metricColor("gpuHoursCredits"));
  expect(metricColor("gpuHoursCredits")).toBeLessThan(count);
});
