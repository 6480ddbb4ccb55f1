import { nearNames } from "../commands/near.ts";
import { type Findings, dayKinds, findingsIn } from "./evidence.ts";
import { entities } from "./follow-up.ts";
import { isIn } from "./phrasebook.ts";
import { byLikelihood, meaningsOf, unique } from "./lines.ts";
import { actions } from "./groups.ts";
import { draftOf } from "./draft.ts";
import { filledIn } from "./fill.ts";
import {
  type Meaning,
  type Reading,
  type Understood,
  type UnknownName,
  type Weighed,
  kindsOf,
  shownOf,
} from "./meaning.ts";
import type { Sentence } from "./words.ts";
import { type Name, offeredKinds } from "./names.ts";
import { choiceOf } from "./sentence.ts";

// Below the first, a reading has too little to do with the sentence. From the second on, only a name is missing.
const least = { near: 0.4, lacking: 0.5 };

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
      return draft.said.length > 0 && !unknown && score >= least.near ? [{ askable, draft, score }] : [];
    })
    .toSorted(byLikelihood);
  // "Delete it" says nothing of what it is.
  const telling = near.filter(
    ({ draft }) => draft.filled.size > 0 || draft.said.some(({ group }) => !(group in actions)),
  );
  const meanings = telling.flatMap((each) => {
    const own = meaningsOf(each, readCommand);
    return own.length > 0 ? own : listsFor(each, drafts).flatMap((list) => meaningsOf(list, readCommand));
  });
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
 * The calls that a sentence is nearest to, for what is unclear: by the words of their titles and summaries, by what
 * means them, and by how much of the sentence their arguments take. A rare word tells more.
 */
export function nearestCalls(sentence: Sentence, { phrasebook, before, readCommand }: Reading): Meaning[] {
  const { words, spans, excluded } = sentence;
  const findings = findingsIn(sentence, phrasebook);
  // What no command does is near to none.
  if (words.some((_, at) => findings.isForeign(at))) return [];
  const last = before && phrasebook.askable.find(({ entry }) => entry.name === before.entry)?.family;
  const isNamed = (at: number) =>
    spans.some(
      ({ kind, from, to, isSure, isWeak }) =>
        isSure && !isWeak && !dayKinds.includes(kind) && at >= from && at < to,
    );
  const weights = words.map((word, at) => {
    if (excluded.has(at)) return 0;
    if (isNamed(at)) return weight.named;
    return phrasebook.isFiller(word)
      ? weight.filler * phrasebook.rarityOf(word)
      : phrasebook.rarityOf(word) || weight.unknown;
  });
  const total = sum(weights);
  const near = phrasebook.askable.flatMap((askable): Weighed[] => {
    const own = words.flatMap((word, at) => (isIn(askable.stems, word) ? [at] : []));
    const said = own.filter((at) => words[at] && !phrasebook.isFiller(words[at]));
    const filled = new Map(filledIn(askable, sentence, spans, new Set(said)));
    const missing = askable.required.filter((name) => !filled.has(name));
    for (const name of missing) {
      const kind = kindsOf(askable.entry, name).find(
        (each) => entities.has(each) && before?.known[each] !== undefined,
      );
      const value = kind && before?.known[kind];
      if (kind && value !== undefined)
        filled.set(name, { value, shown: shownOf(kind, value), kind, at: [], isSure: true });
    }
    const [draft] = askable.goals
      .map((goal) => draftOf(goal, filled, findings, () => false))
      .toSorted((a, b) => a.lacking - b.lacking);
    if (!draft || missing.some((name) => !filled.has(name))) return [];
    const explained = new Set([...draft.explained, ...own]);
    // One word says too little.
    const telling = [...explained].filter(
      (at) => words[at] && (isNamed(at) || !phrasebook.isFiller(words[at])),
    );
    if (telling.length < 2 && askable.family !== last) return [];
    const share = sum([...explained].map((at) => weights[at] ?? 0)) / Math.max(total, 1);
    const score = share - weight.lacking * draft.lacking + (askable.family === last ? weight.family : 0);
    return score >= least.near ? [{ askable, draft, score }] : [];
  });
  return near
    .toSorted(byLikelihood)
    .slice(0, mostTried)
    .flatMap((each) => meaningsOf(each, readCommand).slice(0, 1));
}

const weight = { named: 3, unknown: 1, filler: 0.15, lacking: 0.2, family: 0.1 };
const mostTried = 12;
const mostNear = 3;

const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);

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

/** The list that has what a reading lacks: the alerts for "mute the errors". */
function listsFor({ askable, draft, score }: Weighed, drafts: readonly Weighed[]): Weighed[] {
  const list = drafts.find(
    ({ askable: { family, entry, required } }) =>
      family === askable.family && required.length === 0 && /_(?:list|open|overview)$/.test(entry.name),
  );
  return list ? [{ askable: list.askable, draft: { ...draft, filled: new Map() }, score }] : [];
}

/** An argument that a reading can't do without, and what it is the name of. */
function lackingIn({
  askable: { entry, required },
  draft,
}: Weighed): Pick<Name, "name" | "kind"> | undefined {
  const needs = draft.goal.needs.flatMap((need) =>
    "slots" in need && need.slots.length === 1 ? need.slots : [],
  );
  const name = [...required, ...needs].find((each) => !draft.filled.has(each));
  if (name === undefined) return undefined;
  const isSaid = (kind: string) => draft.said.some(({ group }) => group === kind);
  // "Delete it" is about no preset.
  const kind = kindsOf(entry, name).find(
    (each): each is Name["kind"] => offeredKinds.includes(each) && (isSaid(each) || each === "service"),
  );
  return kind && { name, kind };
}
