import type { EntryArguments } from "../commands/entry.ts";
import type { ReadCommandLine } from "../commands/read.ts";
import type { Askable, Phrasebook } from "./phrasebook.ts";
import { type Findings, findingsIn } from "./evidence.ts";
import { afterwards, followUp } from "./follow-up.ts";
import type { Before } from "./conversations.ts";
import {
  type Draft,
  type Meaning,
  type UnknownName,
  type Weighed,
  draftOf,
  scoreOf,
  typedValue,
} from "./meaning.ts";
import type { NameIndex } from "./names.ts";
import { nearNames } from "../commands/near.ts";
import { type Sentence, choiceOf, sentenceOf } from "./sentence.ts";
import { type Stranger, isTold, strangersIn, withStrangers } from "./strangers.ts";
import { type Word, longestSentence } from "./words.ts";

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
  /** The words with a meaning of their own that the first one uses for nothing. */
  leftOut?: readonly string[];
  /** A name in it that isn't known. Nothing runs without it: the meanings are what else there is. */
  unknown?: UnknownName;
  /** True for what tries to talk to a model, or to be more than its person. */
  isAttempt?: true;
}

/** From here on, a reading is acted upon. From the lower one on, it is offered. */
const line = { clear: 0.69, named: 0.6, offered: 0.5 };
const mostOffered = 4;
// A name that is known is likelier than one that isn't.
const nearlyKnown = 0.97;

const nothing: Understood = { meanings: [], isClear: false };

/** Reads a sentence. It takes time by its length, and a long one is not read at all. */
export function readSentence(typed: string, reading: Reading): Understood {
  return firstOfTwo(typed, reading) ?? readWhole(typed, reading);
}

