import type { Slot } from "../commands/entry.ts";
import type { Findings } from "./evidence.ts";
import { type Assumes, type Draft, type Filled, type Weighed, makesNew, wordsOfMatch } from "./meaning.ts";
import { isNameKind } from "./names.ts";
import { type Askable, type Goal, type Hit, type Need, asksForAction } from "./phrasebook.ts";
import { type PossibleName, withPossibleName } from "./unknown-names.ts";
import type { Sentence, Span } from "./words.ts";

/** Fills a call's arguments from a sentence, before it is known what is asked for. */
export function filledIn(
  { asks }: Askable,
  sentence: Sentence,
  spans: readonly Span[],
  /** The words for what the goal is about. */
  said: ReadonlySet<number>,
): ReadonlyMap<string, Filled> {
  const filled = new Map<string, Filled>();
  const usable = spans.filter(
    ({ isWeak, from }) => !sentence.excluded.has(from) && (!isWeak || !said.has(from)),
  );
  const taken = new Set<number>();
  const all = Object.entries(asks.slots ?? {}).map(([name, slots]) => [name, [slots].flat()] as const);
  const takenFor = (slot: Slot) =>
    typeof slot === "string" || !slot.isApart
      ? taken
      : new Set([...taken, ...[...filled.values()].flatMap(({ at }) => at)]);
  // Names first, so no part of them is read as something else.
  for (const [name, slots] of all.toSorted(([, a], [, b]) => isPlain(b) - isPlain(a))) {
    const values = slots.flatMap((slot) => fill(slot, sentence, usable, takenFor(slot)) ?? []);
    const value = values.find(({ isSure }) => isSure) ?? values[0];
    if (!value) continue;
    filled.set(name, value);
    if (value.kind !== undefined) for (const at of value.at) taken.add(at);
  }
  return filled;
}

const isPlain = (slots: readonly Slot[]) => Number(slots.some((slot) => typeof slot === "string"));

function fill(
  slot: Slot,
  sentence: Sentence,
  spans: readonly Span[],
  taken: ReadonlySet<number>,
): Filled | undefined {
  if (typeof slot !== "string") return partsIn(slot, sentence, taken);
  const free = spans.filter(
    ({ kind, from, to }) => kind === slot && !range(from, to).some((at) => taken.has(at)),
  );
  const [best] = free.toSorted(
    (a, b) => Number(b.isSure) - Number(a.isSure) || b.to - b.from - (a.to - a.from) || a.from - b.from,
  );
  if (!best) return undefined;
  const { value, shown, isSure, among, from, to } = best;
  return { value, shown, isSure, kind: slot, at: range(from, to), ...(among && { among }) };
}

function partsIn(
  { parts, begin, isOne, shows = "{value}" }: Exclude<Slot, string>,
  sentence: Sentence,
  taken: ReadonlySet<number>,
): Filled | undefined {
  // A value ends with its sentence: "call it reports. It's new."
  const text = withoutNames(sentence, taken).replace(/\.(?=\s+\S)/g, ",");
  const found = parts.flatMap(([pattern, value]) => {
    const match = matchIn(text, pattern);
    return match ? [{ text: filledWith(value, match), at: wordsOfMatch(match, sentence.words) }] : [];
  });
  const used = isOne ? found.slice(0, 1) : found;
  const texts = used.map((each) => each.text).filter(Boolean);
  if (texts.length === 0) return undefined;
  const value = [begin, ...texts].filter(Boolean).join(" ");
  const shown = shows.replace("{value}", () => value);
  return { value, shown, at: used.flatMap(({ at }) => at), isSure: true };
}

// "Events.us-east" is a name, and no region. "Not by service" asks for something else.
const notBehind = /(?:[\p{L}\d][._-]|\bnot )$/iu;

/** The first match that is meant. */
function matchIn(text: string, pattern: RegExp): RegExpExecArray | undefined {
  if (!pattern.test(text)) return undefined;
  return [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].find(
    ({ index }) => !notBehind.test(text.slice(0, index)),
  );
}

/** A value with what its pattern found. A list may lack its second part. */
function filledWith(value: string, match: RegExpExecArray): string {
  return value
    .replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? "")
    .trim()
    .replace(/[.,]$/, "");
}

