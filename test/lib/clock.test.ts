import { expect, test } from "vitest";
import { countdown, clockOf, isOver, stopwatch } from "../../src/lib/clock.ts";

const start = { wallMs: 1_000_000, monotonicMs: 500 };

test.each([
  ["on neither clock", 3_000, 3_000, false],
  ["on the wall clock, since the machine was suspended", 3_001, 10, true],
  ["on the monotonic clock, since the wall clock was set back", -60_000, 3_001, true],
])("a limit that is over %s", (_, wallMs, monotonicMs, over) => {
  const at = { wallMs: start.wallMs + wallMs, monotonicMs: start.monotonicMs + monotonicMs };
  expect(isOver({ since: start, forMs: 3_000 }, at)).toBe(over);
});

test("a stopwatch uses the clock that advanced further", () => {
  const at = { ...start };
  const elapsedMs = stopwatch(() => ({ ...at }));
  at.wallMs += 50;
  at.monotonicMs += 20;
  expect(elapsedMs()).toBe(50);
  at.wallMs -= 10_000;
  expect(elapsedMs()).toBe(20);
});

test("a clock reads the wall clock given and the process's own monotonic one", () => {
  const before = performance.now();
  const { wallMs, monotonicMs } = clockOf(() => new Date(7))();
  expect(wallMs).toBe(7);
  expect(monotonicMs).toBeGreaterThanOrEqual(before);
});

test("a countdown starts with its first call and ends at 0", () => {
  let nowMs = 5;
  const leftMs = countdown(100, () => nowMs);
  nowMs = 1_000;
  expect(leftMs()).toBe(100);
  nowMs = 1_030;
  expect(leftMs()).toBe(70);
  nowMs = 9_000;
  expect(leftMs()).toBe(0);
});
