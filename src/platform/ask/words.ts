import type { CostRange } from "../../lib/period/range.ts";
import { emojis } from "./vocabulary.ts";

/** A word of a sentence, a token of Slack, or a text in quotation marks. */
export interface Word {
  /** As written, without a possessive ending. */
  text: string;
  /** In lower case, corrected if it was mistyped. */
  plain: string;
  /** The basic form of `plain`. */
  stem: string;
  /** Where it is in the sentence. */
  at: number;
  end: number;
  kind: "word" | "token" | "quoted";
  /** True for the first word of a sentence. */
  isFirst: boolean;
  /** The number of its clause: commas, colons and dashes end one too. */
  clause: number;
}

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
  /** The words for what is not meant: "except billing". */
  excluded: ReadonlySet<number>;
  /** How many words had to be corrected. */
  corrected: number;
}

/** The longest sentence that is read, in characters and in words. People say more than this only by mistake. */
export const longestSentence = { characters: 500, words: 80 };

// Made with the first sentence, because its list of emoji takes 12 ms to make.
const emoji = () => /\p{RGI_Emoji}|\p{Extended_Pictographic}/gv;
// "8:00-18:00" has none.
const inTheEvening = /\b(\d{1,2})(?::(\d\d))? (?:in the|this) (?:(morning)|evening|afternoon)\b/gi;
// "Where will we be at the end of this month" is about all of it.
const expected =
  /^((?:where|what|how much)\b.*?\bwill\b.*?),? (?:at|by) (?:the )?end of (?:this|the) (month|quarter|year)\b/i;
