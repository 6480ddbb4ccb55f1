import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { keepTrying } from "../../../src/platform/jobs/keep-trying.ts";

const soon = { everyMs: 1, forMs: 3 };

test("work that fails is tried again until it works", async () => {
  let tries = 0;
  await keepTrying(async () => {
    tries += 1;
    if (tries < 3) throw new Error("not yet");
  }, soon);
  expect(tries).toBe(3);
});

test("when the time is over, it fails with the last error", async () => {
  let tries = 0;
  const trying = keepTrying(async () => {
    tries += 1;
    throw new Error(`try ${tries}`);
  }, soon);
  await expect(trying).rejects.toThrow("try 3");
});

test("an error's own wait is respected", async () => {
  const triedAtMs: number[] = [];
  await keepTrying(async () => {
    triedAtMs.push(performance.now());
    if (triedAtMs.length === 1) throw new AppError("limited", "Wait.", { retryAfterMs: 100 });
  }, soon);
  const [first = 0, second = 0] = triedAtMs;
  // Timers may fire a millisecond early.
  expect(second - first).toBeGreaterThanOrEqual(99);
});
