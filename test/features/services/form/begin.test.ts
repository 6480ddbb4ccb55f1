import { expect, test } from "vitest";
import { beside } from "../../../../src/features/services/form/begin.ts";

const backup = { serviceId: "s1", serviceName: "orders prod", backupId: "b1" };

test.each([
  ["a preset", { preset: "nightly" }],
  ["a backup", { backup }],
  ["a name", { name: "orders" }],
  ["a size and a region", { size: "s", region: "frankfurt" }],
])("a form from %s opens beside an existing draft, with a note on the draft", (_, given) => {
  expect(beside(given, { values: { name: "web\nanalytics" } })).toEqual({
    ...given,
    note: "Your draft “web analytics” is still there: `/db create` continues it.",
  });
  expect(beside(given, { values: {} })).toMatchObject({
    note: expect.stringContaining("Your unfinished draft is still there"),
  });
});

test.each([[{}], [{ preset: 7 }]])("a form with %j first asks about an existing draft", (given) => {
  expect(beside(given, { values: { name: "web" } })).toBeUndefined();
});
