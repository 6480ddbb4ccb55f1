import { reply } from "../blocks/reply.ts";
import { context as smallPrint } from "../blocks/text.ts";
import type { Entry, EntryArguments } from "../commands/entry.ts";
import type { Reading, Replied } from "../commands/read.ts";
import type { WorkspaceContext } from "../context.ts";
import { type Before, type Talk, keepTalk } from "./conversations.ts";
import { beforeOf } from "./follow-up.ts";
import { type Meaning, shownOf } from "./meaning.ts";
import type { ReadByModel } from "./model/question.ts";
import type { Unclear } from "./model/sendable.ts";
import { card, inWords, notThisButton } from "./not-this.ts";
import type { Understood } from "./read.ts";
import * as texts from "./texts.ts";

interface Again {
  readByModel: ReadByModel;
  understood: Understood;
  before: Before | undefined;
  talk: Talk;
  context: WorkspaceContext;
  stopped: AbortSignal | undefined;
}

/** Reads a sentence by a model. */
export async function readAgain(
  unclear: Unclear,
  best: Replied,
  { readByModel, understood, before, talk, context, stopped }: Again,
): Promise<Reading> {
  const read = await readByModel(unclear, context, stopped);
  if ("is" in read) return withSmallPrint(best, smallPrints[read.is]);
  const { entry, args, reading } = read;
  const meant: Meaning = { entry, ...plainArguments(entry, args), line: reading.line, score: 1 };
  const others = understood.meanings.filter(({ line }) => line !== meant.line);
  await keepTalk(talk, beforeOf(meant, before?.known), context);
  // The moment in which a window may open is over.
  const { effect, opens, shares } = entry;
  if (effect !== "read" || opens || shares)
    return withSmallPrint({ reply: card(meant, others) }, texts.byModel);
  return {
    ...reading,
    typed: unclear.sentence,
    isGuess: true,
    said: { note: texts.understoodAs(inWords(meant)), small: texts.byModel, undo: notThisButton(others) },
  };
}

/** Arguments as they are kept, and as people read them. */
function plainArguments(entry: Entry, args: EntryArguments): Pick<Meaning, "args" | "shown"> {
  const slots = entry.asks?.slots ?? {};
  const plain = Object.entries(args).flatMap(([name, value]) => {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isPlain ? [[name, value] as const] : [];
  });
  const shown = plain.map(([name, value]) => {
    const kind = [slots[name] ?? []].flat().find((slot) => typeof slot === "string");
    return [name, shownOf(kind, String(value))];
  });
  return { args: Object.fromEntries(plain), shown: Object.fromEntries(shown) };
}

const smallPrints = {
  away: texts.modelIsAway,
  busy: texts.modelIsBusy,
  unread: undefined,
  stopped: undefined,
};

function withSmallPrint(replied: Replied, words: string | undefined): Replied {
  if (words === undefined) return replied;
  const { text, blocks, colored } = replied.reply;
  return { ...replied, reply: reply(`${text}\n${words}`, [...blocks, smallPrint(words)], colored) };
}
