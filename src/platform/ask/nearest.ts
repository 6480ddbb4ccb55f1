import { nearNames } from "../commands/near.ts";
import { type Findings, findingsIn } from "./evidence.ts";
import type { Before } from "./conversations.ts";
import { exampleOf } from "./examples.ts";
import type { Askable } from "./phrasebook.ts";
import { entities } from "./follow-up.ts";
import { byLikelihood, meaningsOf, mostOffered, unique } from "./lines.ts";
import { actions } from "./groups.ts";
import { draftOf, filledIn } from "./draft.ts";
import {
  type Draft,
  type Meaning,
  type Reading,
  type Understood,
  type UnknownName,
  type Weighed,
  kindsOf,
  makesNew,
  shownOf,
} from "./meaning.ts";
import { type Sentence, type Span, longestSentence } from "./words.ts";
import { type Name, offeredKinds } from "./names.ts";
import { choiceOf, sentenceOf } from "./sentence.ts";

const least = {
  /** From here on, only a name is missing. */
  lacking: 0.5,
  /** How likely a call is that is offered, beside the likeliest. */
  near: 0.3,
  /** How likely a reading is that is taken. Chosen by measuring: more asks about what is right. */
  likely: 0.4,
};

/** The readings that lack least, if none is likely. One that only lacks a name is asked about it. */
export function lackingLeast(
  drafts: readonly Weighed[],
  findings: Findings,
  { names, readCommand }: Reading,
): Understood {
  const total = findings.weights.reduce((sum, weight) => sum + weight, 0);
  const near = drafts
    .flatMap(({ askable, draft, unknown }) => {
      const explained = [...draft.explained].reduce((sum, at) => sum + (findings.weights[at] ?? 0), 0);
      const score = total === 0 ? 0 : explained / total - 0.2 * draft.lacking;
      return draft.said.length > 0 && !unknown ? [{ askable, draft, score }] : [];
    })
    .toSorted(byLikelihood);
  // "Delete it" says nothing of what it is.
  const telling = near.filter(
    ({ draft }) => draft.filled.size > 0 || draft.said.some(({ group }) => !(group in actions)),
  );
  const meanings = telling.flatMap((each) => meaningsOf(each, readCommand));
  const [best] = near;
  const lacks = best && best.score >= least.lacking ? lackingIn(best) : undefined;
  if (!best || !lacks || names.of(lacks.kind).length === 0)
    return { meanings: unique(meanings, ({ entry }) => entry).slice(0, mostNear), isClear: false };
  // The same with each name, if these are few.
  const known = names.of(lacks.kind);
  const each = known.length > mostNear ? [] : known.map((name) => withName(best, lacks.name, name));
  return {
    meanings: each.flatMap((one) => meaningsOf(one, readCommand)),
    isClear: false,
    lacks: lacks.kind,
  };
}

/**
 * True if people ask for a call with words like these, whatever the names are. A likelier call doesn't count if the
 * sentence lacks what it needs.
 */
export function isAskedSo(
  { entry }: Meaning,
  filled: Draft["filled"],
  sentence: Sentence,
  { phrasebook, before }: Reading,
): boolean {
  const { words, spans } = sentence;
  const values = [...filled.values()];
  // What is new has its name only later.
  const isText = ({ from }: Span) =>
    makesNew(entry) && values.some(({ kind, at }) => kind === undefined && at.includes(from));
  const taken = values.flatMap(({ kind, at, ...value }): Span[] => {
    const [from, to] = [at[0], at.at(-1)];
    return kind === undefined || from === undefined || to === undefined
      ? []
      : [{ ...value, kind, from, to: to + 1, isSure: true }];
  });
  const named = { words, spans: [...spans.filter((each) => !isText(each)), ...taken] };
  const { calls, of } = phrasebook.likeness(exampleOf(named, before?.entry));
  return !calls.some((call) => {
    if (of(entry.name) >= of(call) * least.likely) return false;
    const askable = phrasebook.askable.find((each) => each.entry.name === call);
    return !askable || valuesFor(askable, sentence, before) !== undefined;
  });
}

