import { holdsSecret } from "../../lib/secrets-in-text.ts";
import type { SubjectsOf } from "../audit/recorder.ts";
import { commandButton } from "../blocks/command-button.ts";
import { type Reply, say } from "../blocks/reply.ts";
import type { CommandReading, ReadCommandLine, Reading } from "../commands/read.ts";
import type { WorkspaceContext } from "../context.ts";
import { readAgain } from "./by-model.ts";
import { type Talk, keepTalk } from "./conversations.ts";
import { beforeOf } from "./follow-up.ts";
import type { Meaning, UnknownName } from "./meaning.ts";
import type { ReadByModel } from "./model/question.ts";
import type { Name, NameIndex } from "./names.ts";
import { card, inWords, meaningButtons, notThisButton } from "./not-this.ts";
import { type Pattern, fitAt } from "./patterns.ts";
import type { Phrasebook } from "./phrasebook.ts";
import { type Understood, readSentence } from "./read.ts";
import { beforeNow, knownTo } from "./talk.ts";
import * as texts from "./texts.ts";
import { type Word, longestSentence, wordsOf } from "./words.ts";

/** What reading typed words needs. */
export interface TypedParts {
  readCommand: ReadCommandLine;
  phrasebook: () => Phrasebook;
  subjectsOf: SubjectsOf<WorkspaceContext>;
  /** Asks the operator's model, if there is one. */
  readByModel?: ReadByModel | undefined;
}

/** Words that someone typed. */
export interface Typed {
  /** As a command. */
  line: string;
  /** As a sentence: with all of Slack's tokens. */
  sentence: string;
  talk: Talk;
  /** True if another person may have written them. They are for no model. */
  isQuoted?: boolean;
}

/** Typed words as they were read. */
export type TypedReading = Reading & {
  /** Reads them by a model, which takes up to 8 s. What it can't read stays as it was read here. It never fails. */
  byModel?: (stopped?: AbortSignal) => Promise<Reading>;
};

/** True if these words are a command for sure, so nothing has to be read for them. */
export function isPlainCommand(line: string, reading: Reading): boolean {
  if (/^\s*(?:help\s*)?$/i.test(line)) return true;
  if ("reply" in reading && reading.isHelp) return true;
  if ("reply" in reading) return reading.isMistake === true && hasId(line) && !hasSmallWords(line);
  return reading.isExact || (!reading.isGuess && (!isHarmless(reading) || !hasSmallWords(line)));
}

/** Who types an id knows the command, so a mistake in it is explained. */
function hasId(line: string): boolean {
  return /(?:^|\s)(?=\S*\d)[\da-f-]{6,}(?=\s|$)/i.test(line);
}

function isHarmless({ entry }: CommandReading): boolean {
  return entry.effect === "read" || entry.opens;
}

// Words that no command needs, and few sentences are without.
const smallWords =
  /(?:^|\s)(?:the|a|an|of|for|my|our|me|us|we|i|is|are|was|were|do|does|did|what|which|who|how|why|please|pls|it|its|that|with|called|named|as|so|every|each|any|been|has|have|had|there|everyone)(?=[\s?!.,]|$)|\?\s*$/i;

