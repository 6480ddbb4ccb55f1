import { actions, things } from "./groups.ts";
import type { Hit, Phrasebook } from "./phrasebook.ts";
import { nameKinds, numberKinds } from "./names.ts";
import { denial, past, quantities, questionWords, sparing } from "./vocabulary.ts";
import type { Sentence, Word } from "./words.ts";

/** What is in a sentence besides names and values, and how much each word weighs if a reading leaves it out. */
export interface Findings {
  hits: readonly Hit[];
  weights: readonly number[];
  /** True for a word for what no command does. */
  isForeign(at: number): boolean;
  /** The words for what is not to be done. */
  denied: readonly number[];
  /** Where the wish begins: behind "please", "can you" and the like. */
  start: number;
  /** True for a word of a range of days. */
  isDay(at: number): boolean;
  /** True for a word that means nothing here. */
  isUnknown(at: number): boolean;
  /** True if a word is in a question. */
  isAsked(at: number): boolean;
}

const weight = {
  meant: 2,
  foreign: 6,
  unknown: 0.3,
  unsureName: 1.2,
  day: 1.2,
  number: 0.8,
  token: 2.5,
  name: 2,
  excluded: 0.1,
};

const dayKinds = ["range", "against"];

// Parts of times that were not understood.
const timeWords = /^(?:ago|before|half|early|mid|late|quarter|fortnight|decade)$/;

/** What is done to something that is there. A sentence with such a word isn't answered by a list. */
export const deeds: ReadonlySet<string> = new Set(
  "delete end stop start wake pause resume resize rename copy forget restore mute unmute snooze revoke rotate disconnect".split(
    " ",
  ),
);

