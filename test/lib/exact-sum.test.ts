import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addTo, exactSum, readAmount, totalOfSum } from "../../src/lib/exact-sum.ts";
import { sum } from "../../src/lib/money.ts";

function added(amounts: readonly number[]): string {
  const [total, scratch] = [exactSum(), exactSum()];
  for (const amount of amounts) addTo(total, readAmount(scratch, amount));
  return String(totalOfSum(total));
}

function isNoDust(amount: number): boolean {
  return amount === 0 || Math.abs(amount) > 1e-20;
}

/** Amounts within sixty digits: with all digits or few, right beside powers, huge and tiny. */
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter(isNoDust) },
  fc
    .tuple(fc.integer(), fc.integer({ min: 0, max: 12 }))
    .map(([digits, decimals]) => digits / 10 ** decimals),
  fc
    .tuple(fc.constantFrom(2, 10), fc.integer({ min: -16, max: 19 }), fc.integer({ min: -4, max: 4 }))
    .map(([base, power, steps]) => base ** (power / (base === 2 ? 1 : 3)) * (1 + steps * 2 ** -52)),
  fc
    .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -20, max: 20 }))
    .map(([part, power]) => part * 10 ** power)
    .filter(isNoDust),
);

test("a sum is the sum of the numbers' decimals, to the last digit", () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 20 }), (amounts) => {
      expect(added(amounts)).toBe(String(sum(amounts)));
    }),
    { numRuns: 3_000 },
  );
});

test("many large amounts do not overflow", () => {
  const amounts = Array.from({ length: 5_000 }, () => 999_999.123_456_789);
  expect(added(amounts)).toBe(String(sum(amounts)));
});

test("the sum of no amounts is 0, and opposite amounts cancel out", () => {
  expect(added([])).toBe("0");
  expect(added([0.1, 0.2, -0.3, 36.123_456, -36.123_456])).toBe("0");
});
