import { expect, test } from "vitest";
import { id, number } from "../../../../src/platform/commands/arguments.ts";
import { lineOf } from "../../../../src/platform/commands/line.ts";

const line = lineOf("costs schedule stop {number} {id}", { number, id });

test.each([
  ["2", { number: 2 }],
  ["#2", { number: 2 }],
  ["0b6f1f0c-6a0e", { id: "0b6f1f0c-6a0e" }],
  ["budget-1234567890abcdef", { id: "budget-1234567890abcdef" }],
  ["two of them", { id: "two of them" }],
  ["2 0b6f1f0c", { number: 2, id: "0b6f1f0c" }],
  ["", {}],
])("%j is a number in the list, or the id of one of its things", (words, args) => {
  expect(line.read(words)).toMatchObject({ args, over: "" });
  expect(line.read(line.write(args).slice(line.head.length))).toMatchObject({ args, over: "" });
});

test.each([
  [0, "The first one has number 1."],
  [10_000, "No list is that long."],
])("the number %i is refused in words", (typed, problem) => {
  expect(number.safeParse(typed).error?.issues[0]?.message).toBe(problem);
});

test("an id has no spaces", () => {
  expect(id.safeParse("two of them").error?.issues[0]?.message).toContain("an id, without spaces");
});
