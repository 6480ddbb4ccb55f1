import { correct } from "./corrections.ts";
import type { Phrasebook } from "./phrasebook.ts";
import type { Name, NameIndex } from "./names.ts";
import { isRangeWord } from "../../lib/period/spelling.ts";
import { rangesIn, spelledRanges } from "./ranges.ts";
import { type Word, plainSentence, wordsOf } from "./words.ts";
import type { CostRange } from "../../lib/period/range.ts";

/** One of several values that words may mean, with the name that tells it from the others. */
export interface Choice {
  value: string;
  shown: string;
}

/** A run of words that means a value. */
export interface Span {
  kind: string;
  from: number;
  to: number;
  value: string;
  /** How people read it: plain text, or a token of Slack. */
  shown: string;
  /** What it may mean, if that is several. */
  among?: readonly Choice[];
  /** True for a name that was said in full, and for anything that isn't a name. */
  isSure: boolean;
  /** True for a part of a name that is also a word for something else. */
  isWeak?: boolean;
  /** True for a name where one is expected, so its words don't go without saying: "costs of dev". */
  isPlaced?: boolean;
  range?: CostRange;
}

/** A sentence with all that can be found in it without knowing what it asks for. */
export interface Sentence {
  text: string;
  words: readonly Word[];
  spans: readonly Span[];
  /** How many words had to be corrected. */
  corrected: number;
}

