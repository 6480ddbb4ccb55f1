import { expect, test } from "vitest";
import { fitsGlob, firstName, nameAtStart, unquoted } from "../../src/lib/names.ts";

const things = [{ name: "demo" }, { name: "demo alerts" }, { name: "orders prod" }];

test.each([
  ["demo alerts", "demo alerts", ""],
  ["Demo  Alerts title=a", "demo alerts", "title=a"],
  ["demo title=a", "demo", "title=a"],
  ['"demo alerts" add  title "x"', "demo alerts", 'add  title "x"'],
  ["“demo” alerts", "demo", "alerts"],
  ["„orders prod“", "orders prod", ""],
])("the longest name that “%s” begins with is found", (words, name, rest) => {
  expect(nameAtStart(words, things)).toEqual({ thing: { name }, rest });
});

test.each(["", "demos", '"demo alert"', "alerts demo"])("“%s” begins with no name", (words) => {
  expect(nameAtStart(words, things)).toBeUndefined();
});

test("the first word, or the quoted words, are separated from the rest", () => {
  expect(firstName("  a b c")).toEqual({ name: "a", rest: "b c" });
  expect(firstName("“a b” c")).toEqual({ name: "a b", rest: "c" });
});

test("only quotation marks around the whole text are removed", () => {
  expect(unquoted("“orders prod”")).toBe("orders prod");
  expect(unquoted('orders "prod"')).toBe('orders "prod"');
  expect(unquoted('"a" b')).toBe('"a" b');
});

test.each([
  ["dev *", "dev orders", true],
  ["dev *", "Dev ", true],
  ["dev *", "my dev orders", false],
  ["*test*", "a load test b", true],
  ["a*a", "a", false],
  ["a*b*c", "aXcbYc", true],
  ["a*b*c", "acb", false],
  ["*", "", true],
  ["", "", true],
  ["exact", "exactly", false],
  ["a.c", "abc", false],
])("%j matches %j: %s", (pattern, text, fits) => {
  expect(fitsGlob(pattern, text)).toBe(fits);
});

// With backtracking it would not end.
test("a pattern of many stars takes hardly any time", () => {
  expect(fitsGlob(`${"*a".repeat(50)}b`, "a".repeat(10_000))).toBe(false);
});