const courtesy =
  /^(?:please|pls|can|could|would|should|you|i|we|let's|lets|just|now|ok|hey|hi|want|need|like|to)$/;

/** Where the words of a group mean something else, and no such thing. */
const meansElse: Readonly<Partial<Record<string, (sentence: Sentence, at: readonly number[]) => boolean>>> = {
  hours: ({ words }, [at = 0]) => isTired(words, at),
  create: (sentence, [at = 0]) => makesNothing(sentence, at),
  report: ({ words }, [at = 0]) => isNoReport(words, at),
  backup: ({ words }, at) => isUpAgain(words, at),
  warn: (sentence, at) => isToldNow(sentence, at),
  end: ({ words }, at) => isNoWish(words, at),
  expiry: ({ words, spans }, [at = 0]) => isDenied(words, at) && spans.some(({ kind }) => kind === "range"),
  health: ({ words }, [at = 0]) => isBusy(words, at),
  again: ({ words }, [at = 0]) => isAskedAgain(words, at),
  alert: ({ words }, [at = 0]) => isOddLook(words, at),
  csv: ({ words }, [at = 0]) => isNone(words, at),
  export: ({ words }, [at = 0]) => isNone(words, at),
  wake: ({ words }, [at = 0]) => isNone(words, at),
};

/** Weighs the words of a sentence. */
export function findingsIn(sentence: Sentence, phrasebook: Phrasebook): Findings {
  const { words, spans, excluded } = sentence;
  // "Not creating anything" asks for nothing to be created.
  const hitsWithDenied = phrasebook.hitsIn(words);
  const hits = hitsWithDenied.filter(
    ({ group, at }) =>
      !at.some((each) => excluded.has(each)) &&
      !meansElse[group]?.(sentence, at) &&
      !(at.length === 1 && isTeamName(group, words, at[0] ?? 0)) &&
      (!isAction(group) || !isDenied(words, at[0] ?? 0)) &&
      (!deeds.has(group) || !isSpared(words, at[0] ?? 0)),
  );
  const meant = new Set(hits.flatMap(({ at }) => at));
  const phrased = new Set(
    hits.flatMap(({ group, at }) =>
      (deeds.has(group) || group === "oncall") &&
      at.length > 1 &&
      at.every((each) => words[each] && phrasebook.isFiller(words[each]))
        ? at
        : [],
    ),
  );
  const denied = hitsWithDenied.flatMap(({ group, at: [first = 0] }) =>
    deeds.has(group) &&
    (/^(?:don't|dont|never)$/.test(words[first - 1]?.plain ?? "") || isSpared(words, first))
      ? [first]
      : [],
  );
  const inSpan = (kinds: readonly string[], at: number) =>
    spans.some(({ kind, from, to, isWeak }) => kinds.includes(kind) && !isWeak && at >= from && at < to);
  const sureNameAt = (at: number) =>
    spans.filter((span) => nameKinds.includes(span.kind) && span.isSure && at >= span.from && at < span.to);
  const isSure = (at: number) => sureNameAt(at).length > 0;
  const isLongName = (at: number) => sureNameAt(at).some(({ from, to }) => to - from > 1);
  const isPlaced = (at: number) => spans.some((span) => span.isPlaced && at >= span.from && at < span.to);
  // "No cost report" and "no new service" want none. "No, the cost report" is said with a comma.
  const isThing = (at: number) =>
    words[at]?.clause === words[at - 1]?.clause &&
    hits.some(
      ({ group, at: [first = 0] }) =>
        (group in things || group === "create") && (first === at || first === at + 1),
    );
  const unknown = new Set<number>();
  const weights = words.map((word, at) => {
    if (excluded.has(at)) return weight.excluded;
    if (word.plain === "no" && word.isFirst && isThing(at + 1)) return weight.number;
    // "No one may create one" is a rule, whichever word it has.
    if (
      quantities.test(word.plain) &&
      hits.some(({ group, at: [first] }) => group === "role" && first === at + 1)
    )
      return weight.number;
    if (word.kind === "token") return weight.token;
    if (inSpan(nameKinds, at) && (!phrasebook.isFiller(word) || isLongName(at) || isPlaced(at)))
      return isSure(at) || isPlaced(at) ? weight.name : weight.unsureName;
    if (inSpan(dayKinds, at)) return weight.day;
    if (inSpan(numberKinds, at)) return weight.number;
    if (inSpan(["id"], at)) return weight.token;
    if (timeWords.test(word.plain)) return weight.number;
    // "Take it off the list" is more than its small words.
    if (phrased.has(at)) return weight.number;
    if (word.plain === "-" || word.plain.length === 1 || phrasebook.isFiller(word)) return 0;
    if (phrasebook.isForeign(word)) return weight.foreign;
    if (meant.has(at)) return weight.meant;
    if (phrasebook.isFormOfFiller(word)) return 0;
    unknown.add(at);
    return weight.unknown;
  });
  return {
    hits,
    denied,
    weights,
    start: words.findIndex(({ plain }) => !courtesy.test(plain)),
    isForeign: (at) => weights[at] === weight.foreign,
    isUnknown: (at) => unknown.has(at),
    isDay: (at) => inSpan(dayKinds, at),
    isAsked: (at) => isQuestion(sentence, at),
  };
}

const isAction = (group: string) => group in actions;

/** True for "I need to sleep", and for "they can sleep even if I can't". */
function isTired(words: readonly Word[], at: number): boolean {
  const [first, second] = [words[at - 3]?.plain ?? "", words[at - 2]?.plain ?? ""];
  return (
    words[at]?.plain === "sleep" &&
    (/^(?:i|we)$/.test(first) || /^(?:i|we|me|they)$/.test(second) || words[at - 1]?.plain === "need")
  );
}

/** True for "I'm new here", "the setup" and "open alerts": nothing is to be made. */
function makesNothing({ words, spans }: Sentence, at: number): boolean {
  // "Open alerts" are open.
  if (words[at]?.plain === "open")
    return /^(?:alerts|incidents|alarms|ones|requests|approvals)$/.test(words[at + 1]?.plain ?? "");
  if (words[at]?.plain === "make") return /^(?:the|this|that)$/.test(words[at + 1]?.plain ?? "");
  // "Start orders staging" starts what is there.
  if (words[at]?.plain === "start")
    return spans.some(({ kind, from }) => kind === "service" && from === at + 1);
  return (
    words[at]?.plain === "new" && /^(?:i'm|im|am|we're|is|are|he's|she's)$/.test(words[at - 1]?.plain ?? "")
  );
}

/** True for "bring it back up": that starts it. */
function isUpAgain(words: readonly Word[], [at = 0, ...more]: readonly number[]): boolean {
  const before = words.slice(Math.max(0, at - 3), at).map(({ plain }) => plain);
  return (
    more.length > 0 &&
    words[at]?.plain === "back" &&
    before.some((each) => /^(?:bring|get|put|come|comes|turn|power|start|is|are)$/.test(each))
  );
}

/** True for "the Monday digest". */
function isNoReport(words: readonly Word[], at: number): boolean {
  return words[at]?.plain === "digest" && /^mondays?$/.test(words[at - 1]?.plain ?? "");
}

/** True for "tell me that we have one" and "tell me if it is ok": it wants to know now. */
function isToldNow({ text, words }: Sentence, at: readonly number[]): boolean {
  return (
    words[at[0] ?? 0]?.plain === "tell" &&
    /\btell (?:me|us) (?:that |(?:if|whether) .*\b(?:ok|okay|fine|good|there)\b|we |it |they )/i.test(text)
  );
}

/** True for "it can't post" and "it should go to #night": nothing is to end. */
function isNoWish(words: readonly Word[], [first = 0, second]: readonly number[]): boolean {
  if (second === undefined) return false;
  const [is, verb] = [words[first]?.plain ?? "", words[second]?.stem ?? ""];
  const isUnable =
    /^(?:can|could|is|does|did)n?'?(?:not|t)?$/.test(is) && /^(?:post|send|mention)$/.test(verb);
  return isUnable || (verb === "go" && /^(?:to|in|into|on)$/.test(words[second + 1]?.plain ?? ""));
}

/** True for "finance is asking again": nothing is to be read again. */
function isAskedAgain(words: readonly Word[], at: number): boolean {
  return words[at - 1]?.plain.startsWith("ask") === true;
}

/** True for "the numbers look wrong": that fires nothing. */
function isOddLook(words: readonly Word[], at: number): boolean {
  return words[at]?.plain === "wrong" && words[at - 1]?.stem === "look";
}

/** True for "we're still working with it": that is well. */
function isBusy(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at);
  return (
    words[at]?.stem === "work" &&
    before.some(({ plain }) => /^(?:i|i'm|im|we|we're|they|they're|people)$/.test(plain))
  );
}

/** True for "no file" and "no more hours". "No, start it" is said with a comma. */
function isNone(words: readonly Word[], at: number): boolean {
  return words[at - 1]?.plain === "no" && words[at - 1]?.clause === words[at]?.clause;
}

/** True for a name before "team": "the growth team". */
function isTeamName(group: string, words: readonly Word[], at: number): boolean {
  const [before = "", after = ""] = [words[at - 1]?.plain, words[at + 1]?.plain];
  return (
    !/^(?:owner|oncall|team|schedule)$/.test(group) &&
    /^(?:team|squad)$/.test(after) &&
    /^(?:the|of|for)$/.test(before)
  );
}

/** True for a word after "don't" and the like, and for "must not be stopped". */
function isDenied(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.plain ?? "";
  return denial.test(/^(?:be|ever|just|even|simply)$/.test(before) ? (words[at - 2]?.plain ?? "") : before);
}

/** True for "must not be stopped", "no one may stop it" and "keep it from being stopped". */
function isSpared(words: readonly Word[], at: number): boolean {
  const before = words
    .slice(Math.max(0, at - 4), at)
    .map(({ plain }) => ` ${plain}`)
    .join("");
  return sparing.test(before) && (!before.endsWith(" from") || /i(?:ng|on)$/.test(words[at]?.plain ?? ""));
}

function isQuestion({ words }: Sentence, at: number): boolean {
  let from = at;
  while (from > 0 && !words[from]?.isFirst) from -= 1;
  const plain = words.slice(from, at + 1).map((word) => word.plain);
  const start = /^(?:and|so|but|or|ok|hey|hi|please)$/.test(plain[0] ?? "") ? 1 : 0;
  // What was done is a story, and not a wish.
  if (past.test(plain.slice(start).join(" "))) return true;
  return questionWords.test(plain[start] ?? "") || plain.slice(0, -1).some((word) => asking.test(word));
}

// Anywhere before a verb: "tell me who paused it".
const asking = /^(?:who|what|which|where|why)$/;
