import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { owner } from "../../../src/features/owners/command.ts";
import { onOrOff, teamTooLong, usage } from "../../../src/features/owners/texts.ts";

function read(words: string) {
  const reading = owner.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "owners_list", {}],
  ["list", "owners_list", {}],
  ["list 41", "owners_list", { from: 41 }],
  ["orders prod", "owners_show", { service: "orders prod" }],
  ["“orders”", "owners_show", { service: "orders" }],
  ["digest prod", "owners_show", { service: "digest prod" }],
  ["orders prod none", "owners_none", { service: "orders prod" }],
  ["digest ON", "owners_digest", { state: "on" }],
  ["orders prod <@U1|ada>", "owners_set", { service: "orders prod", person: "U1" }],
  ["orders me", "owners_set", { service: "orders" }],
  ["orders to me", "owners_set", { service: "orders" }],
  ["orders to myself", "owners_set", { service: "orders", person: "me" }],
  ["orders me team payments", "owners_set", { service: "orders", person: "me", team: "payments" }],
  [
    "orders prod to <@U1> team data platform",
    "owners_set",
    { service: "orders prod", person: "U1", team: "data platform" },
  ],
  ["orders team “data platform”", "owners_set", { service: "orders", team: "data platform" }],
  ["orders team @dba", "owners_set", { service: "orders", team: "@dba" }],
  ["orders team <!subteam^S1|@dba>", "owners_set", { service: "orders", group: "S1" }],
  ["orders <@U1> team <!subteam^S1>", "owners_set", { service: "orders", person: "U1", group: "S1" }],
  ["team room team none", "owners_set", { service: "team room", team: "none" }],
  ['"team me" me team x', "owners_set", { service: "team me", person: "me", team: "x" }],
  ["unknown one <@U1> team x", "owners_set", { service: "unknown one", person: "U1", team: "x" }],
])("owner %j is read", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  ["me", usage],
  ["none", usage],
  ["team x", usage],
  ["digest", onOrOff],
  ["orders prod @ada", "I can't tell who “@ada” is."],
  ["orders @ada team payments", "I can't tell who “@ada” is."],
  ["orders <@U1> <@U2>", "Name one person only."],
  [`orders team ${"x".repeat(51)}`, teamTooLong(50)],
])("owner %j is refused, unless a service has this name", async (words, problem) => {
  const { run, orNamed } = read(words);
  expect(orNamed).toMatchObject({ kind: "service", name: words, meant: { entry: { name: "owners_show" } } });
  await expect(Reflect.apply(run, undefined, [])).rejects.toThrow(problem);
});

const service = { name: "orders prod", serviceId: "s1", connection: "default" };
const context = {
  services: {
    list: async () => [service],
    find: async () => Promise.reject(new AppError("missing", "I don't know that service.")),
  },
};

test.each(["orders prod please", "orders prod please none", "orders prod please <@U1>"])(
  "%j is refused with how to say it, because only its beginning is a service",
  async (words) => {
    await expect(Reflect.apply(read(words).run, undefined, [context, {}])).rejects.toThrow(usage);
  },
);

test("a program or a sentence may give a group and a team at once, and the line says both", () => {
  const { entry } = read("orders me");
  expect(entry.line({ service: "orders", group: "S1", team: "payments" })).toBe(
    'services owner "orders" team <!subteam^S1> team "payments"',
  );
});
