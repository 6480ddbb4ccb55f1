import { expect, test } from "vitest";
import { hourMs } from "../../../src/lib/duration.ts";
import { itemHere } from "../../../src/platform/jobs/outbox/outboxes.ts";

test("a waiting item continues when it is woken", async () => {
  const present = itemHere();
  const resting = present.rest(hourMs);
  present.wake();
  await resting;
  expect(present.isWoken()).toBe(true);
});

test("an item that was woken during its step does not wait", async () => {
  const present = itemHere();
  present.listen();
  present.wake();
  expect(present.isWoken()).toBe(true);
  await present.rest(hourMs);
});

test("a new step forgets earlier notifications", async () => {
  const present = itemHere();
  present.wake();
  present.listen();
  await present.rest(1);
  expect(present.isWoken()).toBe(false);
});

test("an item that is paused does not continue when it is woken", async () => {
  const present = itemHere();
  const resting = present.rest(20, true).then(() => "over");
  present.wake();
  expect(await Promise.race([resting, Promise.resolve("paused")])).toBe("paused");
  expect(await resting).toBe("over");
});

test("an item does not wait in a stopping process", async () => {
  const present = itemHere();
  const resting = present.rest(hourMs, true);
  present.end();
  await resting;
  await present.rest(hourMs);
  expect(present.isWoken()).toBe(false);
});
