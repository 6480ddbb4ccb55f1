import { kindWords } from "./names.ts";
import type { SlotKind } from "../commands/entry.ts";
import { shownOf } from "./meaning.ts";
import { excludedIn } from "./wishes.ts";
import { correct } from "./corrections.ts";
import { things } from "./groups.ts";
import type { Phrasebook } from "./phrasebook.ts";
import type { Name, NameIndex } from "./names.ts";
import { isRangeWord } from "../../lib/period/spelling.ts";
import { numberWords, ordinals, rangesIn, spelledRanges } from "./ranges.ts";
import { type Choice, type Sentence, type Span, type Word, plainSentence, wordsOf } from "./words.ts";

/** Takes a sentence apart. */
export function sentenceOf(typed: string, phrasebook: Phrasebook, names: NameIndex, today: Date): Sentence {
  const { text, corrected } = correct(spelledRanges(plainSentence(typed), today), phrasebook, names);
  const words = wordsOf(text);
  const tokens = words.flatMap(tokenSpan);
  const named = namesIn(words, phrasebook, names);
  const isName = (at: number) =>
    named.some(({ from, to, isSure }) => isSure && to - from > 1 && at >= from && at < to);
  // "The Monday digest" is about no Monday.
  const found = rangesIn(words, today, isName).filter(({ to }) => words[to]?.plain !== "digest");
  const ranges = found.map(({ from, to, value, range, isAgainst }): Span => ({
    ...spanOf(isAgainst ? "against" : "range", value, from, to),
    ...(range && { shown: range.label, range }),
  }));
  const isDay = (at: number) => ranges.some(({ from, to }) => at >= from && at < to);
  const spans = [
    ...tokens,
    ...named.filter(({ from, isSure, to }) => to - from > 1 || isSure || !isDay(from)),
    ...ranges,
    ...numbersIn(words, isDay, text),
  ];
  const excluded = excludedIn(words, spans);
  return { text, words, corrected, excluded, spans };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hexId = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{5,40}$/;
const tokens: readonly (readonly [kind: SlotKind, pattern: RegExp])[] = [
  ["channel", /^<#([CG][A-Z0-9]+)/i],
  ["person", /^<@([UW][A-Z0-9]+)/i],
  ["group", /^<!subteam\^(S[A-Z0-9]+)/i],
];

function spanOf(kind: SlotKind, value: string, from: number, to = from + 1): Span {
  return { kind, from, to, value, shown: shownOf(kind, value), isSure: true };
}

function tokenSpan({ text, plain }: Word, at: number): Span[] {
  const [token] = tokens.flatMap(([kind, pattern]) => {
    const [, id] = pattern.exec(text) ?? [];
    return id === undefined ? [] : [spanOf(kind, id.toUpperCase(), at)];
  });
  if (token) return [token];
  if (uuid.test(plain) || hexId.test(plain)) return [spanOf("id", plain, at)];
  const [, role] =
    /^(viewer|operator|admin)(?:istrator)?s?$/.exec(plain === "read-only" ? "viewer" : plain) ?? [];
  return role === undefined ? [] : [spanOf("role", role, at)];
}

/** A name as one of several. */
export function choiceOf({ kind, name, value }: Name): Choice {
  const isToken = shownOf(kind, value) !== value;
  return { value, shown: isToken ? `${kind === "channel" ? "#" : "@"}${name}` : value };
}

/** All names in the words, also those that overlap: which is meant depends on what is asked for. */
function namesIn(words: readonly Word[], phrasebook: Phrasebook, names: NameIndex): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < words.length; from += 1) {
    for (let to = Math.min(words.length, from + names.longest); to > from; to -= 1) {
      const run = words.slice(from, to);
      if (run.some(({ kind }) => kind === "token")) continue;
      for (const found of namedBy(run, phrasebook, names)) {
        if (!maySay(found, run, words[from - 1], words[to], phrasebook)) continue;
        const [first] = found.names;
        const saysThing = (some: readonly Word[]) =>
          phrasebook.hitsIn(some).some(({ group }) => group in things);
        const isThing = saysThing(run);
        // "The csv of costs" is about costs, and "backups of quiet" is about one thing of another.
        const isOfOne = !isThing || saysThing(words.slice(0, from));
        const placed = found.kind === "service" && isPlaced(run, words[from - 1]) && isOfOne;
        // "Alerts" alone is not the hook "demo alerts".
        if (!first || (!found.isWhole && !placed && isThing)) continue;
        const among = [...new Map(found.names.map((each) => [each.value, choiceOf(each)])).values()];
        spans.push({
          kind: found.kind,
          from,
          to,
          value: first.value,
          shown: shownOf(found.kind, first.value),
          isSure: found.isWhole,
          ...(among.length > 1 && { among }),
          ...(!found.isWhole &&
            run.every((word) => phrasebook.hasMeaning(word)) &&
            !placed && { isWeak: true }),
          ...(placed && { isPlaced: true }),
        });
      }
    }
  }
  return spans;
}

/** The names that a run of words is or belongs to. "Sams role" is Sam's. */
function namedBy(
  run: readonly Word[],
  phrasebook: Phrasebook,
  names: NameIndex,
): ReturnType<NameIndex["find"]> {
  const found = names.find(run.map(({ plain }) => plain));
  const [{ plain } = { plain: "" }] = run;
  if (found.length > 0 || run.length > 1 || !/^\p{L}{3,}s$/u.test(plain) || phrasebook.isListed({ plain }))
    return found;
  return names.find([plain.slice(0, -1)]).filter(({ kind }) => kind === "person");
}

