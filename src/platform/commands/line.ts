import type { z } from "zod";
import { type ArgumentKind, gap, kindOf, markPattern } from "./arguments/kind.ts";
import { isAppError } from "../../lib/errors.ts";
import { oneLine } from "../../lib/text.ts";
import type { EntryArguments } from "./entry.ts";

/** What typed words say for the arguments of a line. */
export type ReadWords =
  | { args: Record<string, unknown> }
  /** Why they can't be read, for people. */
  | { problem: string }
  /** The words that none of its arguments takes, so they are for another line. */
  | { over: string };

/** A command line with arguments, such as "backups watch {service} {channel} max-age {maxAgeHours}". */
export interface Line {
  /** The words that it begins with: "backups watch". */
  head: string;
  /** The words that it ends with: "off", or empty. */
  tail: string;
  /** The name of its argument that is a name of any words, if it has one. */
  name: string | undefined;
  /** The names of its arguments. */
  keys: readonly string[];
  write(this: void, args: EntryArguments): string;
  /** Reads the words after the head. Undefined if they don't end as it does. */
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
const quoted = /["\u201c-\u201f]([^"\u201c-\u201f]+)["\u201c-\u201f]/g;

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
  const marks = pieces.flatMap(({ mark, kind }) =>
    mark === "" || kind.takes === "name" ? [] : [markPattern(mark)],
  );
  const endsInMark = new RegExp(String.raw`(?:^|\s)(?:${marks.join("|")})[\s=:]*$`, "i");
  /** The first text in quotes. Behind the mark of another argument, it is that one's. */
  const quotedName = (words: string) =>
    [...words.matchAll(quoted)].find(
      ({ index }) => marks.length === 0 || !endsInMark.test(words.slice(0, index)),
    );
  const takers = [undefined, "words", "number", "name"].flatMap((takes) =>
    pieces.filter(({ kind }) => kind.takes === takes),
  );
  return {
    head,
    tail,
    name: named?.key,
    keys: pieces.map(({ key }) => key),
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
      const found = named && quotedName(left);
      if (found) {
        const [quotes, inner = ""] = found;
        args[named.key] = inner.trim();
        left = oneLine(`${left.slice(0, found.index)} ${gap} ${left.slice(found.index + quotes.length)}`);
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
      const over = oneLine(left.replaceAll(gap, " "));
      return over.replace(joints, "") === "" ? { args } : { over };
    },
  };
}