/** The sentence with other letters in place of the names that are taken or excluded. */
function withoutNames({ text, words, excluded }: Sentence, taken: ReadonlySet<number>): string {
  return [...taken, ...excluded].reduce((left, at) => {
    const word = words[at];
    if (!word) return left;
    return left.slice(0, word.at) + "~".repeat(word.end - word.at) + left.slice(word.end);
  }, text);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** The reading of a sentence for one goal: which words say it, and which it explains. */
export function draftOf(
  goal: Goal,
  filled: ReadonlyMap<string, Filled>,
  { hits }: Findings,
  isName: (at: number) => boolean,
  assumes: Assumes = () => false,
): Draft {
  const free = hits.filter(({ at }) => at.some((each) => !isName(each)));
  const isFilled = (need: Need) => "slots" in need && need.slots.some((name) => filled.has(name));
  const byWords = goal.needs.filter((need) => !isFilled(need));
  const said = chosen(
    byWords.filter((need) => "groups" in need),
    free,
    assumes,
  );
  const lacking = byWords.filter((need) => "slots" in need).length;
  const around = free.filter(({ group }) => goal.around.has(group) || needsGroup(goal, group));
  return {
    goal,
    isName,
    filled,
    said: said.hits,
    assumed: said.assumed,
    lacking: lacking + said.lacking,
    explained: new Set([
      ...[...filled.values()].flatMap(({ at }) => at),
      ...said.hits.flatMap(({ at }) => at),
      ...around.flatMap(({ at }) => at),
    ]),
  };
}

function needsGroup({ needs }: Goal, group: string): boolean {
  return needs.some((need) => "groups" in need && need.groups.includes(group));
}

interface Chosen {
  hits: readonly Hit[];
  lacking: number;
  assumed: number;
}

/** A word for each need, none of them for two. */
function chosen(needs: readonly Need[], hits: readonly Hit[], assumes: Assumes): Chosen {
  const [need, ...others] = needs;
  if (!need || !("groups" in need)) return { hits: [], lacking: 0, assumed: 0 };
  let best: Chosen | undefined;
  const fitting = hits
    .filter(({ group }) => need.groups.includes(group))
    .toSorted((a, b) => b.at.length - a.at.length)
    .slice(0, 4);
  for (const hit of fitting) {
    const left = hits.filter(({ at }) => at.some((each) => !hit.at.includes(each)));
    const rest = chosen(others, left, assumes);
    const all = { ...rest, hits: [hit, ...rest.hits] };
    if (!best || rest.lacking < best.lacking) best = all;
    if (rest.lacking === 0) break;
  }
  if (best && best.lacking === 0) return best;
  const without = chosen(others, hits, assumes);
  return assumes(need)
    ? { ...without, assumed: without.assumed + 1 }
    : { ...without, lacking: without.lacking + 1 };
}

/** How much a draft explains of a sentence, between 0 and 1. 0 if it can't mean the call. */
export function scoreOf(
  { entry, asks, required }: Askable,
  { filled, explained, said, lacking, assumed, goal }: Draft,
  sentence: Sentence,
  findings: Findings,
): number {
  if (lacking > 0 || required.some((name) => !filled.has(name))) return 0;
  const asked = said.filter(({ group }) => isActionOf(goal, group));
  if (entry.effect !== "read" && asked.length > 0 && asked.every((hit) => isPlural(hit, sentence))) return 0;
  const telling = new Set(said.flatMap(({ at }) => at));
  const takesDays = asks.slots?.["range"] !== undefined;
  let [right, wrong] = [0, 0];
  // A clause that has nothing to do with the rest is talk: "thanks in advance".
  const left = new Map<number, number>();
  // A name in a clause is no more than that: "I broke billing, bring it back".
  const told = new Set([...telling].map((at) => sentence.words[at]?.clause));
  for (const [at, weight] of findings.weights.entries()) {
    // Words that go without saying count if they are what says it: "what's up".
    if (explained.has(at)) {
      right += telling.has(at) ? Math.max(weight, 1) : weight;
      continue;
    }
    // What is shown as it is now needs no days.
    const missed = findings.isDay(at) && entry.effect === "read" && !takesDays ? weight / 3 : weight;
    const clause = sentence.words[at]?.clause ?? 0;
    left.set(clause, (left.get(clause) ?? 0) + missed);
  }
  for (const [clause, missed] of left)
    wrong += told.size === 0 || told.has(clause) ? missed : Math.min(missed, mostTalk);
  const isNew = makesNew(entry);
  // A form for something new says what it couldn't take.
  if (isNew) wrong /= 2;
  let score = right === 0 && assumed === 0 ? 0 : (right || 1) / ((right || 1) + wrong);
  if ([...filled.values()].some(({ isSure }) => !isSure)) score *= 0.98;
  if ([...filled.values()].some(({ among }) => among)) score *= 0.65;
  if (splitsName(filled, sentence, isNew)) score *= 0.9;
  score *= 1 - 0.02 * assumed;
  // Without a word for it, a name alone says little.
  if (said.length === 0 && assumed === 0) score *= 0.9;
  const isQuestion = said.length > 0 && said.every(({ at }) => findings.isAsked(at[0] ?? 0));
  if (entry.effect !== "read" && isQuestion) score *= 0.6;
  return score * (1 - 0.03 * sentence.corrected);
}

/** True if a value is a part of a name that was said in full, or such a name: "demo" of the hook "demo alerts". */
function splitsName(filled: Draft["filled"], { spans }: Sentence, mayBeName: boolean): boolean {
  const values = [...filled.values()].filter(({ kind }) => kind === undefined);
  return spans.some(({ kind, isSure, value: name, from, to }) => {
    if (!isNameKind(kind) || !isSure || to - from === 1) return false;
    const isPart = (value: string) =>
      value === name ? !mayBeName : ` ${name} `.includes(` ${value} `) || value.startsWith(`${name} `);
    return values.some(({ value, at }) => isPart(value) && at.includes(from));
  });
}

function isActionOf({ needs }: Goal, group: string): boolean {
  return needs.some((need) => "groups" in need && need.groups.includes(group) && asksForAction(need));
}

// What a clause without a meaning may speak against a reading.
const mostTalk = 0.5;

/** True for "mutes" and "alerts". What someone or something does is not a request either: "she mutes it". */
function isPlural({ at: [first = 0, ...others] }: Hit, { words }: Sentence): boolean {
  const word = words[first]?.plain ?? "";
  // "Created by sam" tells which.
  if (word.endsWith("ed") && words[first + 1]?.plain === "by") return true;
  return others.length === 0 && word.endsWith("s") && !asking.test(word);
}

// People ask for things with these: "sam needs access".
const asking =
  /^(?:is|has|gets|needs|wants|goes|becomes|deserves|exceeds|spends|costs|uses|takes|posts|sends|shows|passes|tops|hits|reaches|burns|us|this|always|belongs|owns|expires|ends|lives)$|ss$/;

// A name that is known is likelier than one that isn't, and a name is likelier than a word that it is too.
const share = { nearlyKnown: 0.97, likelyName: 0.8, wordBeforeName: 0.98 };

/** A sentence as one goal of a call, with its names and with one that isn't known. */
export function readingsOf(
  askable: Askable,
  goal: Goal,
  sentence: Sentence,
  findings: Findings,
  possible: readonly PossibleName[],
): Weighed[] {
  const weigh = (filled: Draft["filled"], isName: Draft["isName"], part: number) => {
    const draft = draftOf(goal, filled, findings, isName);
    return { askable, draft, score: scoreOf(askable, draft, sentence, findings) * part };
  };
  const groups = new Set(goal.needs.flatMap((need) => ("groups" in need ? need.groups : [])));
  const said = new Set(findings.hits.flatMap(({ group, at }) => (groups.has(group) ? at : [])));
  // All names, and without those that are also words for what the goal is about.
  const all = sentence.spans;
  const others = all.filter(
    ({ kind, from, to }) => kind === "range" || kind === "against" || to - from > 1 || !said.has(from),
  );
  return (others.length === all.length ? [all] : [all, others]).flatMap((spans, at): Weighed[] => {
    // Where no group can be meant, "oncall" means who is on call.
    const takesGroup = Object.values(askable.asks.slots ?? {})
      .flat()
      .includes("group");
    const names = spans.filter(
      ({ kind, isSure }) => isSure && isNameKind(kind) && (takesGroup || kind !== "group"),
    );
    const isName = (at: number) => names.some(({ from, to }) => at >= from && at < to);
    const part = at === 0 ? 1 : share.wordBeforeName;
    const plain = weigh(filledIn(askable, sentence, spans, said), isName, part);
    const other = withPossibleName(askable, goal, plain.draft, possible);
    if (!other) return [plain];
    const { draft, score } = weigh(other.filled, isName, part);
    const { unknown } = other;
    if (!unknown) return [plain, { askable, draft, score }];
    const known = other.isLikely ? share.likelyName : share.nearlyKnown;
    const named = { askable, draft, unknown, score: score * known };
    return other.isSure ? [named] : [plain, named];
  });
}
