import { findingsIn } from "./evidence.ts";
import { exampleOf } from "./examples.ts";
import { leavesAway, leftOutOf } from "./left-out.ts";
import { asksForElse, entities, placeIn } from "./follow-up.ts";
import { meaningsOf, mostOffered, unique } from "./lines.ts";
import { draftOf, filledIn } from "./draft.ts";
import {
  type Draft,
  type Meaning,
  type Reading,
  type Understood,
  type UnknownName,
  type Weighed,
  kindsOf,
  shownOf,
} from "./meaning.ts";
import { type Sentence, type Span, longestSentence } from "./words.ts";
import { type Name, offeredKinds } from "./names.ts";
import { choiceOf, sentenceOf } from "./sentence.ts";
import { nearNames } from "../commands/near.ts";

/** How likely a call is that is offered, beside the likeliest, and how likely one that is taken. Chosen by measuring. */
const least = { near: 0.3, likely: 0.4 };

/** True if people ask for a call with words like these, whatever the names are. */
export function isAskedSo(
  { entry }: Meaning,
  filled: Draft["filled"],
  { words, spans }: Sentence,
  { phrasebook, before }: Reading,
): boolean {
  const taken = [...filled.values()].flatMap(({ kind, at, ...value }): Span[] => {
    const [from, to] = [at[0], at.at(-1)];
    return kind === undefined || from === undefined || to === undefined
      ? []
      : [{ ...value, kind, from, to: to + 1, isSure: true }];
  });
  const { calls, of } = phrasebook.likeness(exampleOf({ words, spans: [...spans, ...taken] }, before?.entry));
  return calls.length === 0 || of(entry.name) >= least.likely;
}

/** What is unclear, with the calls that people ask for with words like these. */
export function withNearest(understood: Understood, typed: string, reading: Reading): Understood {
  const [first, ...others] = understood.meanings;
  // One call may be meant in several ways: "restore it" of several things.
  if (others.length > 0 && others.every(({ entry }) => entry === first?.entry)) return understood;
  const { near, lacks, leftOut = [] } = nearestCalls(typed, reading);
  // One that only lacks a name is asked about it.
  if (!first && lacks) return { ...understood, meanings: near, lacks };
  const all = [...(first ? [first] : []), ...near.slice(0, 2), ...others, ...near];
  // A button for help is always beside them.
  const offered = unique(all).filter(({ line }) => line !== "help");
  const isChange = !first && leftOut.length > 0;
  return { ...understood, meanings: offered.slice(0, mostOffered), ...(isChange && { leftOut }) };
}

/** The calls that people ask for with words like these, each with what a sentence has for it. */
function nearestCalls(
  typed: string,
  { phrasebook, names, today, before, readCommand }: Reading,
): { near: Meaning[]; lacks?: Name["kind"]; leftOut?: string[] } {
  const sentence = sentenceOf(typed, phrasebook, names, today);
  const { words, spans } = sentence;
  if (words.length > longestSentence.words) return { near: [] };
  const findings = findingsIn(sentence, phrasebook);
  const { calls, of } = phrasebook.likeness(exampleOf(sentence, before?.entry));
  // What no command does is near to none, and "play some jazz" has no word for one.
  const isElse = findings.hits.length === 0 && words.some((_, at) => findings.isForeign(at));
  if (calls[0] === "" || isElse) return { near: [] };
  const place = placeIn(sentence);
  const near: Meaning[] = [];
  const leftOut: string[] = [];
  for (const call of calls.filter((each) => of(each) >= least.near)) {
    const askable = phrasebook.askable.find(({ entry }) => entry.name === call);
    const [goal] = askable?.goals ?? [];
    if (!askable || !goal) continue;
    const filled = new Map(filledIn(askable, sentence, spans, new Set()));
    const lacking = askable.required.filter((name) => {
      const kind = kindsOf(askable.entry, name).find((each) => entities.has(each));
      // "The newest one" isn't what was spoken about.
      const value = kind && !place ? before?.known[kind] : undefined;
      if (!filled.has(name) && value !== undefined)
        filled.set(name, { value, shown: shownOf(kind, value), kind, at: [], isSure: true });
      return !filled.has(name);
    });
    const draft = draftOf(goal, filled, findings, () => false);
    const weighed = { askable, draft, score: of(call) };
    const [lacked] = lacking.flatMap((name) =>
      kindsOf(askable.entry, name)
        .filter(isOffered)
        .map((kind) => ({ name, kind })),
    );
    const known = lacked ? names.of(lacked.kind) : [];
    // "Restore it" asks for no stop.
    if (near.length === 0 && lacked && known.length > 0 && !asksForElse(draft, findings)) {
      const few = known.length > mostNear ? [] : known;
      const each = few.flatMap((name) => meaningsOf(withName(weighed, lacked.name, name), readCommand));
      return { near: each, lacks: lacked.kind };
    }
    if (lacking.length > 0) continue;
    const [meant] = meaningsOf(weighed, readCommand);
    if (!meant) continue;
    // "Mute all except the critical ones" isn't offered as if it were all.
    if (near.length === 0 && leavesAway(sentence) && askable.entry.effect !== "read")
      leftOut.push(...leftOutOf(weighed, sentence, findings));
    near.push(meant);
  }
  return { near, leftOut };
}

const isOffered = (kind: string): kind is Name["kind"] => offeredKinds.includes(kind);

/** From more names than these no one chooses with a button. */
const mostNear = 3;

/** A reading with a name for one of its arguments. */
function withName({ askable, draft, score }: Weighed, argument: string, name: Name): Weighed {
  const value = { ...choiceOf(name), kind: name.kind, at: [], isSure: true };
  return { askable, score, draft: { ...draft, filled: new Map([...draft.filled, [argument, value]]) } };
}

/** What a sentence with an unknown name may mean: the same with a name near to it, or without one if it only reads. */
export function withoutName(
  best: Weighed,
  unknown: UnknownName,
  weighed: readonly Weighed[],
  { names, readCommand }: Reading,
): Understood {
  const { askable, draft } = best;
  const [argument = ""] = [...draft.filled].find(([, { value }]) => value === unknown.name) ?? [];
  const known = unknown.kinds.flatMap((kind) => names.of(kind));
  const near = nearNames(
    unknown.name,
    known.map(({ name }) => name),
  ).flatMap((near) => known.find(({ name }) => name === near) ?? []);
  const plain = weighed.find(
    (each) => each.askable === askable && !each.unknown && each.draft.said.length > 0,
  );
  const possible = [
    ...near.slice(0, 2).map((name) => withName(best, argument, name)),
    ...(askable.entry.effect === "read" && plain ? [plain] : []),
  ];
  // If nothing but the name is said, it may be one of anything, and no preset.
  const isSaid = draft.said.length > 0 || unknown.kinds.includes("service");
  return {
    meanings: unique(possible.flatMap((each) => meaningsOf(each, readCommand))),
    isClear: false,
    unknown: isSaid ? unknown : { ...unknown, kinds: [] },
  };
}