/** Takes a sentence apart. */
export function sentenceOf(typed: string, phrasebook: Phrasebook, names: NameIndex, today: Date): Sentence {
  const { text, corrected } = correct(spelledRanges(plainSentence(typed), today), phrasebook, names);
  const words = wordsOf(text);
  const tokens = words.flatMap(tokenSpan);
  const named = namesIn(words, phrasebook, names);
  const isName = (at: number) =>
    named.some(({ from, to, isSure }) => isSure && to - from > 1 && at >= from && at < to);
  const ranges = rangesIn(words, today, isName).map(({ from, to, value, range }): Span => ({
    kind: "range",
    from,
    to,
    value,
    shown: range?.label ?? value,
    isSure: true,
    ...(range && { range }),
  }));
  const isDay = (at: number) => ranges.some(({ from, to }) => at >= from && at < to);
  return {
    text,
    words,
    corrected,
    spans: [
      ...tokens,
      ...named.filter(({ from, isSure, to }) => to - from > 1 || isSure || !isDay(from)),
      ...ranges,
      ...numbersIn(words, isDay),
    ],
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hexId = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{5,40}$/;
const roles: Readonly<Record<string, string>> = {
  viewer: "viewer",
  operator: "operator",
  admin: "admin",
  administrator: "admin",
};

function tokenSpan(word: Word, at: number): Span[] {
  const span = (kind: string, value: string, shown = value): Span[] => [
    { kind, value, shown, from: at, to: at + 1, isSure: true },
  ];
  const [, channel] = /^<#([CG][A-Z0-9]+)/i.exec(word.text) ?? [];
  if (channel !== undefined) return span("channel", channel.toUpperCase(), `<#${channel.toUpperCase()}>`);
  const [, person] = /^<@([UW][A-Z0-9]+)/i.exec(word.text) ?? [];
  if (person !== undefined) return span("person", person.toUpperCase(), `<@${person.toUpperCase()}>`);
  const [, group] = /^<!subteam\^(S[A-Z0-9]+)/i.exec(word.text) ?? [];
  if (group !== undefined) return span("group", group.toUpperCase(), `<!subteam^${group.toUpperCase()}>`);
  if (uuid.test(word.plain) || hexId.test(word.plain)) return span("id", word.plain);
  const role = roles[word.plain.replace(/s$/, "")];
  return role === undefined ? [] : span("role", role);
}

const shownAs: Partial<Record<Name["kind"], (id: string) => string>> = {
  channel: (id) => `<#${id}>`,
  person: (id) => `<@${id}>`,
  group: (id) => `<!subteam^${id}>`,
};

/** A name as one of several. */
export function choiceOf({ kind, name, value }: Name): Choice {
  return { value, shown: kind in shownAs ? `${kind === "channel" ? "#" : "@"}${name}` : value };
}

/** All names in the words, also those that overlap: which is meant depends on what is asked for. */
function namesIn(words: readonly Word[], phrasebook: Phrasebook, names: NameIndex): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < words.length; from += 1) {
    for (let to = Math.min(words.length, from + names.longest); to > from; to -= 1) {
      const run = words.slice(from, to);
      if (run.some(({ kind }) => kind === "token")) continue;
      for (const found of names.find(run.map(({ plain }) => plain))) {
        if (!maySay(found, run, words[from - 1], words[to], phrasebook)) continue;
        const [first] = found.names;
        if (!first) continue;
        const placed = found.kind === "service" && isPlaced(run, words[from - 1]);
        const among = [...new Map(found.names.map((each) => [each.value, choiceOf(each)])).values()];
        spans.push({
          kind: found.kind,
          from,
          to,
          value: first.value,
          shown: shownAs[found.kind]?.(first.value) ?? first.value,
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

/** Words for the kinds of things that have a name. */
export const kindWords: Readonly<Record<Name["kind"], RegExp>> = {
  service: /^(?:service|database|db|instance|cluster|server)s?$/,
  hook: /^(?:hook|webhook)s?$/,
  preset: /^(?:preset|template)s?$/,
  dashboard: /^(?:dashboard|board|chart|graph)s?$/,
  connection: /^(?:connection|cloud|account)s?$/,
  channel: /^channels?$/,
  person: /^(?:person|user)s?$/,
  group: /^(?:group|team|usergroup)s?$/,
};

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
  if (kind === "channel") return isWhole && (isMarked || isNamed || isPlace);
  // A first name, unless it is also a word for something else.
  if (kind === "person" && !isWhole) return isMarked || run.every((word) => isOwnWord(word, phrasebook));
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

/** True for a word that means nothing else here. */
function isOwnWord(word: Word, phrasebook: Phrasebook): boolean {
  return word.plain.length > 2 && !phrasebook.isKnown(word);
}

const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const ordinals = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

function numbersIn(words: readonly Word[], isDay: (at: number) => boolean): Span[] {
  return words.flatMap(({ plain }, at): Span[] => {
    const span = (kind: string, value: string, to = at + 1): Span => ({
      kind,
      value,
      shown: value,
      from: at,
      to,
      isSure: true,
    });
    const next = words[at + 1]?.plain ?? "";
    const number = numberOf(plain);
    const spans: Span[] = [];
    const unit = /^(\d+(?:\.\d+)?)(h|hrs?|d|m|min)$/.exec(plain);
    const time = durationOf(unit?.[1] ?? (/^an?$/.test(plain) ? "1" : number), unit?.[2] ?? next);
    if (time) spans.push(span(...time, unit ? at + 1 : at + 2));
    if (plain === "half" && /^an?$/.test(next) && words[at + 2]?.plain === "hour")
      spans.push(span("minutes", "30", at + 3));
    if (isDay(at)) return spans;
    const [, amount = "", thousands] = /^(\d[\d,]*(?:\.\d+)?)(k)?$/.exec(plain) ?? [];
    if (amount !== "" && !time) {
      const credits = Number(amount.replaceAll(",", "")) * (thousands ? 1_000 : 1);
      spans.push(span("credits", String(credits), /^credits?$/.test(next) ? at + 2 : at + 1));
    }
    if (number !== undefined && !time && isCounted(plain, words[at - 1]?.plain ?? ""))
      spans.push(span("number", number));
    return spans;
  });
}

/** True for digits and ordinals. A number in letters is one only after "number" or the like. */
function isCounted(plain: string, before: string): boolean {
  return !numberWords.includes(plain) || /^(?:number|no|nr|page|rule|#)$/.test(before);
}

function numberOf(plain: string): string | undefined {
  const [, digits] = /^#?(\d{1,6})(?:st|nd|rd|th)?$/.exec(plain) ?? [];
  if (digits !== undefined) return digits;
  const index = Math.max(numberWords.indexOf(plain), ordinals.indexOf(plain));
  return index > 0 ? String(index) : undefined;
}

function durationOf(count: string | undefined, unit: string): [kind: string, value: string] | undefined {
  const number = Number(count);
  if (count === undefined || Number.isNaN(number)) return undefined;
  if (/^(?:m|mins?|minutes?)$/.test(unit)) return ["minutes", String(number)];
  if (/^(?:h|hrs?|hours?)$/.test(unit)) return ["hours", String(number)];
  if (/^(?:d|days?)$/.test(unit)) return ["hours", String(number * 24)];
  return /^(?:w|weeks?)$/.test(unit) ? ["hours", String(number * 168)] : undefined;
}
