import { expect, test } from "vitest";
import { examplesIn } from "./examples.ts";
import { type Outcome, outcomeOf, peopleNamed, sets } from "./people.ts";
import { phrasebookBy } from "./reading.ts";

/** How the sentences of each set are answered by the examples of all other sets. */
const answered = sets.map((set) => {
  const phrasebook = phrasebookBy(examplesIn({ without: [set] }));
  return {
    set,
    all: peopleNamed(set).map((said) => ({ say: said.say, outcome: outcomeOf(said, phrasebook) })),
  };
});
const everything = answered.flatMap(({ all }) => all);

const shareOf = (all: typeof everything, ...outcomes: readonly Outcome[]) =>
  all.filter(({ outcome }) => outcomes.includes(outcome)).length / all.length;

/** The figures are what these tests are for. */
function print(name: string, all: typeof everything): void {
  const shares = (["right", "by a click", "asks", "wrong", "refused"] as const).map(
    (outcome) => `${outcome} ${(shareOf(all, outcome) * 100).toFixed(1)} %`,
  );
  const wrong = all.flatMap(({ say, outcome }) => (outcome === "wrong" ? [say] : []));
  // oxlint-disable-next-line eslint/no-console
  console.log(`${name}, ${all.length}: ${shares.join(", ")}\nwrong: ${wrong.join("; ")}`);
}

test.each(answered)("of the $set sentences, few are wrong, and most are right", ({ set, all }) => {
  print(set, all);
  expect(shareOf(all, "wrong")).toBeLessThanOrEqual(0.05);
  expect(shareOf(all, "right", "by a click")).toBeGreaterThanOrEqual(0.7);
});

test("of all of them, at most 1.5 % are wrong, and at least 89 % are right at once or by a click", () => {
  print("all", everything);
  expect(shareOf(everything, "wrong")).toBeLessThanOrEqual(0.015);
  expect(shareOf(everything, "right", "by a click")).toBeGreaterThanOrEqual(0.89);
});
