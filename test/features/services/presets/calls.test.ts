import { expect, test } from "vitest";
import { presets } from "../../../../src/features/services/presets/command.ts";
import { nameTooLong, subcommands, whichPreset } from "../../../../src/features/services/presets/texts.ts";

function read(words: string) {
  const reading = presets.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "presets_list", {}],
  ["List", "presets_list", {}],
  ["after small  staging", "presets_list", { after: "small staging" }],
  ["SHOW small staging", "presets_show", { preset: "small staging" }],
  ["show “small staging”", "presets_show", { preset: "small staging" }],
  ["show for <#C1|general> of <!subteam^S1|@dba>", "presets_show", { preset: "for #general of @dba" }],
  ["delete small staging", "presets_delete", { preset: "small staging" }],
  ["delete small staging yes", "presets_delete", { preset: "small staging" }],
  ["delete yes", "presets_delete", { preset: "yes" }],
  ["delete yes yes", "presets_delete", { preset: "yes" }],
])("presets %j is read", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  ["after", whichPreset],
  ["show", whichPreset],
  ["delete", whichPreset],
  [`show ${"x".repeat(51)}`, nameTooLong(50)],
])("presets %j is refused", async (words, problem) => {
  await expect(Reflect.apply(read(words).run, undefined, [])).rejects.toThrow(problem);
});

test("an unknown word is answered with those that there are", () => {
  expect(presets.read("small staging")).toEqual({
    problem: `I don't know \`/db create presets small\`. ${subcommands}`,
  });
});

test("a preset with a name that ends in yes is asked about first", () => {
  expect(read("delete small yes").orNamed).toMatchObject({
    kind: "preset",
    name: "small yes",
    meant: { args: { preset: "small yes" } },
  });
});
