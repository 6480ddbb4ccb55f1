import * as fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../../src/platform/blocks/limits.ts";
import { type Reply, say } from "../../../src/platform/blocks/reply.ts";
import type { Command } from "../../../src/platform/commands/command.ts";
import { commandReader } from "../../../src/platform/commands/read.ts";
import { command, reads } from "../../support/entries.ts";
import { product } from "../../../src/app/features.ts";
import { pathOf } from "../../../src/platform/commands/command.ts";

function replyOf(read: ReturnType<typeof commandReader>, line: string): Reply {
  const reading = read(line);
  if (!("reply" in reading)) throw new Error(`${line} isn't help.`);
  return reading.reply;
}

function tooLong(texts: readonly (string | undefined)[], most: number): (string | undefined)[] {
  return texts.filter((each) => (each ?? "").length > most);
}

function expectWithinLimits({ text, blocks }: Reply): void {
  const shown = blocks.flatMap((block) => (block.type === "section" ? [block.text?.text ?? ""] : []));
  const rows = blocks.flatMap((block) => (block.type === "actions" ? [block.elements] : []));
  const buttons = rows.flat().flatMap((element) => (element.type === "button" ? [element] : []));
  expect(text.length).toBeLessThanOrEqual(limits.message.text);
  expect(blocks.length).toBeLessThanOrEqual(limits.message.blocks);
  expect(shown.join("").length).toBeLessThanOrEqual(limits.message.blockText);
  expect(tooLong(shown, limits.text)).toEqual([]);
  // Code that is cut leaves an odd backtick.
  expect(shown.filter((each) => (each.match(/`/g) ?? []).length % 2 === 1)).toEqual([]);
  expect(rows.filter(({ length }) => length > limits.actions.elements)).toEqual([]);
  expect(
    tooLong(
      buttons.map((each) => each.text.text),
      limits.button.text,
    ),
  ).toEqual([]);
  expect(
    tooLong(
      buttons.map((each) => each.action_id),
      limits.button.actionId,
    ),
  ).toEqual([]);
}

// Their number matters here. Making them up one by one would take most of the time.
const words = (max: number) =>
  fc
    .nat({ max })
    .map((count) => Array.from({ length: count }, (_, at) => someWords[at % someWords.length]).join(" "));
const someWords = ["a", "`list of names`", "replacements", "of", "`x`", "some"];

const commands: fc.Arbitrary<Command[]> = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{3,80}$/), { minLength: 1, maxLength: 80 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name, index) =>
        fc
          .record({
            summary: words(300),
            details: words(1_500),
            examples: fc.array(words(300), { maxLength: 30 }),
            line: words(8),
            isPart: fc.boolean(),
          })
          .map(({ summary, details, examples, line, isPart }) =>
            command({
              name,
              ...(isPart && index > 0
                ? { partOf: names[0] ?? "" }
                : { group: { line, buttons: [[name, name] as const] } }),
              summary,
              details,
              examples: [`/db ${name}`, ...examples.map((each) => `/db ${name} ${each.replaceAll("`", "")}`)],
              entry: reads(),
              run: async () => say("done"),
            }),
          ),
      ),
    ),
  );

test("help keeps within every limit of Slack, however many and long the commands are", () => {
  fc.assert(
    fc.property(commands, (all) => {
      const read = commandReader(all);
      for (const line of ["", "zzzzzz1", ...all.slice(0, 5).map((each) => `help ${pathOf(each)}`)])
        expectWithinLimits(replyOf(read, line));
    }),
    { numRuns: 30 },
  );
});

test("no part of the product's help is left out or cut", () => {
  for (const line of ["help", ...product.commands.map((each) => `help ${pathOf(each)}`)]) {
    const shown = replyOf(product.readCommand, line);
    expectWithinLimits(shown);
    expect(JSON.stringify(shown)).not.toContain("did not fit");
    expect(shown.text.endsWith("…")).toBe(false);
  }
});
