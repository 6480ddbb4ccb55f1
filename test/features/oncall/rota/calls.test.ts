import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";

function read(line: string) {
  const reading = product.readCommand(line);
  if ("reply" in reading) throw new Error(reading.reply.text);
  return reading;
}

test.each([
  ["alerts oncall", {}],
  // Buttons of an older version have the short line.
  ["oncall", {}],
  ['oncall "night watch"', { hook: "night watch" }],
  ["oncall <#C1|checkout>", { hook: "#checkout" }],
])("“%s” asks who is on call", (line, args) => {
  const { entry, args: found } = read(line);
  expect([entry.name, found]).toEqual(["oncall", args]);
});
