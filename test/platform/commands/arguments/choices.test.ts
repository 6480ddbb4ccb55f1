import { expect, test } from "vitest";
import { choiceKind } from "../../../../src/platform/commands/arguments/kinds.ts";

const kind = choiceKind(["read", "propose"], { parts: [] });

test.each([
  ["laptop propose", "", "propose", "laptop"],
  ["READ", "", "read", ""],
  ["laptop read propose", "", "propose", "laptop read"],
  ["laptop access read", "access", "read", "laptop"],
  ["laptop access=Read", "access", "read", "laptop"],
])("%j with the mark %j has %s", (words, mark, value, rest) => {
  expect(kind.take(words, mark)).toEqual({ value, rest });
});

test.each([
  ["laptop", ""],
  ["propose it", ""],
  ["laptop-read", ""],
  ["laptop read", "access"],
])("%j with the mark %j has none of the words", (words, mark) => {
  expect(kind.take(words, mark)).toBeUndefined();
});
