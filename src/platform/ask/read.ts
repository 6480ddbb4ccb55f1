import type { EntryArguments, SlotKind } from "../commands/entry.ts";
import type { ReadCommandLine } from "../commands/read.ts";
import { parseCostRange, rangeBefore } from "../../lib/period/range.ts";
import type { Askable, Phrasebook } from "./phrasebook.ts";
import { type Findings, findingsIn } from "./evidence.ts";
import { type Draft, type Filled, type Meaning, draftOf, scoreOf, typedValue } from "./meaning.ts";
import type { NameIndex } from "./names.ts";
import { type Sentence, sentenceOf } from "./sentence.ts";
import { longestSentence } from "./words.ts";

/** What was understood last in a conversation. It holds no sentence. */
export interface Before {
  /** The name of an entry. */
  entry: string;
  args: Readonly<Record<string, string | number | boolean>>;
  /** What was spoken about, by kind: "it" and "there" may be any of them. */
  known: Readonly<Partial<Record<SlotKind, string>>>;
}

/** What reading a sentence needs. */
export interface Reading {
  phrasebook: Phrasebook;
  names: NameIndex;
  today: Date;
  before?: Before | undefined;
  readCommand: ReadCommandLine;
}

/** What a sentence means. */
export interface Understood {
  /** The likeliest first. None if it is about something else. */
  meanings: readonly Meaning[];
  /** True if the first one is clearly meant. */
  isClear: boolean;
}

/** From here on, a reading is acted upon. From the lower one on, it is offered. */
const line = { clear: 0.69, offered: 0.5 };
const mostOffered = 4;

const nothing: Understood = { meanings: [], isClear: false };

/** Reads a sentence. It takes time by its length, and a long one is not read at all. */
export function readSentence(typed: string, reading: Reading): Understood {
  if (typed.length > longestSentence.characters) return nothing;
  const { phrasebook, names, today, before, readCommand } = reading;
  const sentence = sentenceOf(typed, phrasebook, names, today);
  if (sentence.words.length > longestSentence.words || isNoRequest(sentence.text)) return nothing;
  const findings = findingsIn(sentence, phrasebook);
  const said = before && followUp(sentence, before);
  const drafts = phrasebook.askable.flatMap((askable, index) =>
    variants(askable, index, sentence, findings).map((draft): Weighed => ({
      askable,
      draft,
      score: scoreOf(askable, draft, sentence, findings, { nounIsKnown: false }),
    })),
  );
  const goesOn = said && (said.isCued || !drafts.some(isWhole));
  const weighed = drafts.map((plain) => {
    const later = goesOn && afterwards(plain, sentence, findings, said, reading);
    // What goes on with a question keeps what it doesn't change.
    return later && later.score + 0.05 >= plain.score ? later : plain;
  });
  const meanings = weighed
    .filter(({ score }) => score >= line.offered)
    .toSorted(byLikelihood)
    .flatMap((each) => meaningsOf(each, readCommand))
    .filter((each, index, all) => all.findIndex((other) => other.line === each.line) === index)
    .slice(0, mostOffered);
  const [first] = meanings;
  return { meanings, isClear: first !== undefined && first.score >= line.clear };
}

interface Weighed {
  askable: Askable;
  draft: Draft;
  score: number;
}

/** True for a clear reading that needs nothing from before. */
function isWhole({ score, draft }: Weighed): boolean {
  return score >= line.clear && draft.evidence.some(({ sense }) => sense === "noun" || sense === "phrase");
}

/** The best first. Of equal ones, the one with more to say for it. */
function byLikelihood(a: Weighed, b: Weighed): number {
  return b.score - a.score || detail(b) - detail(a);
}

function detail({ draft }: Weighed): number {
  const verbs = draft.evidence.filter(({ sense }) => sense === "verb").length;
  return verbs * 2 + draft.filled.size * 2 + draft.explained.size;
}

