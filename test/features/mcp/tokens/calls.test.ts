import { expect, test } from "vitest";
import { tokensCommand } from "../../../../src/features/mcp/tokens/command.ts";
import { badName, whichToken } from "../../../../src/features/mcp/texts.ts";

function read(words: string) {
  const reading = tokensCommand.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "tokens_list", {}],
  ["List", "tokens_list", {}],
  ["create", "tokens_create", {}],
  ["create laptop", "tokens_create", { name: "laptop" }],
  ["create Build server PROPOSE", "tokens_create", { name: "Build server", access: "propose" }],
  ["create read", "tokens_create", { access: "read" }],
  ["create read read", "tokens_create", { name: "read", access: "read" }],
  ["create “read” propose", "tokens_create", { name: "read", access: "propose" }],
  ["revoke laptop", "tokens_revoke", { token: "laptop" }],
  ['revoke "Build server"', "tokens_revoke", { token: "Build server" }],
  // The id, as in buttons of earlier versions.
  ["revoke 0f8c2a41d3", "tokens_revoke", { token: "0f8c2a41d3" }],
])("tokens %j is read", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  ["revoke", whichToken],
  [`create ${"x".repeat(41)}`, badName],
])("tokens %j is refused", async (words, problem) => {
  await expect(Reflect.apply(read(words).run, undefined, [])).rejects.toThrow(problem);
});

test("an unknown word is refused with the nearest one, or with all", () => {
  expect(tokensCommand.read("revok laptop")).toEqual({
    problem: "I don't know `/db admin tokens revok`. Did you mean `/db admin tokens revoke`?",
  });
  expect(tokensCommand.read("laptop")).toEqual({
    problem:
      "I don't know `/db admin tokens laptop`. Use `/db admin tokens` alone, or add `create` or `revoke`.",
  });
});
