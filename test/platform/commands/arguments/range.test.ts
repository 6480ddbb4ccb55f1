import { expect, test } from "vitest";
import { gap } from "../../../../src/platform/commands/arguments/kind.ts";
import { rangeKind } from "../../../../src/platform/commands/arguments/kinds.ts";

test.each([
  ["last month", "last month", ""],
  ["orders prod over the last 30 days", "over the last 30 days", "orders prod"],
  ["October orders prod", "October", "orders prod"],
  ["last month, orders prod", "last month", "orders prod"],
  ["orders since 1 October", "since 1 October", "orders"],
  ["1 oct to 5 nov orders", "1 oct to 5 nov", "orders"],
  [`last week ${gap} last month`, "last week", "last month"],
  [`orders ${gap} q3`, "q3", "orders"],
])("%j has a range as it was typed", (words, value, rest) => {
  expect(rangeKind.take(words, "")).toEqual({ value, rest });
  expect(rangeKind.write(value)).toBe(value);
});

// The days are not what a name of its words has, and not two runs with something between them.
test.each(["", "orders prod", "test week", "orders 2", "octobr", `last ${gap} month`])(
  "%j has no range",
  (words) => {
    expect(rangeKind.take(words, "")).toBeUndefined();
  },
);