function hasSmallWords(line: string): boolean {
  return smallWords.test(line.replace(/["\u201c-\u201f][^"\u201c-\u201f]*["\u201c-\u201f]/g, " "));
}

/**
 * Reads typed words: as a command, or else as a sentence. The reading of a sentence that is clear runs if it only reads,
 * or if it opens a form. Any other change is a card that asks first, and what isn't clear is offered.
 */
export async function readTyped(
  typed: Typed,
  context: WorkspaceContext,
  { readCommand, phrasebook, subjectsOf, readByModel }: TypedParts,
): Promise<TypedReading> {
  const { line, sentence, talk, isQuoted = false } = typed;
  const reading = readCommand(line);
  if (isPlainCommand(line, reading)) return reading;
  const polite = politeAnswer(sentence);
  if (polite !== undefined && "reply" in reading)
    return { reply: say(polite, [commandButton(texts.help, "help")]) };
  if (sentence.length > longestSentence.characters)
    return "reply" in reading ? { reply: say(texts.tooLong, [commandButton(texts.help, "help")]) } : reading;
  const known = await knownTo(talk, context, subjectsOf);
  if (!known) return reading;
  const { names, index, kept } = known;
  const book = phrasebook();
  const today = context.now();
  const before = beforeNow(kept, { names, index, book, today, readCommand });
  const understood = readSentence(sentence, { phrasebook: book, names: index, today, before, readCommand });
  if ("run" in reading && isNamed(reading, understood, book)) return reading;
  const [meant, ...others] = understood.meanings;
  if (meant === undefined || !understood.isClear) {
    const best = unclear(line, reading, understood, index);
    // A mistake in a command is the person's own to mend.
    const isDone = "run" in best || best.isAttempt || (best.isMistake && !hasSmallWords(line));
    if (!readByModel || isQuoted || isDone) return best;
    return {
      ...best,
      byModel: (stopped) =>
        readAgain({ sentence, ...talk, names }, best, {
          readByModel,
          understood,
          before,
          talk,
          context,
          stopped,
        }),
    };
  }
  await keepTalk(talk, beforeOf(meant, before?.known), context);
  return asMeant(meant, others, sentence, readCommand, understood.leftOut);
}

const thanks =
  /^\W*(?:(?:(?:many|ok|okay|great|nice|perfect|super),? )*(?:thanks?|thank you|thx|ty|cheers|danke|merci|gracias)|great|nice|perfect|awesome|good (?:job|bot|work)|well done)\b(?: (?:a lot|so much|very much|again|you|all|bot|quartermaster|job|work|one))*\W*$/iu;
const greeting =
  /^\W*(?:hi|hey|hello|yo|moin|hallo|good (?:morning|afternoon|evening|night|day)|morning)(?: (?:there|all|everyone|team|bot|quartermaster))*\W*$/iu;

/** The answer to words that ask for nothing: thanks, a greeting, a sign. */
function politeAnswer(sentence: string): string | undefined {
  if (thanks.test(sentence)) return texts.welcome;
  const isSign = sentence.trim() !== "" && !/[\p{L}\p{N}]/u.test(sentence.replace(/:[a-z0-9_+'-]+:/g, " "));
  return greeting.test(sentence) || isSign ? texts.hello : undefined;
}

/** A command stays one. A mistake in one is explained. Otherwise there are the readings that are likely, if any. */
function unclear(line: string, reading: Reading, understood: Understood, index: NameIndex): Reading {
  const { meanings, unknown, isAttempt } = understood;
  if (isAttempt && "reply" in reading) return { reply: outOfScope(), isAttempt };
  if (unknown) return { reply: say(unknownName(unknown, index), meaningButtons(meanings)) };
  // The name of a new thing may be any words, so those of a sentence are not taken for one.
  if ("run" in reading && !(reading.entry.opens && reading.entry.effect !== "read")) return reading;
  if (meanings.length > 0) {
    const question = new Set(meanings.map(({ entry }) => entry.name)).size === 1 && meanings.length > 1;
    return {
      reply: say(question ? texts.whichOne : texts.didYouMean(meanings.length), [
        ...meaningButtons(meanings),
        commandButton(texts.help, "help"),
      ]),
    };
  }
  // Who mistypes a command wants to know. A sentence may begin with a word near to one, and be about something else.
  if ("reply" in reading && reading.isMistake && !(reading.isGuess && hasSmallWords(line))) return reading;
  return { reply: outOfScope() };
}

function outOfScope(): Reply {
  return say(texts.outOfScope, [commandButton(texts.help, "help")]);
}

const inSlack = new Set<Name["kind"]>(["person", "group", "channel"]);

/** Says that a name isn't known, and which ones are. */
function unknownName({ name, kinds }: UnknownName, index: NameIndex): string {
  // Of several things that it may be, a service is the likeliest, unless it may be a person or a channel.
  const isService = kinds.includes("service") && !kinds.some((kind) => inSlack.has(kind));
  const possible: UnknownName["kinds"] = isService ? ["service"] : kinds;
  const lists = possible.flatMap((kind) =>
    kind === "person" || kind === "group" || kind === "channel" ? [] : [kind],
  );
  const own = lists.map((kind) => ({ kind, names: [...new Set(index.of(kind).map((each) => each.name))] }));
  const mentioned = possible.filter((kind) => !own.some((each) => each.kind === kind));
  return texts.unknownName(name, mentioned, own);
}

/** The reading of a clear sentence: to run, or the card that asks first. */
function asMeant(
  meant: Meaning,
  others: readonly Meaning[],
  sentence: string,
  readCommand: ReadCommandLine,
  leftOut: readonly string[] = [],
): Reading {
  const reading = readCommand(meant.line);
  if ("reply" in reading) return reading;
  const { effect, opens, shares } = reading.entry;
  // A form keeps them.
  const left = leftOut.length > 0 && holdsSecret(sentence) ? [texts.maybeSecret] : leftOut;
  if ((effect === "read" && !shares) || (effect === "change" && opens))
    return {
      ...reading,
      typed: sentence,
      isGuess: true,
      ...(effect === "change" && left.length > 0 ? { leftOut: left } : {}),
      said: { note: texts.understoodAs(inWords(meant)), undo: notThisButton(others) },
    };
  return { reply: card(meant, others) };
}

// A sentence about a new thing begins with these: "create a service". The name of one seldom does.
const articles = /^(?:a|an|the|new|another|me|us)$/;
// What is said of a thing comes behind these.
const joints =
  /^(?:of|for|on|in|at|to|from|with|about|called|named|that|which|who|is|was|are|were|and|as|by)$/;
// Things that no command creates, and that go without saying elsewhere.
const slackThings = /^(?:slack|channel|workspace|bot|app|user|person|group)$/;
// A name has none of these.
const speech = /^(?:i|we|us|our|my|me|is|are|was|were|do|does|did|what|which|who|how|why|please|pls)$/;

/**
 * True for a command that is typed without a mistake and with a name, though the name's words would do for a sentence.
 * A clear sentence for something else wins if it rests on more than the words of the command. One for the same command
 * wins if it doesn't lose the name.
 */
function isNamed(reading: CommandReading, understood: Understood, phrasebook: Phrasebook): boolean {
  const { entry, isGuess } = reading;
  const name = nameIn(reading);
  if (isGuess || understood.isAttempt || name === undefined) return false;
  const isNew = entry.opens && entry.effect !== "read";
  if (isNew && beginsWithThing(name, reading.line, phrasebook)) return false;
  const [meant] = understood.meanings;
  if (!meant || !understood.isClear) return isNew;
  if (Object.keys(meant.args).length > 0) return false;
  if (name.some((word) => speech.test(word.plain))) return false;
  return meant.entry.name === entry.name ? isNew : name.every((word) => phrasebook.isFiller(word));
}

/** The words behind a command that says what it does: "create orders", "hooks show checkout". Undefined without any. */
function nameIn({ path, line, entry }: CommandReading): Word[] | undefined {
  const verb = entry.name.split("_").at(-1) ?? "";
  const [first, ...others] = wordsOf(line.slice(path.length));
  const isSaid = first?.plain === verb;
  if (!first || !(isSaid || path.split(" ").at(-1) === verb)) return undefined;
  const name = isSaid ? others : [first, ...others];
  return name.length > 0 ? name : undefined;
}

/** True for "an index on orders" and "a new slack channel": a thing, and not the name of one. */
function beginsWithThing(name: readonly Word[], line: string, phrasebook: Phrasebook): boolean {
  const from = name.findIndex(({ plain }) => !articles.test(plain));
  if (from <= 0) return false;
  const words = wordsOf(line);
  if (words.some((_, at) => phrasebook.impossible.some((pattern) => fits(pattern, words, at)))) return true;
  const to = name.findIndex(({ plain }, at) => at >= from && joints.test(plain));
  const head = name.slice(from, to < 0 ? undefined : to);
  return head.some(
    (word, at) =>
      (phrasebook.isForeign(word) && !phrasebook.isFiller(word)) ||
      slackThings.test(word.plain) ||
      phrasebook.signsAt(word).some(({ sense, pattern }) => sense === "noun" && fits(pattern, head, at)),
  );
}

function fits(pattern: Pattern, words: readonly Word[], at: number): boolean {
  return fitAt(pattern, words, at, () => undefined) !== undefined;
}
