import { expect, test } from "vitest";
import { fixedByChoice } from "../../../../src/features/services/form/facts.ts";

const fixed = (...connections: string[]) => fixedByChoice({ values: {}, facts: { connections } });

test("the form fixes the only connection, whatever its name, and leaves a choice of several", () => {
  expect(fixed("north")).toEqual({
    connection: { value: "north", because: "north, the only connection" },
  });
  expect(fixed("default", "north")).toEqual({});
  expect(fixed()).toEqual({});
});
