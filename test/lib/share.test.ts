import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Credits, sum } from "../../src/lib/money.ts";
import { formatShare, sharesOf } from "../../src/lib/share.ts";

const credits = (values: readonly number[]) => values.map((value) => new Credits(value));
const shown = (values: readonly number[]) =>
  sharesOf(credits(values)).map((share) => share?.toString() ?? null);

describe("sharesOf", () => {
  it("rounds so that the shares add up to 100", () => {
    expect(shown([1, 1, 1])).toEqual(["33.4", "33.3", "33.3"]);
  });

  it("gives no shares of nothing or of less", () => {
    expect(shown([0, 0])).toEqual([null, null]);
    expect(shown([1, -2])).toEqual([null, null]);
    expect(shown([])).toEqual([]);
  });

  it("rounds each by itself when there is a refund among them", () => {
    expect(shown([150, -50])).toEqual(["150", "-50"]);
  });

  it("adds up to exactly 100, each within a tenth of the truth, for any amounts", () => {
    const amounts = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(amounts, (values) => {
        const parts = credits(values);
        const whole = sum(parts);
        fc.pre(whole.gt(0));
        const shares = sharesOf(parts).map((share) => share ?? new Credits(-1));
        expect(sum(shares).toString()).toBe("100");
        for (const [index, share] of shares.entries()) {
          const exact = (parts[index] ?? new Credits(0)).div(whole).times(100);
          expect(share.minus(exact).abs().lte("0.1")).toBe(true);
        }
      }),
    );
  });
});

describe("formatShare", () => {
  it.each([
    ["80.1", 5, "80.1%"],
    ["100", 5, "100.0%"],
    ["0", 0, "0.0%"],
    ["0", 0.001, "under 0.1%"],
  ])("shows %s of a part of %d as %s", (share, part, text) => {
    expect(formatShare(new Credits(share), new Credits(part))).toBe(text);
  });

  it("shows a dash where there is no share", () => {
    expect(formatShare(null, new Credits(0))).toBe("–");
  });
});