const begins =
  /^\W*(?:(?:please|pls|can|could|would|will|you|we|i|let's|just|hey|hi|ok|and|then) +)*(?:create|make|provision|launch|build|spin|set|start|new|need|want|get|give|have)\b/i;
const second =
  /(?:,? +(?:and|then|but)(?: +then| +also)*|[,;.]) +(?=(?:\w+ +){0,2}?(?:give|set|cap|limit|post|send|stop|pause|delete|watch|tell|warn|alert|let|make|add|put|run|expire|keep|assign|budget|schedule|share)\b)|,? +(?=with +(?:an? +)?(?:\w+ +){0,2}(?:budget|cap|limit|alert|report|password)\b)/i;

// A name right behind the verb.
const startsNamed =
  /\b(?:create|provision|launch|(?:spin|stand|fire|bring) up)\s+((?!(?:an?|the|my|our|new|another|some|me|us|it|that|this|them|something)\b)[a-z][\w .-]{0,49})$/i;

/**
 * The first of two wishes, if it opens the form for something new. What is wanted of that thing then is left out and
 * told: before there is such a thing, the words would be about others.
 */
function firstOfTwo(typed: string, reading: Reading): Understood | undefined {
  if (typed.length > longestSentence.characters || !begins.test(typed)) return undefined;
  const cut = second.exec(typed);
  if (!cut || (typed.slice(0, cut.index).split('"').length - 1) % 2 === 1) return undefined;
  const [head, tail] = [typed.slice(0, cut.index), typed.slice(cut.index + cut[0].length)];
  const left = tail.replace(/[\s.,!?;:]+$/, "");
  const understood = readWhole(head, reading);
  const [first] = understood.meanings;
  if (understood.isClear && first && opensNew(first))
    return { ...understood, leftOut: [...(understood.leftOut ?? []), left] };
  const [, named] = startsNamed.exec(head) ?? [];
  if (named === undefined) return undefined;
  const command = reading.readCommand(`create ${named}`);
  if (!("run" in command) || command.isGuess || !opensNew(command)) return undefined;
  const { entry, line, path } = command;
  const name = line.slice(path.length).trim();
  const args: Record<string, string> = name === "" ? {} : { name };
  return { meanings: [{ entry, line, args, shown: args, score: 1 }], isClear: true, leftOut: [left] };
}

function opensNew({ entry: { opens, effect, name } }: Pick<Meaning, "entry">): boolean {
  return opens && effect === "change" && name.endsWith("_create");
}

function readWhole(typed: string, reading: Reading): Understood {
  if (typed.length > longestSentence.characters) return nothing;
  const { phrasebook, names, today, before, readCommand } = reading;
  const sentence = sentenceOf(typed, phrasebook, names, today);
  if (suspicious.test(sentence.text)) return { ...nothing, isAttempt: true };
  if (sentence.words.length > longestSentence.words || notMeant.test(sentence.text) || statement.test(typed))
    return nothing;
  const findings = findingsIn(sentence, phrasebook);
  const strangers = strangersIn(sentence, findings, phrasebook);
  const said = before && followUp(sentence, before);
  const drafts = phrasebook.askable.flatMap((askable, index) =>
    variants(askable, index, sentence, findings).flatMap((plain) =>
      [plain, withStrangers(askable, plain, findings.guessedOf(index), strangers)].flatMap(
        (each): Weighed[] => {
          if (!each) return [];
          const { unknown, ...draft }: typeof each & { unknown?: UnknownName } = each;
          const score = scoreOf(askable, draft, sentence, findings, { nounIsKnown: false });
          return [{ askable, draft, ...(unknown ? { unknown, score: score * nearlyKnown } : { score }) }];
        },
      ),
    ),
  );
  const goesOn = said && (said.isCued || !drafts.some(isWhole));
  const weighed = drafts.map((plain) => {
    const later = goesOn && afterwards(plain, sentence, findings, said, reading);
    // What goes on with a question keeps what it doesn't change.
    return later && later.score + 0.05 >= plain.score ? later : plain;
  });
  const likely = weighed.filter(({ score }) => score >= line.offered).toSorted(byLikelihood);
  const [best] = likely;
  if (best?.unknown && best.score >= line.named)
    return withoutName(best, best.unknown, weighed, names, readCommand);
  const known = likely.filter(({ unknown }) => !unknown);
  const meanings = unique(known.flatMap((each) => meaningsOf(each, readCommand))).slice(0, mostOffered);
  const [first] = meanings;
  if (first === undefined || first.score < line.clear) return { meanings, isClear: false };
  const meant = known.find(({ askable }) => askable.entry.name === first.entry.name);
  const left = meant && leftOut(meant, strangers, sentence);
  if (left) return { meanings: [], isClear: false, unknown: left };
  return { meanings, isClear: true, ...(meant && { leftOut: unusedWords(meant, sentence, findings) }) };
}

// What says nothing about the thing.
const empty = /^(?:new|another|fresh|additional|extra|one|ones|us|it|its|them)$/;
/** Talk elsewhere, but never in a wish for something new. */
const sizes = /^(?:tiny|small|little|medium|large|big|huge|smallest|largest|biggest|xs|xl|xxl)$/;

/** The words that no argument took, and that don't say what to do with what either. Neighbours stay together. */
function unusedWords({ draft }: Weighed, { text, words }: Sentence, { weights }: Findings): string[] {
  const filled = new Set([...draft.filled.values()].flatMap(({ at }) => at));
  const said = new Set(draft.evidence.filter(({ sense }) => sense !== "also").flatMap(({ at }) => at));
  const isUnused = (at: number) => {
    const { plain = "" } = words[at] ?? {};
    if (filled.has(at) || empty.test(plain)) return false;
    return sizes.test(plain) || (!said.has(at) && (weights[at] ?? 0) > 0);
  };
  const runs: Word[][] = [];
  for (const [at, word] of words.entries()) {
    if (!isUnused(at)) continue;
    if (at > 0 && isUnused(at - 1)) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs.map((run) => text.slice(run[0]?.at, run.at(-1)?.end).replace(/[\s.,!?;:]+$/, ""));
}

/** A name that a reading leaves out. A clause that has nothing to do with it is talk. */
function leftOut(
  { askable: { entry, asks }, draft }: Weighed,
  strangers: readonly Stranger[],
  { words }: Sentence,
): UnknownName | undefined {
  const { explained, filled } = draft;
  const told = new Set([...explained].map((at) => words[at]?.clause));
  const left = strangers.find(
    (stranger) =>
      isTold(stranger, entry) &&
      stranger.at.some((each) => !explained.has(each) && told.has(words[each]?.clause)),
  );
  if (!left) return undefined;
  const open = new Set(
    Object.entries(asks.slots ?? {}).flatMap(([name, slots]) => (filled.has(name) ? [] : [slots].flat())),
  );
  const kinds = left.kinds.filter((kind) => open.has(kind));
  const isService = left.kinds.includes("service");
  return { name: left.name, kinds: kinds.length > 0 ? kinds : isService ? ["service"] : [] };
}

/** What a sentence with an unknown name may mean: the same with a name that is near, or without one if it only reads. */
function withoutName(
  { askable, draft, score }: Weighed,
  unknown: UnknownName,
  weighed: readonly Weighed[],
  names: NameIndex,
  readCommand: ReadCommandLine,
): Understood {
  const [slot] = [...draft.filled].find(([, { value }]) => value === unknown.name) ?? [];
  const others = unknown.kinds.flatMap((kind) => {
    const known = names.of(kind);
    const near = nearNames(
      unknown.name,
      known.map(({ name }) => name),
    );
    return near
      .flatMap((name) => known.filter((each) => each.name === name).slice(0, 1))
      .map((each) => ({ ...choiceOf(each), kind, at: [], isSure: true }));
  });
  const corrected = others.slice(0, 2).map((filled): Weighed => ({
    askable,
    score,
    draft: { ...draft, filled: new Map([...draft.filled, [slot ?? "", filled]]) },
  }));
  const plain = weighed.filter(
    (each) => each.askable === askable && !each.unknown && each.draft.evidence.length > 0,
  );
  const all = askable.entry.effect === "read" ? plain.slice(0, 1) : [];
  return {
    meanings: unique([...corrected, ...all].flatMap((each) => meaningsOf(each, readCommand))),
    isClear: false,
    unknown,
  };
}

function unique(meanings: readonly Meaning[]): Meaning[] {
  return meanings.filter(
    ({ line: own }, index) => meanings.findIndex((other) => other.line === own) === index,
  );
}

/** True for a clear reading that needs nothing from before. */
function isWhole({ score, draft }: Weighed): boolean {
  return score >= line.clear && draft.evidence.some(({ sense }) => sense === "noun" || sense === "phrase");
}

/** The best first. Of equal ones, the one with more to say for it, and a read before a change. */
function byLikelihood(a: Weighed, b: Weighed): number {
  return b.score - a.score || detail(b) - detail(a) || isChange(a) - isChange(b);
}

function isChange({ askable }: Weighed): number {
  return Number(askable.entry.effect !== "read");
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

// What tries to talk to a model.
const suspicious =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:instructions?|rules|prompts?|previous|above|guidelines|safety)\b|\bsystem ?(?:prompt|message)?:|\bdeveloper mode\b|\byou are now\b|\bpretend (?:to|you|that)\b|\bdon'?t tell (?:anyone|them|the)\b|\b(?:system|admin|root|sudo) (?:override|mode|command)\b|\bsudo\b|\bjailbreak\b|\bas an ai\b|<\/?(?:system|user|assistant|tool)\b/i;

// What is not to be done, and what only might be.
const notMeant =
  /^\W*(?:please\s+)?(?:don'?t|do not|never)\b(?!.*\b(?:any ?more|any longer)\b)|\bwhat (?:would|will) happen if\b|\bwhat if\b/i;

// A statement of SQL, which no command runs.
const statement =
  /^\s*(?:select\s.+\sfrom\s|update\s+\S+\s+set\s|insert\s+into\s|delete\s+from\s+\S+(?:\s+where\s|\s*;?\s*$)|(?:alter|create|drop|truncate|optimize)\s+table\s)/is;

/** The command lines of a draft: several if a name may be one of several. None if its line means something else. */
function meaningsOf({ askable, draft, score }: Weighed, readCommand: ReadCommandLine): Meaning[] {
  const unsure = [...draft.filled].find(([, { among }]) => among);
  const choices = unsure?.[1].among?.slice(0, mostOffered) ?? [undefined];
  return choices.flatMap((choice) => {
    const { entry, types } = askable;
    const values = [...draft.filled].map(([name, filled]) => {
      const isChosen = choice !== undefined && name === unsure?.[0];
      return [name, isChosen ? choice : filled] as const;
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
    const isOwn = reading.entry.name === name && !reading.isGuess && !reading.isMistake;
    return isOwn ? line : undefined;
  } catch {
    // An argument that the entry doesn't take.
    return undefined;
  }
}
