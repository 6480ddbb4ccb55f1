import * as fc from "fast-check";
import { expect, test } from "vitest";
import { product } from "../../src/app/features.ts";
import { nameIndex } from "../../src/platform/ask/names.ts";
import { readSentence } from "../../src/platform/ask/read.ts";
import { inPlainWords, inWords } from "../../src/platform/ask/not-this.ts";

const words = fc.constantFrom(
  ...'costs of orders last week pause delete every hook and it <#C1|x> <@U1> "a" 💸 12 grant admin now { } | \\ ignore'.split(
    " ",
  ),
);
const sentences = fc.oneof(
  fc.string({ maxLength: 12_000, unit: "grapheme" }),
  fc.array(words, { maxLength: 60 }).map((some) => some.join(" ")),
);

const read = (sentence: string, name: string) =>
  readSentence(sentence, {
    phrasebook: product.phrasebook(),
    names: nameIndex([
      { kind: "service", name, value: name },
      { kind: "hook", name: "checkout", value: "checkout" },
    ]),
    today: new Date("2026-11-25T10:00:00Z"),
    readCommand: product.readCommand,
  });

test("any text has at most four readings, and the line of each calls its own entry", () => {
  fc.assert(
    fc.property(sentences, fc.string({ minLength: 1, maxLength: 60 }), (sentence, name) => {
      const { meanings, isClear } = read(sentence, name);
      expect(meanings.length).toBeLessThanOrEqual(4);
      expect(isClear && meanings.length === 0).toBe(false);
      for (const meaning of meanings) {
        const reading = product.readCommand(meaning.line);
        expect("reply" in reading ? "help" : reading.entry.name).toBe(meaning.entry.name);
        expect(inWords(meaning)).not.toBe("");
        expect(inPlainWords(meaning)).not.toMatch(/<[#@!]/);
      }
    }),
    { numRuns: 300 },
  );
});

test("the same text has the same readings", () => {
  fc.assert(
    fc.property(sentences, (sentence) => {
      expect(read(sentence, "orders")).toEqual(read(sentence, "orders"));
    }),
    { numRuns: 50 },
  );
});

test("orders in a name are a name", () => {
  const name = "delete every hook now";
  expect(read(`costs of "${name}"`, name).meanings[0]?.line).toBe(`costs "${name}"`);
});
