import { expect, test } from "vitest";
import { product } from "../../src/app/features.ts";
import { meaningOf } from "./meaning.ts";
import { read, readLast } from "./reading.ts";
import { type Meant, heldOut, meantIn, tuned } from "./sentences.ts";

/** True if a sentence is clear, and means what it should. */
function isRight({ say, before, means }: Meant): boolean {
  const { meanings, isClear } = readLast([...before, say]);
  const [meant] = meanings;
  return isClear && meant !== undefined && means.map(meaningOf).includes(meaningOf(meant.line));
}

function figuresOf(name: string, sentences: readonly Meant[]): { share: number; wrong: string[] } {
  const groups = Map.groupBy(sentences, ({ group }) => group);
  const rows = [...groups].map(([group, all]) => `${group}: ${all.filter(isRight).length} of ${all.length}`);
  const wrong = sentences.filter((each) => !isRight(each)).map(({ say }) => say);
  const share = 1 - wrong.length / sentences.length;
  // The figures are what this test is for.
  // oxlint-disable-next-line eslint/no-console
  console.log(`${name}: ${(share * 100).toFixed(1)} % right\n${rows.join("\n")}`);
  return { share, wrong };
}

test("at least 95 % of the sentences are clear and right", () => {
  const { share, wrong } = figuresOf("sentences", meantIn(tuned));
  expect({ share, wrong }).toEqual({ share: expect.toSatisfy((each) => Number(each) >= 0.95), wrong });
});

test("of the sentences that nothing is tuned to, fewer are right, and no fewer than before", () => {
  const { share } = figuresOf("others", meantIn(heldOut));
  expect(share).toBeGreaterThanOrEqual(0.83);
});

test("nothing out of scope is acted upon", () => {
  expect(tuned.outOfScope.filter((sentence) => read(sentence).isClear)).toEqual([]);
});

test("nothing out of scope is taken for a change to what was spoken about", () => {
  const before = ["backups of billing", "pause checkout", "show the budgets"];
  const taken = tuned.outOfScope.flatMap((sentence) =>
    before.filter((first) => {
      const { meanings, isClear } = readLast([first, sentence]);
      return isClear && meanings[0]?.entry.effect !== "read";
    }),
  );
  expect(taken).toEqual([]);
});

test("a clear sentence is a change exactly if its reading is one", () => {
  const wrong = meantIn(tuned).filter(({ say, before, effect }) => {
    const { meanings, isClear } = readLast([...before, say]);
    const isRead = meanings[0]?.entry.effect === "read";
    return isClear && isRead !== (effect === "read");
  });
  expect(wrong.map(({ say }) => say)).toEqual([]);
});

test("each reading's line calls its own entry", () => {
  for (const { say, before } of meantIn(tuned)) {
    for (const { line, entry } of readLast([...before, say]).meanings) {
      const reading = product.readCommand(line);
      const called = "reply" in reading ? "help" : reading.entry.name;
      expect.soft(called, line).toBe(entry.name);
    }
  }
});
