import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { humanBytes, formatList, nearest, oneLine, plural, truncate } from "../../src/lib/text.ts";

describe("truncate", () => {
  it("leaves a text unchanged that is not longer than allowed", () => {
    expect(truncate("orders", 6)).toBe("orders");
  });

  it("counts the ellipsis as part of the length", () => {
    expect(truncate("orders prod", 7)).toBe("orders…");
  });

  it("never cuts inside what a reader sees as one character", () => {
    expect(truncate("ab👩‍👩‍👧‍👦cd", 6)).toBe("ab…");
    expect(truncate("e\u0301e\u0301e\u0301", 4)).toBe("e\u0301…");
  });

  it("is never longer than asked and never leaves half a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 50 }), (text, maxLength) => {
        const cut = truncate(text, maxLength);
        expect(cut.length).toBeLessThanOrEqual(Math.max(maxLength, 1));
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("oneLine", () => {
  it("replaces every run of white space with one space", () => {
    expect(oneLine("  orders \n\n\t prod ")).toBe("orders prod");
  });
});

describe("plural", () => {
  it.each([
    [0, "0 backups"],
    [1, "1 backup"],
    [1200, "1,200 backups"],
  ])("says %d as %s", (count, words) => {
    expect(plural(count, "backup")).toBe(words);
  });

  it("takes an irregular plural", () => {
    expect(plural(2, "entry", "entries")).toBe("2 entries");
  });
});

describe("listInWords", () => {
  it.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
  ])("says %j as %j", (items, words) => {
    expect(formatList(items)).toBe(words);
  });

  it("takes another conjunction", () => {
    expect(formatList(["a", "b"], "or")).toBe("a or b");
  });
});

describe("nearest", () => {
  const commands = ["help", "create", "services", "backups", "costs"];

  it.each([
    ["bakcups", "backups"],
    ["hlep", "help"],
    ["COST", "costs"],
    ["serv", "services"],
    ["ser", "services"],
    ["crate", "create"],
  ])("takes %s for %s", (typed, meant) => {
    expect(nearest(typed, commands)).toBe(meant);
  });

  it.each(["", "  ", "x", "zzzzzz", "weather", "s", "se"])("finds no match for %j", (typed) => {
    expect(nearest(typed, commands)).toBeUndefined();
  });

  it("returns undefined if there are no candidates", () => {
    expect(nearest("help", [])).toBeUndefined();
  });
});

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [1024, "1 KiB"],
  [1536, "1.5 KiB"],
  [1024 ** 2 - 1, "1 MiB"],
  [48_318_382_080, "45 GiB"],
  [1024 ** 4 * 2.25, "2.3 TiB"],
  [1024 ** 6 * 5000, "5,000 EiB"],
])("says %d bytes as %s", (sizeInBytes, words) => {
  expect(humanBytes(sizeInBytes)).toBe(words);
});
