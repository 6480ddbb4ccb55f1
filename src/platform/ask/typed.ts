import type { SubjectsOf } from "../audit/recorder.ts";
import { isCall } from "../commands/call.ts";
import type { Entry } from "../commands/entry.ts";
import type { CommandReading, ReadCommandLine, Reading } from "../commands/read.ts";
import type { WorkspaceContext } from "../context.ts";
import { readAgain } from "./by-model.ts";
import { type Before, type Talk, keepTalk, nothingBefore } from "./conversations.ts";
import { beforeOf } from "./follow-up.ts";
import { type Understood, makesNew, plainArguments } from "./meaning.ts";
import type { ReadByModel } from "./model/question.ts";
import { card, understoodAs } from "./not-this.ts";
import type { Phrasebook } from "./phrasebook.ts";
import { readSentence } from "./read.ts";
import { beforeNow, knownTo } from "./talk.ts";
import { outOfScope, politeAnswer, unclear, withHelp, withoutSecrets } from "./unclear.ts";
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
  const isTyped = !hasSmallWords(line);
  if ("reply" in reading)
    return reading.isHelp === true || (reading.isMistake === true && isTyped && hasId.test(line));
  const { entry, isExact, isGuess } = reading;
  const isHarmless = entry.effect === "read" || entry.opens;
  return isExact || (!isGuess && (!isHarmless || isTyped));
}

// Who types an id knows the command, so a mistake in it is explained.
const hasId = /(?:^|\s)(?=\S*\d)[\da-f-]{6,}(?=\s|$)/i;

// Words that no command needs, and few sentences are without.
const smallWords =
  /(?:^|\s)(?:the|a|an|of|for|my|our|me|us|we|i|is|are|was|were|do|does|did|what|which|who|how|why|please|pls|it|its|that|with|called|named|as|so|every|each|any|been|has|have|had|there|everyone|except|excluding|ignoring|omitting|besides|leave out|leaving out|filter out|without|not|no|don't|never)(?=[\s?!.,]|$)|\?\s*$/i;

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
  if (polite !== undefined && "reply" in reading) return withHelp(polite);
  if (sentence.length > longestSentence.characters)
    return "run" in reading ? reading : withHelp("That is too long for me. Ask in one short sentence.");
  const known = await knownTo(talk, context, subjectsOf);
  if (!known) return reading;
  const { names, index, kept } = known;
  const book = phrasebook();
  const today = context.now();
  const before = beforeNow(kept, names, book);
  const parts = { phrasebook: book, names: index, today, readCommand };
  const understood = await pinned(readSentence(sentence, { ...parts, before }), talk, context);
  // A name may have a word such as "it".
  if ("run" in reading && isNamed(reading, before ? readSentence(sentence, parts) : understood, book))
    return reading;
  const [meant] = understood.meanings;
  if (meant === undefined || !understood.isClear) {
    const isTyped = !hasSmallWords(line);
    const best = unclear(reading, isTyped, line, understood, index);
    // A mistake in a command is the person's own to mend.
    const isDone = "run" in best || best.isAttempt || (best.isMistake && isTyped);
    if (!readByModel || isQuoted || isDone) return best;
    const again = { readByModel, understood, talk, context, reading: { ...parts, before } };
    const question = { sentence, ...talk, names };
    return { ...best, byModel: (stopped) => readAgain(question, best, again, stopped) };
  }
  await keepTalk(talk, spokenOf(understood, before), context);
  return asMeant(understood, sentence, readCommand);
}

/** The same, with ids for what its changes are about now. A list may have another order at the click. */
async function pinned(understood: Understood, talk: Talk, context: WorkspaceContext): Promise<Understood> {
  const { meanings, isClear, next } = understood;
  const [meant, ...others] = meanings;
  if (!meant || !isClear) return understood;
  const pin = isCall(meant.entry) ? await meant.entry.pin?.(meant.args, context, talk) : undefined;
  const first = pin && {
    ...meant,
    args: plainArguments(pin.args),
    line: meant.entry.line(pin.args),
    shown: { ...meant.shown, ...pin.shown },
  };
  return {
    ...understood,
    ...(first && { meanings: [first, ...others] }),
    ...(next && { next: await pinned(next, talk, context) }),
  };
}

/** What a sentence leaves for the next one: its last wish, and the list that was shown before. */
function spokenOf({ meanings: [meant], next }: Understood, before: Before | undefined): Before {
  const known = meant ? beforeOf(meant, before?.known) : nothingBefore;
  if (next) return spokenOf(next, { ...known, shown: before?.shown });
  return { ...known, ...(before?.shown && { shown: before.shown }) };
}

/** The reading of a clear sentence: to run, or the card that asks first. A second wish comes after the one `before`. */
function asMeant(
  { meanings: [meant, ...others], leftOut = [], next }: Understood,
  sentence: string,
  readCommand: ReadCommandLine,
  before?: Entry,
): Reading {
  const reading = meant ? readCommand(meant.line) : outOfScope;
  if (!meant || "reply" in reading) return reading;
  const { effect, opens, shares } = reading.entry;
  const second = next && { next: asMeant(next, sentence, readCommand, reading.entry) };
  // A form keeps them.
  const onlyLists = reading.entry.asks?.listsAlone === true && Object.keys(meant.args).length === 0;
  const isRead = (effect === "read" && !shares) || onlyLists;
  const left = withoutSecrets(leftOut, sentence);
  // The moment in which a window may open is over for the second.
  if (!(isRead || (effect === "change" && opens)) || (opens && before)) {
    const isLater = before !== undefined && makesNew(before);
    return { reply: card(meant, others, { leftOut: left, isLater }), ...second };
  }
  return {
    ...reading,
    ...second,
    typed: sentence,
    isGuess: true,
    ...(!isRead && left.length > 0 && { leftOut: left }),
    said: understoodAs(meant, others, isRead ? left : []),
  };
}

// A sentence about a new thing begins with these: "create a service". The name of one seldom does.
const articles = /^(?:a|an|the|new|another|me|us)$/;
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
  if (isNew && saysThing(name, phrasebook)) return false;
  const [meant] = understood.meanings;
  if (!meant || !understood.isClear) return isNew;
  if (meant.line.replaceAll('"', "") === reading.line) return true;
  const isOnlyName = Object.keys(meant.args).every((each) => each === "name");
  if (isNew && meant.entry === entry && isOnlyName && !understood.next) return true;
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
function saysThing(name: readonly Word[], phrasebook: Phrasebook): boolean {
  const from = name.findIndex(({ plain }) => !articles.test(plain));
  const isThing = (word: Word) =>
    phrasebook.hasMeaning(word) ||
    slackThings.test(word.plain) ||
    (phrasebook.isForeign(word) && !phrasebook.isFiller(word));
  return from > 0 && name.slice(from).some(isThing);
}
