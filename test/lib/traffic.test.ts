import { expect, test } from "vitest";
import { traffic } from "../../src/lib/window-counts.ts";

test("traffic is the rate per second over the last quarter of a second or two", () => {
  let nowMs = 1_000;
  const coming = traffic(() => nowMs);
  expect(coming.perSecond()).toBe(0);
  for (let count = 0; count < 50; count += 1) coming.count();
  expect(coming.perSecond()).toBe(200);
  nowMs += 260;
  expect(coming.perSecond()).toBe(200);
  coming.count();
  nowMs += 260;
  expect(coming.perSecond()).toBe(4);
  nowMs += 5_000;
  expect(coming.perSecond()).toBe(0);
});
