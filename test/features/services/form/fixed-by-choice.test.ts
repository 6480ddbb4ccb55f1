import { expect, test } from "vitest";
import { fixedByChoice } from "../../../../src/features/services/form/facts.ts";

const fixed = (...connections: string[]) => fixedByChoice({ values: {}, facts: { connections } });

test("the only connection counts without being asked for, whatever it is called; of several, the chosen one does", () => {
  expect(fixed("north")).toEqual({
    connection: { value: "north", because: "north, the only one there is" },
  });
  expect(fixed("default", "north")).toEqual({});
  expect(fixed()).toEqual({});
});
