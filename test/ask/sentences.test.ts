import { expect, test } from "vitest";
import { product } from "../../src/app/features.ts";
import { meaningOf } from "./meaning.ts";
import { after, read } from "./reading.ts";
import { heldOut, meantIn, tuned } from "./sentences.ts";

/** The sentences as they are understood. Each is read once, because reading takes most of this file's time. */
function understood(file: typeof tuned | typeof heldOut) {
  return meantIn(file).map((meant) => ({ ...meant, ...read(meant.say, after(meant.before)) }));
}

const sentences = understood(tuned);

/** The share of sentences that are clear and mean what they should. */
function shareRight(name: string, all: typeof sentences): number {
  const right = new Set(
    all.filter(({ means, meanings: [meant], isClear }) => {
      return isClear && meant !== undefined && means.map(meaningOf).includes(meaningOf(meant.line));
    }),
  );
  const rows = [...Map.groupBy(all, ({ group }) => group)].map(
    ([group, some]) => `${group}: ${some.filter((each) => right.has(each)).length} of ${some.length}`,
  );
  const share = right.size / all.length;
  const wrong = all.flatMap((each) => (right.has(each) ? [] : [each.say]));
  // The figures are what this test is for.
  // oxlint-disable-next-line eslint/no-console
  console.log(`${name}: ${(share * 100).toFixed(1)} % right\n${rows.join("\n")}\nwrong: ${wrong.join("; ")}`);
  return share;
}

test("at least 95 % of the sentences are clear and right", () => {
  expect(shareRight("sentences", sentences)).toBeGreaterThanOrEqual(0.95);
});

test("of the sentences that nothing is tuned to, at least 70 % are right at once", () => {
  expect(shareRight("others", understood(heldOut))).toBeGreaterThanOrEqual(0.7);
});

test("nothing out of scope is acted upon", () => {
  expect(tuned.outOfScope.filter((sentence) => read(sentence).isClear)).toEqual([]);
});

test.each(["backups of billing", "pause checkout", "show the budgets"])(
  "nothing out of scope is taken for a change to what was spoken about: %s",
  (first) => {
    const before = after([first]);
    const taken = tuned.outOfScope.filter((sentence) => {
      const { meanings, isClear } = read(sentence, before);
      return isClear && meanings[0]?.entry.effect !== "read";
    });
    expect(taken).toEqual([]);
  },
);

test("a clear sentence is a change exactly if its reading is one", () => {
  const wrong = sentences.filter(
    ({ effect, meanings, isClear }) =>
      isClear && (meanings[0]?.entry.effect === "read") !== (effect === "read"),
  );
  expect(wrong.map(({ say }) => say)).toEqual([]);
});

test("each reading's line calls its own entry", () => {
  for (const { line, entry } of sentences.flatMap(({ meanings }) => meanings)) {
    const reading = product.readCommand(line);
    expect.soft("reply" in reading ? "help" : reading.entry.name, line).toBe(entry.name);
  }
});
