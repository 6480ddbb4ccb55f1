import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { readOwnLine } from "../../../../src/platform/commands/perform.ts";
import { hoursCommand, wakeCommand } from "../../../../src/features/lifecycle/hours/command.ts";
import { notATime, sameTimes, which, which2 } from "../../../../src/features/lifecycle/hours/texts.ts";

function read(command: typeof hoursCommand, words: string) {
  const reading = command.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "services_hours", {}],
  ["orders dev", "services_hours", { service: "orders dev" }],
  ["orders until", "services_hours", { service: "orders until" }],
  ["orders dev off", "services_hours_off", { service: "orders dev" }],
])("hours %j is read", (words, name, args) => {
  const { entry, args: found } = read(hoursCommand, words);
  expect([entry.name, found]).toEqual([name, args]);
});

test.each([
  ["orders dev 08:00-19:00", "orders dev", "08:00-19:00 Mon-Sun"],
  ["orders dev 8am to 7pm weekdays", "orders dev", "08:00-19:00 Mon-Fri"],
  ["dev 22:00-06:00 sat, sun Europe/Berlin", "dev", "22:00-06:00 Sat,Sun Europe/Berlin"],
  ["dev 9-17 Mon-Fri berlin", "dev", "09:00-17:00 Mon-Fri Europe/Berlin"],
  ["one off 8 – 19 daily UTC", "one off", "08:00-19:00 Mon-Sun UTC"],
  ["orders 2 8.30-19 fri-mon", "orders 2", "08:30-19:00 Mon,Fri,Sat,Sun"],
  ["dev 8h30 until 19h00 working days", "dev", "08:30-19:00 Mon-Fri"],
])("hours %j is read in its usual form", (words, service, hours) => {
  expect(read(hoursCommand, words)).toMatchObject({
    entry: { name: "services_hours_set" },
    args: { service, hours },
  });
});

test.each([
  ["off", which],
  ["08:00-19:00", which],
  ["orders 08:00-08:00", sameTimes],
  ["orders 25:00-19:00", notATime("25:00")],
  ["8-19 orders", "I don't know the days or the zone “orders”."],
])("hours %j is refused, unless a service has this name", async (words, problem) => {
  const { run, orNamed } = read(hoursCommand, words);
  expect(orNamed).toMatchObject({ kind: "service", name: words });
  await expect(Reflect.apply(run, undefined, [])).rejects.toThrow(problem);
});

test("wake takes a name, and may take longer", async () => {
  expect(read(wakeCommand, "orders dev").args).toEqual({ service: "orders dev" });
  const longer = read(wakeCommand, "orders dev longer");
  expect(longer.args).toEqual({ service: "orders dev", longer: true });
  expect(longer.orNamed).toMatchObject({ name: "orders dev longer" });
  await expect(Reflect.apply(read(wakeCommand, "").run, undefined, [])).rejects.toThrow(which2);
});

test("a program or a sentence with hours that can't be read proposes nothing", () => {
  const { entry } = read(hoursCommand, "orders 8-19");
  const own = (hours: string) =>
    readOwnLine(entry, entry.line({ service: "orders", hours }), product.readCommand);
  expect(own("08:00-19:00 Mon-Fri")).toMatchObject({ args: { service: "orders" } });
  expect(own("25:00-26:00")).toBeUndefined();
});
