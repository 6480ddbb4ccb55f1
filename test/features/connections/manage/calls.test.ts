import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { connections } from "../../../../src/features/connections/manage/command.ts";
import * as texts from "../../../../src/features/connections/manage/texts.ts";

function read(words: string) {
  const reading = connections.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "connections_list", {}],
  ["LIST", "connections_list", {}],
  ["default ACME", "connections_default", { connection: "ACME" }],
  ["default “acme”", "connections_default", { connection: "acme" }],
  ["rename acme to North", "connections_rename", { connection: "acme", to: "North" }],
  ["rename acme north", "connections_rename", { connection: "acme", to: "north" }],
  ['rename "acme" to "north"', "connections_rename", { connection: "acme", to: "north" }],
  ["price acme 0.30 eur", "connections_price", { connection: "acme", price: "0.30 EUR" }],
  ["price acme to 0.00125USD", "connections_price", { connection: "acme", price: "0.00125 USD" }],
  ["price acme none", "connections_price", { connection: "acme", price: "none" }],
  ["price acme Off", "connections_price", { connection: "acme", price: "none" }],
  ["rotate acme", "connections_rotate", { connection: "acme" }],
  ["remove acme", "connections_remove", { connection: "acme" }],
  ["remove acme yes", "connections_remove", { connection: "acme" }],
  // As buttons of earlier versions confirm.
  ["remove acme acme", "connections_remove", { connection: "acme" }],
])("connections %j is read", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  ["default", texts.whichConnection],
  ["rename", texts.whichConnection],
  ["rename acme", texts.whichNewName],
  ["price acme", texts.whichPrice],
  ["price acme 0 EUR", texts.badPrice("0 EUR")],
  ["price acme -1 EUR", texts.badPrice("-1 EUR")],
  ["price acme 0.3", texts.badPrice("0.3")],
  ["price acme 0.3 XYZ", texts.unknownCurrency("XYZ")],
  ["remove", texts.whichConnection],
  ["remove acme north", "`connection` must be the name of a connection, without spaces"],
])("connections %j is refused", async (words, problem) => {
  await expect(Reflect.apply(read(words).run, undefined, [])).rejects.toThrow(problem);
});

test.each([
  ["admin connections add acme", texts.usageError],
  ["admin connections renam acme to b", "Did you mean `/db admin connections rename`?"],
  ["admin connect acme", "takes no words after it"],
  ["admin doctor please", "takes no words after it"],
])("%j is refused with what to type", (line, problem) => {
  const reading = product.readCommand(line);
  const said = "reply" in reading ? reading.reply.text : reading.line;
  expect(said.replaceAll("&lt;", "<").replaceAll("&gt;", ">")).toContain(problem);
});
