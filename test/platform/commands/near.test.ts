import { expect, test } from "vitest";
import { nearNames, nearWord, notFound } from "../../../src/platform/commands/near.ts";

const names = ["orders prod", "orders staging", "web analytics", "checkout"];

test.each([
  ["orders", ["orders prod", "orders staging"]],
  ["ordres prod", ["orders prod"]],
  ["Orders-Prod", ["orders prod"]],
  ["prod", ["orders prod"]],
  ["web", ["web analytics"]],
  ["chekout", ["checkout"]],
  ["“checkuot”", ["checkout"]],
  ["last backup of checkout", ["checkout"]],
  ["nowhere", []],
  ["", []],
  ["x", []],
])("names near “%s” are %j", (typed, near) => {
  expect(nearNames(typed, names)).toEqual(near);
});

test.each([
  ["cost", "costs"],
  ["csots", "costs"],
  ["hlep", "help"],
  ["alrt", "alerts"],
  ["foo", undefined],
  ["post", undefined],
  ["xy", undefined],
])("the word near %s is %s", (typed, near) => {
  expect(nearWord(typed, ["create", "costs", "alerts", "help", "hook"])).toBe(near);
});

test("five names at most are near", () => {
  const many = Array.from({ length: 30 }, (_, index) => `orders ${index}`);
  expect(nearNames("orders", many)).toHaveLength(5);
});

function said(typed: string, known = names): string {
  return notFound({ typed, names: known, message: "I can't find it.", advice: "Add one." }).message;
}

test("what was not found names the near ones, or the known ones", () => {
  expect(said("ordres prod")).toBe("I can't find it. Did you mean “orders prod”? Add one.");
  expect(said("nowhere")).toBe(
    "I can't find it. You have orders prod, orders staging, web analytics and checkout. Add one.",
  );
  expect(said("nowhere", [])).toBe("I can't find it. Add one.");
});

test("what was typed is in no log, because it may be a secret", () => {
  const error = notFound({ typed: "hunter2 prod", names, message: "I can't find it." });
  expect(error.near.typed).toBe("hunter2 prod");
  expect(JSON.stringify(Object.getOwnPropertyDescriptors(error))).not.toContain("hunter2");
});
