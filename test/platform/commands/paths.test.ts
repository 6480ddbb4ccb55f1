import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { pathOf, wordsOf } from "../../../src/platform/commands/command.ts";

function runs(line: string): string {
  const reading = product.readCommand(line);
  return "reply" in reading ? reading.reply.text : reading.name;
}

test("a command runs by its path, and by its word alone unless that is a common word", () => {
  for (const command of product.commands) {
    for (const word of wordsOf(command)) {
      const line = command.name === "create" ? "" : command.examples[0].slice("/db ".length);
      const rest = line.startsWith(pathOf(command)) ? line.slice(pathOf(command).length) : "";
      expect(runs(`${pathOf(command)}${rest}`)).toBe(command.name);
      expect([word, runs(`${word}${rest}`) === command.name]).toEqual([word, !command.onlyAsPart]);
    }
  }
});

test.each([
  ["create presets", "presets"],
  ["Costs Budget list", "budget"],
  ["dashboards sources", "sources"],
  ["alerts hooks", "hook"],
  ["alerts hook list", "hook"],
  ["admin access", "access"],
  ["admin approvals", "approvals"],
  ["admin audit", "audit"],
  ["admin doctor", "doctor"],
  ["admin connect", "connect"],
  ["admin connections", "connections"],
  ["hook list", "hook"],
  ["presets", "presets"],
])("/db %s runs the command %s", (line, name) => {
  expect(runs(line)).toBe(name);
});

test("no two commands share a word, and each belongs to a command in front", () => {
  const words = product.commands.flatMap((command) => wordsOf(command));
  expect(new Set(words).size).toBe(words.length);
  const front = product.commands.filter(({ partOf }) => partOf === undefined).map(({ name }) => name);
  expect(front).toEqual(["create", "services", "backups", "costs", "alerts", "dashboards", "admin"]);
  for (const { partOf = "admin" } of product.commands) expect(front).toContain(partOf);
});
