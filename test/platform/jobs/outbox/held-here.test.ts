import { expect, test } from "vitest";
import { hourMs } from "../../../../src/lib/duration.ts";
import { carriedHere } from "../../../../src/platform/jobs/outbox/worker.ts";

const { signal } = new AbortController();

test("a lane that waits goes on when it is woken", async () => {
  const carried = carriedHere();
  const waiting = carried.until(hourMs, signal);
  carried.wake();
  expect(await waiting).toBe(true);
});

test("a lane that was woken during its step does not wait", async () => {
  const carried = carriedHere();
  carried.rest();
  carried.wake();
  expect(await carried.until(hourMs, signal)).toBe(true);
});

test("a step looks for itself, and so takes away what the lane was told before", async () => {
  const carried = carriedHere();
  carried.wake();
  carried.rest();
  expect(await carried.until(1, signal)).toBe(false);
});

test("no lane waits where the process is about to end", async () => {
  expect(await carriedHere().until(hourMs, AbortSignal.abort())).toBe(false);
});
