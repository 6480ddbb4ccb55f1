import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { whichService } from "../../../../src/features/lifecycle/change/command.ts";

function read(line: string) {
  const reading = product.readCommand(line);
  if ("reply" in reading) throw new Error(reading.reply.text);
  return reading;
}

test.each([
  ["services change orders prod", "services_change", { service: "orders prod" }],
  ["services change orders size=large", "services_change", { service: "orders", size: "L" }],
  [
    "services change orders prod replicas=5 size=s",
    "services_change",
    { service: "orders prod", size: "S", replicas: 5 },
  ],
  ["services change orders size=xl", "services_change", { service: "orders size=xl" }],
  ['services change "orders size=l"', "services_change", { service: "orders size=l" }],
  ["services stop orders prod", "services_stop", { service: "orders prod" }],
  ["services stop orders prod yes", "services_stop", { service: "orders prod" }],
  ["services stop yes", "services_stop", { service: "yes" }],
  ['services stop "orders yes"', "services_stop", { service: "orders yes" }],
  ["services start Orders Prod", "services_start", { service: "Orders Prod" }],
  ["services delete orders prod", "services_delete", { service: "orders prod" }],
])("%j is read", (line, name, args) => {
  const reading = read(line);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each(["change", "stop", "start", "delete", "change size=l"])(
  "services %s without a service is refused",
  async (words) => {
    await expect(Reflect.apply(read(`services ${words}`).run, undefined, [])).rejects.toThrow(whichService);
  },
);

test("a service may be called like an option, or end in yes", () => {
  expect(read("services change orders size=l").orNamed).toMatchObject({
    name: "orders size=l",
    meant: { args: { service: "orders size=l" } },
  });
  expect(read("services stop orders yes").orNamed).toMatchObject({
    name: "orders yes",
    meant: { args: { service: "orders yes" } },
  });
});
