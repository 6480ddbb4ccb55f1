import { expect, test } from "vitest";
import { beside } from "../../../../src/features/services/form/begin.ts";

const backup = { serviceId: "s1", serviceName: "orders prod", backupId: "b1" };

test.each([
  ["a preset", { preset: "nightly" }],
  ["a backup", { backup }],
])("who wants a service from %s gets it beside a draft that was left, and hears of that", (_, given) => {
  expect(beside(given, { values: { name: "web\nanalytics" } })).toEqual({
    ...given,
    note: "Your draft of “web analytics” stays as it is: `/db create` goes on with it.",
  });
  expect(beside(given, { values: {} })).toMatchObject({
    note: expect.stringContaining("Your draft of an unfinished service stays as it is"),
  });
});

test.each([[{}], [{ name: "orders" }], [{ preset: 7 }]])(
  "who wants a service with %j is asked about the draft that was left",
  (given) => {
    expect(beside(given, { values: { name: "web" } })).toBeUndefined();
  },
);
