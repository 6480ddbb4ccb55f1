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
  /** The words that it ends with: "off", or empty. */
  tail: string;
  /** The name of its argument that is a name of any words, if it has one. */
  name: string | undefined;
  write(this: void, args: EntryArguments): string;
  /** Reads the words after the head. Undefined if words are left over, so they are for another line. */
  read(words: string): ReadWords | undefined;
}

interface Piece {
  /** The words in front of it. */
  mark: string;
  key: string;
  kind: ArgumentKind;
}

const piecePattern = /([^{}]*)\{(\w+)\}/g;
// What may join a name and another argument.
const joints = /^(?:for|of|in|on|over)(?=\s|$)\s*/i;
const quoted = /["\u201c-\u201f]([^"\u201c-\u201f]+)["\u201c-\u201f]/;

/**
 * Compiles a line. The words before its first argument are its head, and those behind the last one its tail. Those before
 * a later one are that one's mark.
 */
export function lineOf(pattern: string, shape: Readonly<Record<string, z.core.$ZodType>>): Line {
  const firstAt = pattern.indexOf("{");
  const head = (firstAt === -1 ? pattern : pattern.slice(0, firstAt)).trim();
  const pieces = [...pattern.slice(head.length).matchAll(piecePattern)].map(
    ([, mark = "", key = ""]): Piece => {
      const schema = shape[key];
      const kind = schema && kindOf(schema);
      if (!kind) throw new Error(`The argument ${key} of “${pattern}” has no kind.`);
      return { mark: mark.trim(), key, kind };
    },
  );
  const tail = pieces.length === 0 ? "" : pattern.slice(pattern.lastIndexOf("}") + 1).trim();
  const atEnd = tail === "" ? /$/ : new RegExp(String.raw`(?:^|\s)${tail}$`, "i");
  const named = pieces.find(({ kind }) => kind.takes === "name");
  const takers = [undefined, "number", "name"].flatMap((takes) =>
    pieces.filter(({ kind }) => kind.takes === takes),
  );
  return {
    head,
    tail,
    name: named?.key,
    write: (args) =>
      [
        head,
        ...pieces.flatMap(({ mark, key, kind }) => {
          const value = args[key];
          return value === undefined || value === "" ? [] : [mark, kind.write(value)];
        }),
        tail,
      ]
        .filter(Boolean)
        .join(" "),
    read(words) {
      const args: Record<string, unknown> = {};
      const typed = oneLine(words);
      if (!atEnd.test(typed)) return undefined;
      let left = typed.slice(0, typed.length - tail.length).trim();
      const [quotes, inner = ""] = (named && quoted.exec(left)) ?? [];
      if (named && quotes !== undefined) {
        args[named.key] = inner.trim();
        left = oneLine(left.replace(quotes, ` ${gap} `));
      }
      try {
        for (const { mark, key, kind } of takers) {
          if (key in args) continue;
          const taken = kind.take(left, mark);
          if (!taken) continue;
          args[key] = taken.value;
          left = oneLine(taken.rest);
        }
      } catch (error) {
        if (!isAppError(error, "user")) throw error;
        return { problem: error.message };
      }
      const over = oneLine(left.replaceAll(gap, " ")).replace(joints, "");
      return over === "" ? { args } : undefined;
    },
  };
}
