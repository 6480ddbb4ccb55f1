import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { batched } from "../../src/lib/event-loop.ts";

/** Doubles numbers, unless one is 0. `batches` has the numbers of each call. */
function doubling() {
  const batches: (readonly number[])[] = [];
  const double = batched(
    async (numbers: readonly number[]) => {
      batches.push(numbers);
      if (numbers.includes(0)) throw new Error("0 was among them");
      return numbers.map((number) => number * 2);
    },
    (number) => number,
    10,
  );
  return { double, batches };
}

test("items of one turn of the event loop are done together, and each gets its own result", async () => {
  const { double, batches } = doubling();
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test("no batch exceeds the weight, unless it is a single item", async () => {
  const { double, batches } = doubling();
  await Promise.all([6, 4, 1, 99, 2].map(double));
  expect(batches).toEqual([[6, 4], [1], [99], [2]]);
});

test("a failure affects its own batch only", async () => {
  const { double } = doubling();
  const failing = Promise.allSettled([double(1), double(0)]);
  await setImmediate();
  const outcomes = await failing;
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await double(2)).toBe(4);
});