/** True if a run of words may be a name: common words are one only in full, or beside a word for its kind. */
function maySay(
  { kind, isWhole }: { kind: Name["kind"]; isWhole: boolean },
  run: readonly Word[],
  before: Word | undefined,
  after: Word | undefined,
  phrasebook: Phrasebook,
): boolean {
  const isNamed = [before, after].some((word) => word !== undefined && kindWords[kind].test(word.plain));
  const isMarked = /^[#@]/.test(run[0]?.text ?? "");
  const isCommon = run.every((word) => phrasebook.isFiller(word) || /^\p{L}?$/u.test(word.plain));
  const isPlace = /^(?:in|into|to)$/.test(before?.plain ?? "");
  if (
    kind !== "group" &&
    !isWhole &&
    [before, after].some((word) => /^(?:team|squad)$/.test(word?.plain ?? ""))
  )
    return false;
  if (kind === "channel") return isWhole && (isMarked || isNamed || isPlace);
  // A first name, unless it is also a word for something else.
  if (kind === "person" && !isWhole)
    return isMarked || run.every((word) => word.plain.length > 2 && !phrasebook.isKnown(word));
  if (kind === "person" || kind === "group") return isWhole && (isMarked || isNamed || !isCommon);
  if (isWhole) return !isCommon || isNamed || run.length > 1 || run[0]?.kind === "quoted";
  if (kind === "service" && isPlaced(run, before)) return true;
  return isNamed || !run.every((word) => phrasebook.isFiller(word) || isRangeWord(word.plain));
}

const small =
  /^(?:the|all|any|our|my|each|every|it|its|this|that|us|them|one|ones|new|old|last|next|first|more|most)$/;

/** True where a name is expected: "costs of dev" is about "reporting dev". */
function isPlaced(run: readonly Word[], before: Word | undefined): boolean {
  if (!/^(?:of|for|did|does)$/.test(before?.plain ?? "")) return false;
  return !run.every(({ plain }) => isRangeWord(plain) || small.test(plain));
}

function numbersIn(words: readonly Word[], isDay: (at: number) => boolean, text: string): Span[] {
  return words.flatMap(({ plain, end }, at): Span[] => {
    const span = (kind: SlotKind, value: string, to = at + 1) => spanOf(kind, value, at, to);
    const next = words[at + 1]?.plain ?? "";
    const number = numberOf(plain);
    const spans: Span[] = [];
    const unit = /^(\d+(?:\.\d+)?)(h|hrs?|d|m|min)$/.exec(plain);
    const time = durationOf(unit?.[1] ?? (/^an?$/.test(plain) ? "1" : number), unit?.[2] ?? next);
    if (time) spans.push(span(...time, unit ? at + 1 : at + 2));
    if (plain === "half" && /^an?$/.test(next) && words[at + 2]?.plain === "hour")
      spans.push(span("minutes", "30", at + 3));
    // What "raise it by 10" and "10 %" have isn't a value, and neither is what is below zero.
    const isPart = words[at - 1]?.plain === "by" || /^ ?%|^ percent\b/i.test(text.slice(end));
    if (isDay(at) || isPart || isNegative(words, at)) return spans;
    const [, amount = "", thousands] = /^(\d[\d,]*(?:\.\d{1,2}|\.\d+(?=k))?)(k)?$/.exec(plain) ?? [];
    if (amount !== "" && !time) {
      const credits = Number(amount.replaceAll(",", "")) * (thousands ? 1_000 : 1);
      spans.push(span("credits", String(credits), /^credits?$/.test(next) ? at + 2 : at + 1));
    }
    if (number !== undefined && !time && isCounted(plain, words[at - 1]?.plain ?? ""))
      spans.push(span("number", number));
    return spans;
  });
}

/** True for "-5", and not for "8-19" or "oct 1 - oct 15". */
function isNegative(words: readonly Word[], at: number): boolean {
  const [before, sign, word] = [words[at - 2], words[at - 1], words[at]];
  return sign?.plain === "-" && sign.end === word?.at && before !== undefined && before.end < sign.at;
}

/** True for digits and ordinals. A number in letters is one only after "number" or the like. */
function isCounted(plain: string, before: string): boolean {
  return !numberWords.includes(plain) || /^(?:number|no|nr|page|rule|#)$/.test(before);
}

function numberOf(plain: string): string | undefined {
  const [, digits] = /^#?(\d{1,6})(?:st|nd|rd|th)?$/.exec(plain) ?? [];
  const index = Math.max(numberWords.indexOf(plain), ordinals.indexOf(plain));
  return digits ?? (index > 0 ? String(index) : undefined);
}

const unitsOfTime: readonly (readonly [unit: RegExp, kind: SlotKind, factor: number])[] = [
  [/^(?:m|mins?|minutes?)$/, "minutes", 1],
  [/^(?:h|hrs?|hours?)$/, "hours", 1],
  [/^(?:d|days?)$/, "hours", 24],
  [/^(?:w|weeks?)$/, "hours", 168],
];

function durationOf(count: string | undefined, word: string): [kind: SlotKind, value: string] | undefined {
  const [, kind, factor] = unitsOfTime.find(([unit]) => unit.test(word)) ?? [];
  return kind && count !== undefined ? [kind, String(Number(count) * (factor ?? 1))] : undefined;
}
