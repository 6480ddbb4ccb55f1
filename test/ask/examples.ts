import { product } from "../../src/app/features.ts";
import { type Examples, exampleOf } from "../../src/platform/ask/examples.ts";
import { sentenceOf } from "../../src/platform/ask/sentence.ts";
import { withTokens } from "./meaning.ts";
import { peopleNamed, sets } from "./people.ts";
import { after, names, phrasebookBy, today } from "./reading.ts";
import { meantIn, tuned } from "./sentences.ts";

interface Said {
  set: string;
  call: string;
  example: string;
}

// Examples change nothing about the names in a sentence.
const plain = phrasebookBy({});

/** The sentences of all sets that ask for one thing. What should be asked back is an example of no call. */
const allSaid = (): readonly Said[] => [
  ...sets.flatMap((set) =>
    peopleNamed(set).flatMap(({ say, before, means, asks }) =>
      means || asks ? said(set, say, before, means) : [],
    ),
  ),
  ...meantIn(tuned).flatMap(({ say, before, means }) => said("", say, before, means)),
  ...tuned.outOfScope.flatMap((say) => said("", say)),
];

let all: readonly Said[] | undefined;

function said(
  set: string,
  say: string,
  before: readonly string[] = [],
  means: readonly string[] = [],
): Said[] {
  const sentence = sentenceOf(say, plain, names, today);
  const example = exampleOf(sentence, after(before, plain)?.entry);
  const calls = means.length === 0 ? [""] : new Set(means.map(callOf));
  return [...calls].map((call) => ({ set, call, example }));
}

function callOf(line: string): string {
  const reading = product.readCommand(withTokens(line));
  return "reply" in reading ? "help" : reading.entry.name;
}

/** What the app knows of how people ask for its calls, perhaps without one set. */
export function examplesIn({ without = [] }: { without?: readonly string[] } = {}): Examples {
  const kept = (all ??= allSaid()).filter(({ set }) => !without.includes(set));
  const byCall = Map.groupBy(kept, ({ call }) => call);
  const lists = [...byCall].map(([call, some]) => [
    call,
    [...new Set(some.map(({ example }) => example))].toSorted(),
  ]);
  return Object.fromEntries(lists.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)));
}
