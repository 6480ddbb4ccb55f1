import type { z } from "zod";
import { type ArgumentKind, gap, kindOf } from "./arguments/kind.ts";
import { isAppError } from "../../lib/errors.ts";
import { oneLine } from "../../lib/text.ts";
import type { EntryArguments } from "./entry.ts";

/** What typed words say for the arguments of a line. */
export type ReadWords =
  | { args: Record<string, unknown> }
  /** Why they can't be read, for people. */
  | { problem: string };

/** A command line with arguments, such as "backups watch {service} {channel} max-age {maxAgeHours}". */
export interface Line {
  /** The words that it begins with: "backups watch". */
  head: string;
  /** The words that it needs besides: "off", or empty. */
  needs: string;
  /** The name of its argument that is a name of any words, if it has one. */
  name: string | undefined;
  /** Its arguments that must be typed, or the word in their place. */
  settled: readonly string[];
  write(this: void, args: EntryArguments): string;
  /** Reads the words after the head. Undefined if words are left over, so they are for another line. */
  read(words: string): ReadWords | undefined;
}

/** An argument of a line. */
interface Piece {
  /** The words in front of it. */
  mark: string;
  key: string;
  kind: ArgumentKind;
  /** What is typed in its place if there is none: "off" in "{channel|off}". */
  absent: string | undefined;
}

/** Words that a line needs. */
interface Needed {
  /** The words as they are written. */
  words: string;
  /** Takes them out of typed words. Undefined if they aren't there. */
  take(this: void, typed: string): string | undefined;
}

const partPattern = /\[([^\]]+)\]|\{(\w+)(?:\|([^{}]+))?\}|[^[\]{}]+/g;
// What may join a name and another argument.
const joints = /^(?:for|of|in|on|over)(?=\s|$)\s*/i;
const quoted = /["\u201c-\u201f]([^"\u201c-\u201f]+)["\u201c-\u201f]/;
const quotedFirst = new RegExp(`^${quoted.source}`);

/**
 * Compiles a line. The words before its first argument are its head. Those before a later one are that one's mark, and
 * those behind the last one are needed. So are words in brackets: "[off|stop]" takes either, and is written as the first.
 * "{channel|off}" takes a channel, or the word in its place.
 */
export function lineOf(pattern: string, shape: Readonly<Record<string, z.core.$ZodType>>): Line {
  const [, begin = "", rest = ""] = /^([^[\]{}]*)(.*)$/.exec(pattern) ?? [];
  const head = begin.trim();
  const parts = partsOf(rest, shape);
  const pieces = parts.flatMap((part) => ("key" in part ? [part] : []));
  const needed = parts.flatMap((part) => ("words" in part ? [part] : []));
  const named = pieces.find(({ kind }) => kind.takes === "name");
  const quotation = pieces.some(({ kind }) => kind.hasQuotes) ? quotedFirst : quoted;
  const taking = (takes: ArgumentKind["takes"]) => pieces.filter(({ kind }) => kind.takes === takes);
  return {
    head,
    needs: needed.map(({ words }) => words).join(" "),
    name: named?.key,
    settled: pieces.flatMap(({ key, absent }) => (absent === undefined ? [] : [key])),
    write: (args) => [head, ...parts.flatMap((part) => written(part, args))].filter(Boolean).join(" "),
    read(words) {
      const args: Record<string, unknown> = {};
      let left = oneLine(words);
      const [quotes, inner = ""] = (named && quotation.exec(left)) ?? [];
      if (named && quotes !== undefined) {
        args[named.key] = inner.trim();
        left = oneLine(left.replace(quotes, () => ` ${gap} `));
      }
      for (const { take } of needed) {
        const without = take(left);
        if (without === undefined) return undefined;
        left = oneLine(without);
      }
      try {
        left = takeAll(taking(undefined), left, args);
        left = takeAbsent(pieces, left, args);
        left = takeAll([...taking("number"), ...taking("name")], left, args);
      } catch (error) {
        if (!isAppError(error, "user")) throw error;
        return { problem: error.message };
      }
      const over = oneLine(left.replaceAll(gap, " ")).replace(joints, "");
      if (over === "") return { args };
      // Whoever looks for the thing says what is too much behind its name.
      return named && quotes !== undefined && needed.length === 0
        ? { args: { ...args, [named.key]: left.replace(gap, () => quotes) } }
        : undefined;
    },
  };
}

/** The parts of a pattern in their order. */
function partsOf(pattern: string, shape: Readonly<Record<string, z.core.$ZodType>>): (Piece | Needed)[] {
  const parts: (Piece | Needed)[] = [];
  let mark = "";
  for (const { 0: text, 1: any, 2: key, 3: absent, index } of pattern.matchAll(partPattern)) {
    const isLast = pattern.length === index + text.length;
    const words = any ?? (isLast && key === undefined ? text.trim() : "");
    if (words !== "") parts.push(neededOf(words.split("|"), isLast));
    else if (key === undefined) mark = text.trim();
    if (key === undefined) continue;
    const kind = shape[key] && kindOf(shape[key]);
    if (!kind) throw new Error(`The argument ${key} of “${pattern}” has no kind.`);
    parts.push({ mark, key, kind, absent });
    mark = "";
  }
  return parts;
}

/** Any of these words: at the end, or else the first of them. */
function neededOf(any: readonly [string, ...string[]] | string[], isLast: boolean): Needed {
  const either = any.map((words) => words.replaceAll(" ", String.raw`\s+`)).join("|");
  const pattern = new RegExp(String.raw`(?:^|\s)(?:${either})${isLast ? "$" : String.raw`(?=\s|$)`}`, "i");
  return {
    words: any[0] ?? "",
    take: (typed) => (pattern.test(typed) ? typed.replace(pattern, isLast ? "" : ` ${gap}`) : undefined),
  };
}

function written(part: Piece | Needed, args: EntryArguments): (string | undefined)[] {
  if ("words" in part) return [part.words];
  const value = args[part.key];
  return value === undefined || value === "" ? [part.absent] : [part.mark, part.kind.write(value)];
}

/** Takes arguments out of words. Returns what is left. */
function takeAll(pieces: readonly Piece[], words: string, args: Record<string, unknown>): string {
  return pieces.reduce((left, { mark, key, kind }) => {
    const taken = key in args ? undefined : kind.take(left, mark);
    if (!taken) return left;
    args[key] = taken.value;
    return oneLine(taken.rest);
  }, words);
}

/** Takes the words that stand in place of arguments. They are the last ones. */
function takeAbsent(pieces: readonly Piece[], words: string, args: Record<string, unknown>): string {
  return pieces.reduce((left, { key, absent }) => {
    if (absent === undefined || key in args) return left;
    const pattern = new RegExp(String.raw`(?:^|\s)${absent}$`, "i");
    if (!pattern.test(left)) return left;
    args[key] = undefined;
    return left.replace(pattern, "");
  }, words);
}
