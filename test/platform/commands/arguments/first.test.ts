import { expect, test } from "vitest";
import {
  firstNameKind,
  firstWordKind,
  fromBeforeKind,
  fromKind,
  markedWordKind,
} from "../../../../src/platform/commands/arguments/kinds.ts";
import { gap } from "../../../../src/platform/commands/arguments/kind.ts";

const word = firstWordKind("id");

test.each([
  ["6f0c orders prod", "6f0c", "orders prod"],
  ["6f0c", "6f0c", ""],
])("%j begins with a word", (words, value, rest) => {
  expect(word.take(words, "")).toEqual({ value, rest });
});

test.each(["", gap, `${gap} orders`])("%j begins with none: text in quotes is a name", (words) => {
  expect(word.take(words, "")).toBeUndefined();
});

test("a name before another one is a word, and written in quotes", () => {
  const name = firstNameKind("hook");
  expect(name.take("checkout orders prod", "")).toEqual({ value: "checkout", rest: "orders prod" });
  expect(name.write("team checkout")).toBe('"team checkout"');
});

test.each([
  ["11 orders", "", 11, " orders"],
  ["11", "", 11, ""],
  ["from 0 orders", "from", 1, " orders"],
  ["FROM  21", "from", 21, ""],
])("%j with the mark %j begins with a number", (words, mark, value, rest) => {
  expect(fromKind.take(words, mark)).toEqual({ value, rest });
});

test.each([
  ["0 orders", ""],
  ["11th", ""],
  ["1234567", ""],
  ["orders 11", ""],
  ["11 orders", "from"],
])("%j with the mark %j begins with none", (words, mark) => {
  expect(fromKind.take(words, mark)).toBeUndefined();
});

test("a number before others needs words behind it", () => {
  expect(fromBeforeKind.take("13 6f0c", "")).toEqual({ value: 13, rest: " 6f0c" });
  expect(fromBeforeKind.take("13", "")).toBeUndefined();
});

test("a word after its mark may be anywhere", () => {
  const { take } = markedWordKind;
  expect(take("orders on-tile t1 prod", "on-tile")).toEqual({ value: "t1", rest: "orders prod" });
  expect(take("on-tile", "on-tile")).toBeUndefined();
  expect(take(`on-tile ${gap}`, "on-tile")).toBeUndefined();
});
