import type { CommandReading } from "../commands/read.ts";
import { type Pattern, fitAt } from "./patterns.ts";
import type { Phrasebook } from "./phrasebook.ts";
import type { Understood } from "./read.ts";
import { type Word, wordsOf } from "./words.ts";

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
export function isNamed(reading: CommandReading, understood: Understood, phrasebook: Phrasebook): boolean {
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
