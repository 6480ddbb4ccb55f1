import { expect, test } from "vitest";
import { settledByChoice } from "../../../../src/features/services/form/facts.ts";

const settled = (...connections: string[]) => settledByChoice({ values: {}, facts: { connections } });

test("the only connection counts without being asked for, whatever it is called; of several, the chosen one does", () => {
  expect(settled("north")).toEqual({
    connection: { value: "north", because: "north, the only one there is" },
  });
  expect(settled("default", "north")).toEqual({});
  expect(settled()).toEqual({});
});
