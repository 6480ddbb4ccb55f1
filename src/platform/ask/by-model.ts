import { findingsIn } from "./evidence.ts";
import { isNameKind, numberKinds } from "./names.ts";
import { isEnding } from "./lines.ts";
import { sentenceOf } from "./sentence.ts";
import { possibleNamesIn } from "./unknown-names.ts";
import { reply } from "../blocks/reply.ts";
import { context as smallPrint } from "../blocks/text.ts";
import type { Entry, EntryArguments } from "../commands/entry.ts";
import type { Reading, Replied } from "../commands/read.ts";
import type { WorkspaceContext } from "../context.ts";
import { type Talk, keepTalk } from "./conversations.ts";
import { beforeOf } from "./follow-up.ts";
import {
  type Meaning,
  type Reading as ReadingOf,
  type Understood,
  kindsOf,
  plainArguments,
  shownOf,
} from "./meaning.ts";
import type { ReadByModel } from "./model/question.ts";
import type { Unclear } from "./model/sendable.ts";
import { card, understoodAs } from "./not-this.ts";

interface Again {
  readByModel: ReadByModel;
  understood: Understood;
  talk: Talk;
  context: WorkspaceContext;
  reading: ReadingOf;
}

/** Reads a sentence by a model. */
export async function readAgain(
  unclear: Unclear,
  best: Replied,
  { readByModel, understood, talk, context, reading: own }: Again,
  stopped?: AbortSignal,
): Promise<Reading> {
  const read = await readByModel(unclear, context, stopped);
  if ("is" in read) return withSmallPrint(best, smallPrints[read.is]);
  const { entry, args, reading } = read;
  if (!coversAll(unclear.sentence, args, entry, own)) return withSmallPrint(best, leftOut);
  const meant: Meaning = { entry, ...argumentsOf(entry, args), line: reading.line, score: 1, isOwn: true };
  const others = understood.meanings.filter(({ line }) => line !== meant.line);
  await keepTalk(talk, beforeOf(meant, own.before?.known), context);
  // The moment in which a window may open is over.
  const { effect, opens, shares } = entry;
  if (effect !== "read" || opens || shares) return withSmallPrint({ reply: card(meant, others) }, byModel);
  return {
    ...reading,
    typed: unclear.sentence,
    isGuess: true,
    said: { ...understoodAs(meant, others), small: byModel },
  };
}

/** Arguments as they are kept, and as people read them. */
function argumentsOf(entry: Entry, given: EntryArguments): Pick<Meaning, "args" | "shown" | "kinds"> {
  const args = plainArguments(given);
  const kinds = Object.keys(args).flatMap((name) => {
    const [kind] = kindsOf(entry, name);
    return kind === undefined ? [] : [[name, kind] as const];
  });
  const kindOf = Object.fromEntries(kinds);
  const shown = Object.entries(args).map(([name, value]) => [name, shownOf(kindOf[name], String(value))]);
  return { args, shown: Object.fromEntries(shown), kinds: kindOf };
}

// In small print.
const byModel = "A model read your sentence. Check that this is what you meant.";
const leftOut = "The model that helps me left out a part of your sentence, so this is my own reading.";
const smallPrints = {
  away: "The model that helps me didn't answer, so this is my own reading.",
  busy: "I can't ask the model that helps me so often in a minute, so this is my own reading.",
  unread: undefined,
  stopped: undefined,
};

function withSmallPrint(replied: Replied, words: string | undefined): Replied {
  if (words === undefined) return replied;
  const { text, blocks, colored } = replied.reply;
  return { ...replied, reply: reply(`${text}\n${words}`, [...blocks, smallPrint(words)], colored) };
}

/** True if arguments that someone else found in a sentence have all its names and numbers, and heed its "not". */
function coversAll(
  typed: string,
  args: EntryArguments,
  entry: Entry,
  { phrasebook, names, today }: ReadingOf,
): boolean {
  const sentence = sentenceOf(typed, phrasebook, names, today);
  const { words, spans } = sentence;
  const findings = findingsIn(sentence, phrasebook);
  const possible = possibleNamesIn(sentence, findings, phrasebook);
  const values = Object.values(args).map((value) => String(value).toLowerCase());
  const has = (said: string) => values.some((value) => value.includes(said.toLowerCase()));
  const left = spans.some(({ kind, value, isSure, from, to }) => {
    if (!isSure || !(isNameKind(kind) || numberKinds.includes(kind)) || findings.isDay(from)) return false;
    return !has(value) && !words.slice(from, to).every(({ plain }) => has(plain));
  });
  const isLeft = left || possible.some(({ name, isShaped }) => isShaped && !has(name));
  return !isLeft && (isEnding(entry) || !denial.test(typed));
}

const denial = /\b(?:not|never|except|without)\b|n't\b/i;
