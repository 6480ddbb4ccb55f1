import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createSharedClock } from "../../../src/platform/redis/shared-clock.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const hourMs = 3_600_000;

/** How far the clocks of the machine are set away from their usual course. */
let own: number;
let monotonic: number;
let lines: { level: number; msg: string }[];
beforeEach(() => {
  [own, monotonic, lines] = [0, 0, []];
});

/** A clock that follows Redis, with this machine's clocks as the test sets them. */
async function follow() {
  const clock = createSharedClock({
    log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
    ownMs: () => Date.now() + own,
    monotonicMs: () => performance.now() + monotonic,
  });
  onTestFinished(() => clock.close());
  await clock.follow(redis.client);
  return clock;
}

/** The difference to Redis' clock, which is this machine's real one. */
function off(clock: { now(): Date }): number {
  return Math.abs(clock.now().getTime() - Date.now());
}

test.each([-2, 2])("a process with a clock %s h ahead shows the time of Redis", async (hours) => {
  own = hours * hourMs;
  const clock = await follow();
  expect(off(clock)).toBeLessThan(500);
  const { aheadMs, isRight } = clock.standing();
  expect(Math.abs(aheadMs - own)).toBeLessThan(500);
  expect(isRight).toBe(false);
});

test("a process with a clock that jumps says it once, shows the same time as before, and says when it is right again", async () => {
  const clock = await follow();
  expect(clock.standing().isRight).toBe(true);
  own = 6_000;
  expect(off(clock)).toBeLessThan(500);
  expect(clock.standing().isRight).toBe(false);
  expect((await clock.check()).isRight).toBe(false);
  own = 4_000;
  expect((await clock.check()).isRight).toBe(true);
  expect(lines.map(({ level, msg }) => [level, msg.slice(0, 52)])).toEqual([
    [50, "the clocks of this process and of Redis disagree, so"],
    [30, "the clocks of this process and of Redis agree again"],
  ]);
});

test("a machine that was suspended shows the right time after its next measurement, and is not wrong", async () => {
  const clock = await follow();
  monotonic = -hourMs;
  // The monotonic clock stood still, so the time is behind for a moment, and never ahead.
  expect(clock.now().getTime()).toBeLessThan(Date.now() - hourMs / 2);
  expect((await clock.check()).isRight).toBe(true);
  expect(off(clock)).toBeLessThan(500);
  expect(lines).toEqual([]);
});

test("a clock of Redis that is set is followed and said, and until the clocks agree nothing may stop", async () => {
  const clock = await follow();
  // Seen from Redis, everything else was set back.
  [own, monotonic] = [-hourMs, -hourMs];
  expect((await clock.check()).isRight).toBe(false);
  expect(off(clock)).toBeLessThan(500);
  expect(lines.map(({ msg }) => msg.slice(0, 26))).toEqual([
    "the clock of Redis was set",
    "the clocks of this process",
  ]);
});