const emojiName = /(?<!\d):[a-z0-9_+'-]+:(?!\d)/g;

// Said for courtesy at either end, more than once.
const greeting =
  /^(?:(?:oh no|oh|h+m+|argh+|ugh+|whoops|oops|eh|hey|hi|hello|good (?:morning|afternoon|evening)|morning|ok|okay|so|well|please|pls|quick question|one (?:thing|question)|sorry|@here|@channel|@everyone|(?:forget|ignore) (?:what i(?: just)? said|that|it)(?=,| -)|(?:\p{L}+ )?wants? to know|scratch that|wrong one|help(?=,|!)|(?:oh |ah )?(?:wait|hold on|hang on|oops|no wait|wait no|ah|hmm*|nope|no|right|alright)(?=,| -|\.\.)|(?:i'm|im|i am) new(?: here| to this)?(?=[,.!]| and)(?: and)?|never ?mind(?=,| -)|i (?:don't|dont|do not) get it)(?: (?:there|all|team|everyone|folks|guys|quartermaster|bot))?\s*[,:!.-]*\s+)+/iu;
const thanks =
  /[\s,.!-]*\b(?:please|pls|plz|thanks?|thank you|thx|ty|cheers|asap|for me|for us|if you can|if possible|if you (?:would|could|don't mind)|when you (?:can|have (?:a|the|some) (?:minute|moment|second|sec|time|chance))|in advance|right (?:now|away)|would you|will you)\s*[!.?]*$|,\s*ok(?:ay)?\s*[!.?]*$/i;

// What an answer is for, behind a question about money. It asks for nothing.
const purpose =
  /(?<=\b(?:cost|spend|spent|bill|csv|excel|export|credits?|numbers)\b.*?),? (?:for|before) (?:the|our|my|an?) (?:(?:board|month[- ]end|quarterly|annual|internal|external|budget|finance) )?(?:audit|auditors?|close|closing|meeting|review|board|books|accountants?|cfo|boss|presentation|slides|deck)\W*$/i;

// What is not said to end goes on.
const openEnd = /,? (?:until|till?) (?:further notice|(?:i|we) say (?:so|otherwise)|told otherwise)\W*$/i;

// A hard limit is for admins too.
const evenThem = /,? not even (?:for )?(?:the )?admins?\b,?/gi;

// It tells why, and changes nothing.
const changedMind = /\b(?:(?:i|we)(?:'ve)? )?changed (?:my|our) minds?\b,? ?/gi;

function withoutCourtesy(sentence: string): string {
  const asked = [greeting, changedMind, evenThem, openEnd].reduce(
    (left, each) => left.replace(each, ""),
    sentence,
  );
  const bare = asked.replace(thanks, "").replace(purpose, "");
  return bare === "" || bare === sentence ? asked : withoutCourtesy(bare);
}

const letter = /\p{L}/u;

// "1.200,50" and "1.200.000", and "0,28" or "2,5k". "1.200" alone may be either, and stays as it is.
const points = /(?<![\d.,])\d{1,3}(?:(?:\.\d{3})+,\d{1,2}|(?:\.\d{3}){2,})(?![\d.,]*\d)/g;
const decimalComma =
  /\b(?:0,(?=\d)|(?<!,)(\d+),(?=\d{1,2}(?:k\b| ?(?:[$€£%]|(?:credits?|euros?|eur|usd|gbp|gb|gigs?)\b))))/gi;

/** A sentence in one line of plain quotation marks, with words for the signs that have one. Signs alone say nothing. */
export function plainSentence(typed: string): string {
  const hasWords = letter.test(typed);
  const line = typed
    .replace(/[\u2018\u2019\u02BC`\u00B4]/g, "'")
    .replace(/[\u201c-\u201f\u00AB\u00BB]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(
      emoji(),
      (found) => ` ${(hasWords && emojis[String.fromCodePoint(found.codePointAt(0) ?? 0)]) || ""} `,
    )
    .replace(emojiName, " ")
    .replace(points, (amount) => amount.replaceAll(".", "").replace(",", "."))
    .replace(decimalComma, (_, whole = "0") => `${whole}.`)
    .replace(/(?:^|(?<=\s))[$€£]+(?=\s|$)/g, "cost")
    .replace(/\b(no|nr)\. ?(?=\d)/gi, "$1 ")
    .replace(/\bread only\b/gi, "read-only")
    .replace(/\b(?:(?:every|each) )?(?:working|business|work) days?\b/gi, "weekdays")
    .replace(/\banymore\b/gi, "any more")
    .replace(
      inTheEvening,
      (_, hour: string, minutes = "00", morning?: string) =>
        `${(Number(hour) % 12) + (morning ? 0 : 12)}:${minutes}`,
    )
    .replace(expected, "$1 this $2")
    .replace(/(?<=\w) (?:[&+]|n) (?=\w)/gi, " and ")
    .replace(/\bw\/o\b/gi, "without")
    .replace(/\bw\/(?= )/gi, "with")
    .replace(/\b(\d+) d\b/gi, "$1 days")
    .replace(/(?<=\d) ?\/ ?(?=(?:day|week|month|wk|mo)\b)/gi, " per ")
    .replace(/\s+/g, " ")
    .trim();
  return withoutCourtesy(compared(line));
}

/** "More than last month" compares this month with it, if no other days are said. */
function compared(line: string): string {
  const days =
    /\b(?:today|yesterday|(?:this|last|past|previous) (?:week|month|quarter|year)|since|january|february|march|april|may|june|july|august|september|october|november|december)\b/gi;
  return (line.match(days) ?? []).length === 1
    ? line.replace(/\bthan (?:in )?last (week|month|quarter|year)\b/i, "this $1 than last $1")
    : line;
}

// A token of Slack, a text in quotation marks, a number, a word with what may be inside of one, or a mark.
const piece =
  /<[#@!][^<>]*>|"[^"]*"|\d{1,3}(?:,\d{3})+(?:\.\d+)?k?|[#@]?[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_'=/.:-]*[\p{L}\p{N}\p{M}])?|[?!.;:,-]/gu;
const sentenceEnd = /^[?!.;]$/;

/** The words of a plain sentence. Marks are left out, but for a dash between words. */
export function wordsOf(sentence: string): Word[] {
  const words: Word[] = [];
  let isFirst = true;
  let clause = 0;
  for (const { 0: found, index: at } of sentence.matchAll(piece)) {
    if (sentenceEnd.test(found)) isFirst = true;
    if (/^[?!.;:,-]$/.test(found)) clause += 1;
    if (/^[?!.;:,]$/.test(found)) continue;
    const kind = found.startsWith("<") ? "token" : found.startsWith('"') ? "quoted" : "word";
    const text = kind === "quoted" ? found.slice(1, -1) : found.replace(/'s?$/i, "");
    words.push({ text, at, end: at + found.length, kind, isFirst, clause, ...forms(text) });
    isFirst = false;
  }
  return words;
}

/** The forms of a word that are compared. */
export function forms(text: string): { plain: string; stem: string } {
  const plain = text.normalize("NFC").toLowerCase();
  return { plain, stem: denials.test(plain) ? "not" : stemOf(plain) };
}

const denials =
  /^(?:\w+n't|dont|doesnt|didnt|isnt|arent|wasnt|wont|cant|cannot|shouldnt|couldnt|wouldnt|havent|hasnt)$/;

// Words that have others for their forms, with the basic one first.
const irregular: ReadonlyMap<string, string> = new Map(
  `spend spent, write wrote written, rise rose risen, throw threw thrown, freeze froze frozen, steal stole stolen,
  choose chose chosen, bring brought, seek sought, draw drew drawn, blow blew blown, fly flew, sink sank sunk,
  hide hidden, say said, delete deletion, create creation, tear torn, remove removal, rotate rotation, pay paid,
  restore restoration, send sent, make made, build built, begin began, run ran, come came, go went gone, keep kept,
  hold held, fall fell, grow grew, take took taken, give gave given, get got gotten, break broke broken, see saw seen,
  show shown, do did, done done, buy bought, lose lost, leave left, tell told, burn burnt, eat ate eaten, db dbs,
  expensive dearer, price pricey, index indices, pagerduty pager, person people ppl`
    .split(/,\s+/)
    .flatMap((said) => {
      const [base = "", ...others] = said.split(" ");
      return others.map((other) => [other, base] as const);
    }),
);

/** The basic form of a word, roughly: "costs", "costing" and "cost" have the same. */
export function stemOf(said: string): string {
  const word = irregular.get(said) ?? said;
  if (word.length < 4 || !/^[\p{L}'-]+$/u.test(word)) return word;
  const singular = word.endsWith("ies")
    ? `${word.slice(0, -3)}y`
    : /(?:ss|us|is)$/.test(word)
      ? word
      : word.replace(/(?<=[sxz]|[cs]h)es$|s$/, "");
  const bare = singular.replace(/(?<=[a-z]{3})(?:ing|ed|er)$/, "");
  const single = bare === singular ? bare : bare.replace(/([bdgklmnprt])\1$/, "$1");
  return single.length > 3 ? single.replace(/(?<=[a-z]{2})(?:e|y|i)$/, "") : single;
}
