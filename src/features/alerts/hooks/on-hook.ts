import { z } from "zod";
import { hook } from "../../../platform/commands/arguments.ts";
import type { ArgumentKind } from "../../../platform/commands/arguments/kind.ts";
import { type Call, call } from "../../../platform/commands/call.ts";
import type { Answer, Responder } from "../../../platform/commands/found.ts";
import type { EntryFacts } from "../../../platform/commands/entry.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import type { AlertsContext } from "../context.ts";
import { findHook } from "./parts.ts";
import type { Hook } from "./record.ts";
import * as texts from "./texts.ts";

const args = z.object({ hook });

interface OnHook extends Omit<EntryFacts<typeof args>, "args"> {
  /** The word for it, as in `/db alerts hooks pause checkout`. */
  word: string;
  /** The words behind the hook. */
  end?: string;
  /** What is wrong with other words there. */
  tooMuch?(this: void, rest: string, hook: Hook): string;
  run(
    this: void,
    hook: Hook,
    context: AlertsContext,
    asker: Asker,
    responder: Responder,
  ): Promise<Answer> | Answer;
}

/** A call about one hook, with nothing else to say. */
export function onHook({
  word,
  end = "",
  tooMuch = tooMuchFor(word),
  run,
  ...facts
}: OnHook): Call<AlertsContext> {
  return call({
    ...facts,
    line: `alerts hooks ${word} {hook} ${end}`,
    verb: word,
    missing: { hook: texts.whichHook },
    args,
    run: async ({ hook: named }, context: AlertsContext, ...around) =>
      run(await findHook(named, context, tooMuch), context, ...around),
  });
}

/** Says that words behind a hook are too much, with the command that works. */
export function tooMuchFor(words: string, behind = "") {
  return (rest: string, { name }: Hook) => texts.tooMuch(rest, texts.typed(`${words} ${name}${behind}`));
}

interface BehindName extends Partial<
  Pick<ArgumentKind, "slot" | "write" | "usage" | "hasQuotes" | "isForPeople">
> {
  /** What the typed words mean. By default, they are the value. */
  read?(this: void, typed: string): unknown;
}

/** The last words of a line, behind a name, if they fit a pattern. */
export function behindName(
  pattern: string,
  { read = (typed) => typed, ...facts }: BehindName = {},
): ArgumentKind {
  const behind = new RegExp(String.raw`^(\S.*?)\s(${pattern})$`, "i");
  return {
    take(words) {
      const [, rest = "", typed] = behind.exec(words) ?? [];
      return typed === undefined ? undefined : { value: read(typed), rest };
    },
    write: String,
    ...facts,
  };
}
