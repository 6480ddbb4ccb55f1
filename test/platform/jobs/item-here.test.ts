import { expect, test } from "vitest";
import { hourMs } from "../../../src/lib/duration.ts";
import { itemHere } from "../../../src/platform/jobs/worker.ts";

const { signal } = new AbortController();

test("an item that rests goes on when it is woken", async () => {
  const present = itemHere();
  const resting = present.rest(hourMs, signal);
  present.wake();
  expect(await resting).toBe(true);
});

test("an item that was woken during its step does not rest", async () => {
  const present = itemHere();
  present.listen();
  present.wake();
  expect(present.isWoken()).toBe(true);
  expect(await present.rest(hourMs, signal)).toBe(true);
});

test("a step that begins forgets earlier notices", async () => {
  const present = itemHere();
  present.wake();
  present.listen();
  expect(await present.rest(1, signal)).toBe(false);
});

test("an item does not rest in a process that ends", async () => {
  expect(await itemHere().rest(hourMs, AbortSignal.abort())).toBe(false);
});
