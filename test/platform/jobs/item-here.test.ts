import { expect, test } from "vitest";
import { hourMs } from "../../../src/lib/duration.ts";
import { itemHere } from "../../../src/platform/jobs/worker.ts";

const { signal } = new AbortController();

test("a waiting item continues when it is woken", async () => {
  const present = itemHere();
  const resting = present.rest(hourMs, signal);
  present.wake();
  expect(await resting).toBe(true);
});

test("an item that was woken during its step does not wait", async () => {
  const present = itemHere();
  present.listen();
  present.wake();
  expect(present.isWoken()).toBe(true);
  expect(await present.rest(hourMs, signal)).toBe(true);
});

test("a new step forgets earlier notifications", async () => {
  const present = itemHere();
  present.wake();
  present.listen();
  expect(await present.rest(1, signal)).toBe(false);
});

test("an item does not wait in a stopping process", async () => {
  expect(await itemHere().rest(hourMs, AbortSignal.abort())).toBe(false);
});
