import * as fc from "fast-check";
import type { Before } from "../../src/platform/ask/conversations.ts";
import { isEnding } from "../../src/platform/ask/lines.ts";
import type { Understood } from "../../src/platform/ask/meaning.ts";
import { after, read } from "../ask/reading.ts";
import { meantIn, tuned, workspace } from "../ask/sentences.ts";

/** A sentence that is read clearly and whole. */
interface Clear {
  say: string;
  line: string;
  isChange: boolean;
  before: Before | undefined;
}

/** A clear sentence with words put into it that change what it says. */
export interface Inserted {
  say: string;
  /** What was put in, without what is in the sentence anyway. */
  words: string;
  from: Clear;
}

const all: readonly Clear[] = meantIn(tuned).flatMap(({ say, before: said }) => {
  const before = after(said);
  const { meanings, isClear, leftOut = [], next } = read(say, before);
  const [meant] = meanings;
  return meant && isClear && leftOut.length === 0 && !next
    ? [{ say, line: meant.line, isChange: meant.entry.effect !== "read", before }]
    : [];
});

const question =
  /^(?:what|which|how|is|who|where|did|do|does|are|any|anything|anyone|why|can|could|when|whose|there|i|we|if|hows|my|our|ok|now|in|for|by|as|only|everyone|no|nobody|everything|and)(?:['’]?\w{0,2})\b/i;
const denies = /\b(?:no|nobody|don'?t|not|never|without|stop|deny|except|isn'?t|none|nothing)\b|n't\b/i;
const verb =
  /^(?:show|make|stop|send|list|export|set|remove|new|delete|post|give|turn|open|spend|warn|add|create|edit|keep|run|share|rm|drop|get|tell|let|take|spin|mute|copy|rename|shut|gimme|cap|restore|end|roll|provision|bin|nuke|snooze|change|trace|pause|rotate|move|unmute|disconnect|ping|import|hush|search|lift|apply|load|start|wake|fetch|re-read|break|refetch|rasie|kill|forget|crate|ack|try|dup|fire|point|resend|mention|expect|put|hand|silence|unpause|pull|promote|switch|require|revoke|connect|hook|diagnose|explain|watch|replay|split|trash|scale|destroy|audit|mirror|test|erase|anonymi[sz]e)\b/i;

/** Whether words are in a value of its lines, among what it says that it leaves out, or the name that it doesn't know. */
function mentions({ meanings: [meant], leftOut = [], next }: Understood, words: string): boolean {
  const said = [meant?.line ?? "", ...leftOut].some((each) =>
    each.toLowerCase().includes(words.toLowerCase()),
  );
  return said || (next !== undefined && mentions(next, words));
}

/** Whether one of the words that carry something is among what it says that it leaves out. */
function says({ leftOut = [], next }: Understood, words: string): boolean {
  const left = leftOut
    .join(" ")
    .toLowerCase()
    .split(/[^\p{L}\d']+/u);
  const own = words
    .toLowerCase()
    .split(/[^\p{L}\d']+/u)
    .filter((each) => each !== "" && !/^(?:the|is|at|on|so|says)$/.test(each));
  return own.some((each) => left.includes(each)) || (next !== undefined && says(next, words));
}

export const readingOf = ({ say, from }: Inserted): Understood => read(say, from.before);

const lineOf = ({ meanings: [meant] }: Understood) => meant?.line ?? "";

/** A name that isn't known may not run without it, nor as another one. */
export function heedsName(inserted: Inserted, understood: Understood): boolean {
  return !understood.isClear || mentions(understood, inserted.words);
}

/** What isn't to be done may not run, unless its "not" ends something: "don't post the weekly report". */
export function heedsDenial(inserted: Inserted, understood: Understood): boolean {
  const [meant] = understood.meanings;
  if (!understood.isClear || says(understood, inserted.words)) return true;
  return lineOf(understood) !== inserted.from.line && meant !== undefined && isEnding(meant.entry);
}

/** What is excluded may be in no value, unless all of its words are: a title. It is said to be left out. */
export function heedsExclusion(inserted: Inserted, understood: Understood): boolean {
  if (!understood.isClear || lineOf(understood).includes(inserted.words)) return true;
  const name = workspace.services.find((each) => inserted.words.endsWith(each));
  return says(understood, inserted.words) && !lineOf(understood).includes(name ?? "");
}

/** A condition is in a value of the line, or is said to be left out. */
export function heedsCondition(inserted: Inserted, understood: Understood): boolean {
  return (
    !understood.isClear ||
    lineOf(understood) !== inserted.from.line ||
    understood.next !== undefined ||
    says(understood, inserted.words)
  );
}

const syllable = fc.constantFrom(..."zor blax quim vex kruv mox yulk fnord gub zub".split(" "));
const strange = fc.array(syllable, { minLength: 2, maxLength: 3 }).map((some) => some.join(""));
const part = fc.oneof(
  strange,
  fc.constantFrom(..."kafka payroll crm ledger redis mail hr auth search etl core".split(" ")),
  fc.constantFrom(...workspace.services.filter((name) => /^\w+$/.test(name))),
);
const ending = fc.oneof(
  fc.constantFrom(..."prod eu dev staging legacy old test backup v2 us-east 2".split(" ")),
  fc.integer({ min: 1, max: 99 }).map(String),
);

/** Names that the workspace doesn't have. */
const names = fc
  .oneof(
    strange,
    fc.tuple(part, fc.constantFrom("-", "_", "."), ending).map((parts) => parts.join("")),
    fc.tuple(strange, fc.integer({ min: 2, max: 99 })).map(([name, number]) => `${name}${number}`),
    fc.tuple(strange, strange).map(([one, other]) => `"${one} ${other}"`),
  )
  .filter((name) => !workspace.services.includes(name));

const services = fc.constantFrom(...workspace.services);

/** Words behind a sentence, before its mark. */
function behind(say: string, words: string): string {
  const [, text = say, mark = ""] = /^(.*?)([\s?!.]*)$/su.exec(say) ?? [];
  return `${text} ${words}${mark}`;
}

// The name of a workflow may be any words, and so may what is said behind it.
const takesAll = /^let the workflow/;
// One with several clauses is about two things, and only one of them may be changed.
const some = all.filter(({ say }) => !/[.!?;:,].*\w/u.test(say) && !takesAll.test(say));

export const withName: fc.Arbitrary<Inserted> = fc
  .tuple(fc.constantFrom(...some), names, fc.constantFrom("of", "for", "in", "on", "instead"))
  .map(([from, name, how]) => {
    const words = name.replaceAll('"', "");
    const known = workspace.services.find((each) => from.say.includes(each));
    const say =
      how === "instead" && known !== undefined
        ? from.say.replace(known, () => name)
        : behind(from.say, `${how === "instead" ? "for" : how} ${name}`);
    return { say, words, from };
  });

const wishes = some.filter(({ say }) => verb.test(say) && !denies.test(say));
// "No orders costs" may be "no, orders costs". It matters where something is changed.
const shortOnes = some.filter(
  ({ say, isChange }) =>
    isChange &&
    !/^(?:<|pls|the|orders|payments|inventory)/.test(say) &&
    !verb.test(say) &&
    !question.test(say) &&
    !denies.test(say),
);
const undenied = some.filter(({ say }) => !denies.test(say));
const fronts = [
  "don't",
  "please don't",
  "do not",
  "never",
  "you must not",
  "we should not",
  "I don't want to",
  "no need to",
  "please never",
  "not",
] as const;
const exclusions = ["except", "without", "but not", "excluding", "apart from", "other than"] as const;

const lower = (say: string) => say.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());

export const withDenial: fc.Arbitrary<Inserted> = fc
  .oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...wishes), fc.constantFrom(...fronts)) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...shortOnes), fc.constant("no")) },
  )
  .map(([from, words]) => ({
    say: `${words} ${words === "no" ? behind(lower(from.say), "please") : lower(from.say)}`,
    words,
    from,
  }));

export const withExclusion: fc.Arbitrary<Inserted> = fc
  .tuple(fc.constantFrom(...undenied), fc.constantFrom(...exclusions), services)
  .filter(([{ line }, , name]) => !line.includes(name))
  .map(([from, how, name]) => ({ say: behind(from.say, `${how} ${name}`), words: `${how} ${name}`, from }));

const conditions = [
  "on weekends",
  "tonight at 8",
  "until friday",
  "till next week",
  "every second tuesday",
  "if the disk is full",
  "unless sam says so",
  "except billing",
  "only after lunch",
] as const;

export const withCondition: fc.Arbitrary<Inserted> = fc
  .tuple(fc.constantFrom(...some), fc.constantFrom(...conditions), fc.boolean())
  // Who only names what is excluded says so behind it.
  .map(([from, words, isFirst]) => ({
    say: isFirst && words !== "except billing" ? `${words} ${lower(from.say)}` : behind(from.say, words),
    words,
    from,
  }))
  .filter(({ words, from }) => !(words === "except billing" && from.line.includes("billing")))
  // That list has the weekends.
  .filter(({ from }) => from.line !== "services hours");
