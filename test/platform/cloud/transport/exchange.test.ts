import { expect, test } from "vitest";
import { untilAborted } from "../../../../src/platform/cloud/transport/exchange.ts";

const late = () => new Error("late");
const never = new Promise<never>(() => undefined);

test("work that begins after the time is over fails at once", async () => {
  await expect(untilAborted(AbortSignal.abort(), never, late)).rejects.toThrow("late");
});

test("work that is under way when the time is over fails", async () => {
  const controller = new AbortController();
  const waiting = untilAborted(controller.signal, never, late);
  controller.abort();
  await expect(waiting).rejects.toThrow("late");
});

test("work that ends in time gives its result", async () => {
  await expect(untilAborted(new AbortController().signal, Promise.resolve(7), late)).resolves.toBe(7);
});
