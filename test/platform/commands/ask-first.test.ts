import { expect, test } from "vitest";
import { sureOf } from "../../../src/platform/commands/confirm.ts";

const things = [{ name: "orders" }, { name: "orders yes" }];

test.each([
  ["orders", "orders", false],
  ["Orders YES", "Orders YES", false],
  ["orders yes yes", "orders yes", true],
  ["prod yes", "prod", true],
  ["yes", "yes", false],
])("“%s” means %s, and %s that its person is sure", (words, name, isSure) => {
  const asker = { workspaceId: "T1", userId: "U1" };
  expect(sureOf(words, things, { ...asker, mayConfirm: true })).toEqual({ name, isSure });
  // What others wrote confirms nothing.
  expect(sureOf(words, things, asker)).toEqual({ name, isSure: false });
});