/** What is unclear, with the calls that people ask for with words like these. */
export function withNearest(understood: Understood, typed: string, reading: Reading): Understood {
  const [first, ...others] = understood.meanings;
  // One call may be meant in several ways: "restore it" of several things.
  if (others.length > 0 && others.every(({ entry }) => entry === first?.entry)) return understood;
  const near = nearestCalls(typed, reading);
  const all = [...(first ? [first] : []), ...near.slice(0, 2), ...others, ...near];
  // A button for help is always beside them.
  const offered = unique(all).filter(({ line }) => line !== "help");
  return { ...understood, meanings: offered.slice(0, mostOffered) };
}

/** The calls that people ask for with words like these, each with what a sentence has for it. */
function nearestCalls(typed: string, { phrasebook, names, today, before, readCommand }: Reading): Meaning[] {
  const sentence = sentenceOf(typed, phrasebook, names, today);
  const { words } = sentence;
  const findings = findingsIn(sentence, phrasebook);
  // What no command does is near to none.
  if (words.length > longestSentence.words || words.some((_, at) => findings.isForeign(at))) return [];
  const likeness = phrasebook.likeness(exampleOf(sentence, before?.entry));
  const near = likeness.calls.flatMap((call): Weighed[] => {
    const score = likeness.of(call);
    const askable = phrasebook.askable.find(({ entry }) => entry.name === call);
    if (!askable || score < least.near) return [];
    const filled = valuesFor(askable, sentence, before);
    const [goal] = askable.goals;
    if (!goal || !filled) return [];
    return [{ askable, draft: draftOf(goal, filled, findings, () => false), score }];
  });
  return near.flatMap((each) => meaningsOf(each, readCommand).slice(0, 1));
}

/** What a sentence, or what was said before, has for a call. Undefined if something is lacking. */
function valuesFor(
  askable: Askable,
  sentence: Sentence,
  before: Before | undefined,
): Draft["filled"] | undefined {
  const filled = new Map(filledIn(askable, sentence, sentence.spans, new Set()));
  for (const name of askable.required) {
    const kind = kindsOf(askable.entry, name).find((each) => entities.has(each));
    const value = kind && before?.known[kind];
    if (!filled.has(name) && value !== undefined)
      filled.set(name, { value, shown: shownOf(kind, value), kind, at: [], isSure: true });
  }
  return askable.required.every((name) => filled.has(name)) ? filled : undefined;
}

const mostNear = 3;

/** A reading with a name for one of its arguments. */
function withName({ askable, draft, score }: Weighed, argument: string, name: Name): Weighed {
  const value = { ...choiceOf(name), kind: name.kind, at: [], isSure: true };
  return { askable, score, draft: { ...draft, filled: new Map([...draft.filled, [argument, value]]) } };
}

/** What a sentence with an unknown name may mean: the same with a name that is near, or without one if it only reads. */
export function withoutName(
  best: Weighed,
  unknown: UnknownName,
  weighed: readonly Weighed[],
  { names, readCommand }: Reading,
): Understood {
  const { askable, draft } = best;
  const [slot = ""] = [...draft.filled].find(([, { value }]) => value === unknown.name) ?? [];
  const near = unknown.kinds.flatMap((kind) => {
    const known = names.of(kind);
    const some = nearNames(
      unknown.name,
      known.map(({ name }) => name),
    );
    return some.flatMap((each) => known.find(({ name }) => name === each) ?? []);
  });
  const corrected = near.slice(0, 2).map((name) => withName(best, slot, name));
  const plain = weighed.find(
    (each) => each.askable === askable && !each.unknown && each.draft.said.length > 0,
  );
  const all = askable.entry.effect === "read" && plain ? [...corrected, plain] : corrected;
  // If nothing but the name is said, it may be one of anything, and no preset.
  const isSaid = draft.said.length > 0 || unknown.kinds.includes("service");
  return {
    meanings: unique(all.flatMap((each) => meaningsOf(each, readCommand))),
    isClear: false,
    unknown: isSaid ? unknown : { ...unknown, kinds: [] },
  };
}

/** An argument that a reading can't do without, and what it is the name of. */
function lackingIn({
  askable: { entry, required },
  draft,
}: Weighed): Pick<Name, "name" | "kind"> | undefined {
  const name = required.find((each) => !draft.filled.has(each));
  if (name === undefined) return undefined;
  const kind = kindsOf(entry, name).find((each): each is Name["kind"] => offeredKinds.includes(each));
  return kind && { name, kind };
}
