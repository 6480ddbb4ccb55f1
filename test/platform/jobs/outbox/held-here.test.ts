import { expect, test } from "vitest";
import { hourMs } from "../../../../src/lib/duration.ts";
import { heldHere } from "../../../../src/platform/jobs/outbox/worker.ts";

const { signal } = new AbortController();

test("an outbox that waits goes on when it is woken", async () => {
  const carried = heldHere();
  const waiting = carried.until(hourMs, signal);
  carried.wake();
  expect(await waiting).toBe(true);
});

test("an outbox that was woken during its step does not wait", async () => {
  const carried = heldHere();
  carried.rest();
  carried.wake();
  expect(await carried.until(hourMs, signal)).toBe(true);
});

test("a step looks for itself, and so takes away what the outbox was told before", async () => {
  const carried = heldHere();
  carried.wake();
  carried.rest();
  expect(await carried.until(1, signal)).toBe(false);
});

test("no outbox waits where the process is about to end", async () => {
  expect(await heldHere().until(hourMs, AbortSignal.abort())).toBe(false);
});
