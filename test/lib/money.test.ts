import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  Credits,
  changeBetween,
  formatAmount,
  formatCost,
  formatCredits,
  formatMoney,
  formatPercent,
  formatPrice,
  formatShare,
  moneyOf,
  sharesOf,
  sum,
} from "../../src/lib/money.ts";

const credits = (value: number | string) => new Credits(value);

describe("sum", () => {
  it("adds numbers as decimals", () => {
    expect(sum([0.1, 0.2]).toString()).toBe("0.3");
    expect(sum([]).toString()).toBe("0");
    expect(sum([1e15, 0.000_000_001, -1e15]).toString()).toBe("1e-9");
  });

  it("does not depend on the order", () => {
    const numbers = fc.array(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }).filter((value) => Math.abs(value) > 1e-12),
    );
    fc.assert(
      fc.property(numbers, (values) => {
        expect(sum(values).eq(sum(values.toReversed()))).toBe(true);
      }),
    );
  });
});

describe("money", () => {
  const euro = { amount: "0.30", currency: "EUR" };

  it("is exact, however many digits a price and an amount have", () => {
    const price = { amount: "0.000000007", currency: "USD" };
    expect(moneyOf("123456789.123456789", price).toFixed()).toBe("0.864197523864197523");
    expect(moneyOf(0.1, { amount: "3", currency: "USD" }).toFixed()).toBe("0.3");
  });

  it.each([
    ["1234.5", "EUR", "€1,234.50"],
    ["1.005", "EUR", "€1.01"],
    ["-1.005", "USD", "-$1.01"],
    ["0.004", "EUR", "under €0.01"],
    ["0", "EUR", "€0.00"],
    ["1199.5", "JPY", "¥1,200"],
    ["0.4", "JPY", "under ¥1"],
    ["12", "CHF", "CHF\u00a012.00"],
    ["1.0005", "KWD", "KWD\u00a01.001"],
  ])("%s in %s is shown as %s", (amount, currency, shown) => {
    expect(formatMoney(credits(amount), currency)).toBe(shown);
  });

  it("stands beside credits if there is a price", () => {
    expect(formatCredits(credits("1234.5"), euro)).toBe("1,234.50 (€370.35)");
    expect(formatCost(credits("1234.5"), euro)).toBe("1,234.50 credits (€370.35)");
    expect(formatAmount("500", euro)).toBe("500 credits (€150.00)");
    expect(formatCost(credits("1234.5"))).toBe("1,234.50 credits");
    expect(formatPrice({ amount: "0.00125", currency: "USD" })).toBe("$0.00125");
    expect(formatPrice(euro)).toBe("€0.30");
  });
});

describe("formatCredits", () => {
  it.each([
    [0, "0.00"],
    [0.004, "under 0.01"],
    [0.005, "0.01"],
    [1.005, "1.01"],
    [999.999, "1,000.00"],
    [1234.5, "1,234.50"],
    [-1234.5, "-1,234.50"],
    [-0.001, "0.00"],
    ["1e21", "1,000,000,000,000,000,000,000.00"],
  ])("shows %s as %s", (value, shown) => {
    expect(formatCredits(credits(value))).toBe(shown);
  });
});

describe("changeBetween", () => {
  it("is in credits and in percent of the amount before", () => {
    const change = changeBetween(credits(110), credits(100));
    expect(change?.credits.toString()).toBe("10");
    expect(change?.percent.toString()).toBe("10");
  });

  it.each([0, -5])("is null if the amount before was %d", (previous) => {
    expect(changeBetween(credits(1), credits(previous))).toBeNull();
  });
});

describe("formatPercent", () => {
  it("never shows a change as zero", () => {
    expect(formatPercent(credits("-0.0001"))).toBe("under 0.1%");
  });
});

const amounts = (values: readonly number[]) => values.map((value) => new Credits(value));
const shown = (values: readonly number[]) =>
  sharesOf(amounts(values)).map((share) => share?.toString() ?? null);

describe("sharesOf", () => {
  it("rounds so the shares add up to 100", () => {
    expect(shown([1, 1, 1])).toEqual(["33.4", "33.3", "33.3"]);
  });

  it("gives no shares of a total that is not positive", () => {
    expect(shown([0, 0])).toEqual([null, null]);
    expect(shown([1, -2])).toEqual([null, null]);
    expect(shown([])).toEqual([]);
  });

  it("rounds each share separately if one amount is a refund", () => {
    expect(shown([150, -50])).toEqual(["150", "-50"]);
  });

  it("adds up to exactly 100, each within a tenth of the truth, for any amounts", () => {
    const numbers = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(numbers, (values) => {
        const parts = amounts(values);
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
  ])("shows the share %s of the amount %d as %s", (share, part, text) => {
    expect(formatShare(new Credits(share), new Credits(part))).toBe(text);
  });

  it("shows a dash if there is no share", () => {
    expect(formatShare(null, new Credits(0))).toBe("–");
  });
});
