import { actions, things } from "./groups.ts";
import type { Hit, Phrasebook } from "./phrasebook.ts";
import { nameKinds, numberKinds } from "./names.ts";
import { denial, quantities, question, sparing } from "./vocabulary.ts";
import type { Sentence } from "./words.ts";

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

/** Where words of a group mean something else. "[" stands before the word. */
const meansElse: Readonly<Partial<Record<string, RegExp>>> = {
  // "I need to sleep", and "they can sleep even if I can't".
  hours: /\b(?:(?:i|we) \S+ \S+|(?:i|we|me|they) \S+|need) \[sleep\b/i,
  // "I'm new here", "the setup", and what is open or there.
  create:
    /\[open (?:alerts|incidents|alarms|ones|requests|approvals)\b|\[make (?:the|this|that)\b|\b(?:i'm|im|am|we're|is|are|he's|she's) \[new\b|\[start (?!up\b|from\b|(?:me |us )?(?:an?|another|new|fresh|the)\b)/i,
  // "It must not end on Friday."
  expiry: /\bnot \[\w+ (?:on|this|next|tomorrow)\b/i,
  // "The Monday digest."
  report: /\bmondays?(?:'s)? \[digest\b/i,
  // "Bring it back up" starts it.
  backup: /\b(?:bring|get|put|comes?|turn|power|start|is|are) (?:\S+ ){0,2}\[back /i,
  // "Tell me that we have one" and "tell me if it is ok": it wants to know now.
  warn: /\[tell (?:me|us) (?:that |(?:if|whether) .*\b(?:ok|okay|fine|good|there)\b|we |it |they )/i,
  // "It can't post" and "it should go to #night": nothing is to end.
  end: /\[(?:can'?t|cannot|isn'?t|doesn'?t|didn'?t) (?:post|send|mention)|\[(?:can|should) go (?:to|in|into|on)\b/i,
  // "We're still working with it": that is well.
  health: /\b(?:i|i'm|im|we|we're|they|they're|people) (?:\S+ ){0,2}\[work/i,
  // "Finance is asking again."
  again: /\bask\w* \[/i,
  // "The numbers look wrong": that fires nothing.
  alert: /\blook\w* \[wrong\b/i,
  // "Who can delete services" asks for roles, and not for what was done.
  acted: /\[who (?:can|may|could|should|is allowed|has the right)\b/i,
  // "It isn't used any more."
  trend: /\bany \[more\b/i,
  // "No file" and "no more hours". "No, start it" is said with a comma.
  csv: /\bno \[/i,
  export: /\bno \[/i,
  wake: /\bno \[/i,
};

// "The growth team", "no new service" and "don't stop it".
const ofTeam = /\b(?:the|of|for) \[\w+ (?:team|squad)\b/i;
const none = /(?:^|[?!.;] )no (?:\S+ )?\[|\bnobody \[may\b/i;
const forbidden = /\b(?:don't|dont|never) \[/i;

/** Weighs the words of a sentence. */
export function findingsIn(sentence: Sentence, phrasebook: Phrasebook): Findings {
  const { words, spans, excluded } = sentence;
  const all = phrasebook.hitsIn(words).map((hit) => ({ ...hit, marked: markedAt(sentence, hit.at[0] ?? 0) }));
  const hits = all.filter(
    (hit) => !hit.at.some((at) => excluded.has(at)) && !meansOther(hit) && !isSpared(hit),
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
  const denied = all.flatMap((hit) =>
    deeds.has(hit.group) && (forbidden.test(hit.marked) || isSpared(hit)) ? hit.at.slice(0, 1) : [],
  );
  const inSpan = (kinds: readonly string[], at: number) =>
    spans.some(({ kind, from, to, isWeak }) => kinds.includes(kind) && !isWeak && at >= from && at < to);
  const sureNameAt = (at: number) =>
    spans.filter((span) => nameKinds.includes(span.kind) && span.isSure && at >= span.from && at < span.to);
  const isSure = (at: number) => sureNameAt(at).length > 0;
  const isLongName = (at: number) => sureNameAt(at).some(({ from, to }) => to - from > 1);
  const isPlaced = (at: number) => spans.some((span) => span.isPlaced && at >= span.from && at < span.to);
  // "No cost report" and "no new service" want none. "No, the cost report" is said with a comma.
  const wantsNone = hits.some(
    ({ group, marked }) => (group in things || group === "create") && none.test(marked),
  );
  const unknown = new Set<number>();
  const weights = words.map((word, at) => {
    if (excluded.has(at)) return weight.excluded;
    if (wantsNone && (quantities.test(word.plain) || (word.isFirst && word.plain === "no")))
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

interface MarkedHit extends Hit {
  /** The sentence with "[" before the first word of it. */
  marked: string;
}

/** The text with "[" before a word of it. */
export function markedAt({ text, words }: Sentence, at: number): string {
  const start = words[at]?.at;
  return `${text.slice(0, start)}[${text.slice(start)}`;
}

/** True for what is to be kept from happening: "no one may stop it". */
function isSpared({ group, marked }: MarkedHit): boolean {
  return deeds.has(group) && sparing.test(marked);
}

/** True where words of a group are not meant so: "not creating anything", and the team in "the growth team". */
function meansOther({ group, at, marked }: MarkedHit): boolean {
  return (
    meansElse[group]?.test(marked) === true ||
    (group in actions && denial.test(marked)) ||
    (at.length === 1 && !/^(?:owner|oncall|team|schedule)$/.test(group) && ofTeam.test(marked))
  );
}

/** True in a question, and in what someone did. That is a story, and not a wish. */
function isQuestion({ text, words }: Sentence, at: number): boolean {
  const said = text.slice(0, words[at]?.end).split(/[?!.;]+ /);
  return question.test(said.at(-1) ?? "");
}