/** With all names, and without those that are also words for what the entry is about. */
function variants(askable: Askable, index: number, sentence: Sentence, findings: Findings): Draft[] {
  const evidence = findings.of(index);
  const first = draftOf(askable, sentence, evidence, sentence.spans);
  const nouns = new Set(evidence.filter(({ sense }) => sense === "noun").flatMap(({ at }) => at));
  const others = sentence.spans.filter(
    ({ kind, from, to }) => kind === "range" || to - from > 1 || !nouns.has(from),
  );
  return others.length === sentence.spans.length
    ? [first]
    : [first, draftOf(askable, sentence, evidence, others)];
}

const suspicious =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:instructions?|rules|prompts?|previous|above|guidelines|safety)\b|\bsystem ?(?:prompt|message)?:|\bdeveloper mode\b|\byou are now\b|\bpretend (?:to|you|that)\b|\bdon'?t tell (?:anyone|them|the)\b|\b(?:system|admin|root|sudo) (?:override|mode|command)\b|\bsudo\b|\bjailbreak\b|\bas an ai\b|<\/?(?:system|user|assistant|tool)\b/i;

const notMeant = /^\W*(?:please\s+)?(?:don'?t|do not|never)\b|\bwhat (?:would|will) happen if\b|\bwhat if\b/i;

/** True for what tries to talk to a model, for what is not to be done, and for what only might be. */
function isNoRequest(text: string): boolean {
  return suspicious.test(text) || notMeant.test(text);
}

/** How a sentence refers to what was said before. */
interface FollowUp {
  /** True if it says that it goes on: "and", "what about", "it". */
  isCued: boolean;
  /** Words such as "it" and "there". */
  pronouns: readonly number[];
  /** True for the time before the one that was asked about. */
  isEarlier: boolean;
  /** True if all are meant, and no longer one. */
  isAll: boolean;
}

const lead =
  /^(?:and|also|now|ok|okay|only|just|same|but|so|then|or|plus|instead|rather|actually|no|(?:what|how) about|make (?:it|that)|i mean|not)\b|\b(?:too|as well|instead|i mean)\W*$/i;
const pronoun =
  /^(?:it|its|it's|that|that's|this|them|those|these|there|one|ones|same|they|their|he|she|his|her|him)$/;
const earlier =
  /\b(?:the )?(?:day|week|month|quarter|year|one|period|time) before(?: that)?\b(?! (?:last|yesterday))|\bbefore that\b|\bthe previous (?:one|period)\b/i;
const all = /\b(?:everything|all of (?:them|it)|altogether|in total|overall|all (?:services|databases))\b/i;

function followUp({ text, words }: Sentence, { args }: Before): FollowUp {
  const pronouns = words.flatMap(({ plain, kind }, at) =>
    kind === "word" && pronoun.test(plain) ? [at] : [],
  );
  return {
    pronouns,
    isCued: lead.test(text) || pronouns.length > 0 || (earlier.test(text) && "range" in args),
    isEarlier: earlier.test(text),
    isAll: all.test(text),
  };
}

/** The draft as a part of the conversation: what it leaves open is what was said before. */
function afterwards(
  { askable, draft }: Weighed,
  sentence: Sentence,
  findings: Findings,
  said: FollowUp,
  { phrasebook, today, before }: Reading,
): Weighed | undefined {
  if (!before) return undefined;
  const { entry, asks } = askable;
  const last = phrasebook.askable.find((each) => each.entry.name === before.entry);
  const isSame = entry.name === before.entry;
  const isRelated = isSame || last?.family === askable.family;
  const own = draft.evidence.some(({ sense }) => sense === "noun" || sense === "phrase");
  const filled = new Map(draft.filled);
  const explained = new Set(draft.explained);
  const wasEmpty = filled.size === 0;
  const earlierRange = said.isEarlier && isRelated ? rangeBeforeOf(before, today) : undefined;
  if (earlierRange && asks.slots?.["range"]) {
    filled.set("range", earlierRange);
    for (const at of sentence.words.keys()) if (findings.weights[at] !== 0) explained.add(at);
  }
  let inherited = 0;
  for (const [name, slots] of Object.entries(asks.slots ?? {})) {
    if (filled.has(name)) continue;
    const kinds = [slots].flat().filter((slot) => typeof slot === "string");
    const isEntity = kinds.some((kind) => entities.has(kind));
    if (said.isAll && isEntity) continue;
    const previous = isRelated && !own ? before.args[name] : undefined;
    const kind = kinds.find((each) => before.known[each] !== undefined);
    const named =
      isEntity && (said.pronouns.length > 0 || (isRelated && said.isCued)) && kind
        ? before.known[kind]
        : undefined;
    const value = previous ?? named;
    if (value === undefined) continue;
    filled.set(name, {
      value: String(value),
      shown: shownOf(kind, String(value)),
      at: said.pronouns,
      isSure: true,
      ...(kind && { kind }),
    });
    inherited += 1;
  }
  const hasNews = !wasEmpty || earlierRange !== undefined || said.isAll;
  if (isSame && !own && !hasNews) return undefined;
  if (inherited === 0 && !isRelated) return undefined;
  for (const at of said.pronouns) explained.add(at);
  const next = { filled, explained, evidence: draft.evidence };
  const score = scoreOf(askable, next, sentence, findings, {
    nounIsKnown:
      isSame || (isRelated && (said.isCued || filled.has("number")) && (asks.verbs ?? []).length > 0),
    verbIsKnown: isSame && hasNews,
  });
  return score > 0
    ? { askable, draft: next, score: Math.min(1, score * (isSame && !own ? 0.98 : 1)) }
    : undefined;
}

const entities = new Set<string>([
  "service",
  "hook",
  "preset",
  "dashboard",
  "connection",
  "person",
  "group",
  "id",
]);

function rangeBeforeOf({ args }: Before, today: Date): Filled | undefined {
  const words = args["range"];
  if (typeof words !== "string") return undefined;
  try {
    const { words: value, label } = rangeBefore(parseCostRange(words, today));
    return { value, shown: label, at: [], isSure: true };
  } catch {
    // It could be read a moment ago. If not any longer, the days are left as they were.
    return undefined;
  }
}

/** A value of an argument as people read it: an id as Slack's token. */
export function shownOf(kind: SlotKind | undefined, value: string): string {
  if (kind === "person") return `<@${value}>`;
  if (kind === "group") return `<!subteam^${value}>`;
  return kind === "channel" ? `<#${value}>` : value;
}

/** The command lines of a draft: several if a name may be one of several. None if its line means something else. */
function meaningsOf({ askable, draft, score }: Weighed, readCommand: ReadCommandLine): Meaning[] {
  const unsure = [...draft.filled].find(([, { among }]) => among);
  const choices = unsure?.[1].among?.slice(0, mostOffered) ?? [undefined];
  return choices.flatMap((choice) => {
    const { entry, types } = askable;
    const values = [...draft.filled].map(([name, filled]) => {
      const isChosen = choice !== undefined && name === unsure?.[0];
      return [name, isChosen ? { value: choice, shown: choice } : filled] as const;
    });
    const args = Object.fromEntries(
      values.map(([name, { value }]) => [name, typedValue(value, types[name])]),
    );
    const shown = Object.fromEntries(values.map(([name, filled]) => [name, filled.shown]));
    const line = lineOf(entry, args, readCommand);
    return line === undefined ? [] : [{ entry, args, line, score, shown }];
  });
}

function lineOf(
  { name, ...entry }: Askable["entry"],
  args: EntryArguments,
  readCommand: ReadCommandLine,
): string | undefined {
  try {
    const line = entry.line(args);
    const reading = readCommand(line);
    if ("reply" in reading) return name === "help" ? line : undefined;
    return reading.entry.name === name && !reading.isGuess ? line : undefined;
  } catch {
    // An argument that the entry doesn't take.
    return undefined;
  }
}

/** What a meaning leaves for the next sentence. */
export function beforeOf({ entry, args, shown }: Meaning, known: Before["known"] = {}): Before {
  const slots = Object.entries(entry.asks?.slots ?? {});
  const news = slots.flatMap(([name, kinds]) =>
    [kinds]
      .flat()
      .flatMap((kind) =>
        typeof kind === "string" && typeof args[name] === "string" && shown[name] !== undefined
          ? [[kind, args[name]]]
          : [],
      ),
  );
  return { entry: entry.name, args, known: { ...known, ...Object.fromEntries(news) } };
}
