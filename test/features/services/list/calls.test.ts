import { expect, test } from "vitest";
import { services } from "../../../../src/features/services/list/command.ts";
import { idRule, nameRule, subcommands, whichService } from "../../../../src/features/services/list/texts.ts";

const id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";

function read(words: string) {
  const reading = services.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "services_list", {}],
  ["LIST", "services_list", {}],
  ["after orders prod", "services_list", { after: "orders prod" }],
  ["Show  orders   prod", "services_show", { service: "orders prod" }],
  ["show list", "services_show", { service: "list" }],
  [`add ${id.toUpperCase()} orders prod`, "services_add", { id, name: "orders prod" }],
  ["add", "services_choose", {}],
  ["add all", "services_add_all", {}],
  ["add none", "services_add_none", {}],
  [`add ${id} "orders prod"`, "services_add", { id, name: "orders prod" }],
  ["forget orders prod", "services_forget", { service: "orders prod" }],
  ["forget orders prod yes", "services_forget", { service: "orders prod" }],
  ["forget yes", "services_forget", { service: "yes" }],
  ["terraform", "services_terraform", {}],
  ["terraform all", "services_terraform", { service: "all" }],
  ["terraform orders prod", "services_terraform", { service: "orders prod" }],
])("services %j is read", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  ["after", whichService],
  ["show", whichService],
  ["forget", whichService],
  ["add 12 orders", idRule],
  [`add ${id}`, whichService],
  [`add ${id} *`, nameRule],
  ["show " + "x".repeat(101), "`service` must be the name or id of a service"],
])("services %j is refused", async (words, problem) => {
  await expect(Reflect.apply(read(words).run, undefined, [])).rejects.toThrow(problem);
});

test.each(["remove orders", "orders", "list all"])("services %j is refused at once", (words) => {
  const reading = services.read(words);
  expect("problem" in reading && reading.problem).toMatch(/^I don't (?:know|understand)/);
});

test("an unknown word is answered with those that there are", () => {
  expect(services.read("remove orders")).toEqual({
    problem: `I don't know \`/db services remove\`. ${subcommands}`,
  });
});
