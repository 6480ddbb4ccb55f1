import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AmountReader, encodeAmounts } from "../../../../src/features/costs/ledger/body.ts";

const amount = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc
    .tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 18 }))
    .map(([digits, places]) => digits / 10 ** places),
  fc.constantFrom(0, -0, 999_999_999_999_999 / 1e15, -999_999_999_999_999 / 1e15, 1e15, -1e15),
);

test("amounts are read as they were written, to the last bit", () => {
  fc.assert(
    fc.property(fc.array(amount), (amounts) => {
      const reader = new AmountReader(encodeAmounts(amounts), 0);
      expect(amounts.map(() => reader.next())).toEqual(amounts);
      expect(() => reader.next()).toThrow(RangeError);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  [0, 1],
  [36.12, 3],
  [36.123_456, 5],
  [1 / 3, 9],
])("%d takes %d bytes", (value, bytes) => {
  expect(encodeAmounts([value])).toHaveLength(bytes);
});
