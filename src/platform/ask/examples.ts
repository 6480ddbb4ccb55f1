import { isNameKind } from "./names.ts";
import { type Sentence, stemOf } from "./words.ts";

/** What people said, by the call that it asks for. Under "" is what no call does. Names are "{service}", and so on. */
export type Examples = Readonly<Record<string, readonly string[]>>;

/** What people ask for with words like those of a sentence. */
export interface Likeness {
  /** The likeliest first. None if most of its words are in no example. */
  calls: readonly string[];
  /** How likely a call is beside the likeliest: between 0 and 1. */
  of(this: void, call: string): number;
}

/** A sentence as an example has it: its words, with a kind for each name and each range of days. */
export function exampleOf({ words, spans }: Pick<Sentence, "words" | "spans">, before = ""): string {
  const said: string[] = before === "" ? [] : [`@${before}`];
  for (let at = 0; at < words.length;) {
    const [found] = spans
      .filter(({ from, isSure, isWeak, kind }) => from === at && isSure && !isWeak && isMasked(kind))
      .toSorted((a, b) => b.to - a.to);
    const { plain = "" } = words[at] ?? {};
    said.push(found ? `{${found.kind}}` : /^\d/.test(plain) ? "0" : plain.replaceAll(" ", "-"));
    at = found ? found.to : at + 1;
  }
  return said.join(" ");
}

const isMasked = (kind: string) => isNameKind(kind) || /^(?:range|against|id)$/.test(kind);

// Chosen by measuring: how many words of all calls are added to the words of each.
const shared = 200;

/**
 * Learns from examples which calls a sentence may ask for, by naive Bayes: how often the examples of a call have its
 * words and pairs of words, beside those of all calls.
 */
export function likenessOf(examples: Examples): (example: string) => Likeness {
  const calls = Object.entries(examples).map(([call, all]) => ({ call, all: all.map(featuresOf) }));
  const totals = calls.map(({ all }) => all.reduce((sum, { size }) => sum + size, 0));
  const total = totals.reduce((sum, each) => sum + each, 0);
  const counts = new Map<string, Map<number, number>>();
  for (const [at, { all }] of calls.entries())
    for (const feature of all.flatMap((each) => [...each])) {
      const having = counts.get(feature) ?? new Map<number, number>();
      counts.set(feature, having.set(at, (having.get(at) ?? 0) + 1));
    }
  return (example) => {
    const features = [...featuresOf(example)];
    const known = features.flatMap((feature) => counts.get(feature) ?? []);
    const scores = calls.map(
      ({ all }, at) =>
        Math.log(1 + all.length) + known.length * Math.log(shared / (shared + (totals[at] ?? 0))),
    );
    for (const having of known) {
      const usual = [...having.values()].reduce((sum, each) => sum + each, 0) / total;
      for (const [at, count] of having) scores[at] = (scores[at] ?? 0) + Math.log1p(count / (shared * usual));
    }
    const best = Math.max(...scores);
    // By the word, because long sentences have more of them.
    const likely = new Map(
      calls.map(({ call }, at) => [call, Math.exp(((scores[at] ?? 0) - best) / features.length)]),
    );
    return {
      calls: (known.length * 2 < features.length ? [] : [...likely])
        .toSorted(([, one], [, other]) => other - one)
        .map(([call]) => call),
      of: (call) => likely.get(call) ?? 0,
    };
  };
}

/** The stems of an example and their pairs. */
function featuresOf(example: string): ReadonlySet<string> {
  const stems = example.split(" ").map((word) => (/^[{@]/.test(word) ? word : stemOf(word)));
  return new Set([...stems, ...[...stems, "$"].map((stem, at) => `${stems[at - 1] ?? "^"} ${stem}`)]);
}
