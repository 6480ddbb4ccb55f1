import type { z } from "zod";
import { type ArgumentKind, gap, kindOf, markPattern, marked } from "./arguments/kind.ts";
import { isAppError } from "../../lib/errors.ts";
import { oneLine } from "../../lib/text.ts";
import { channelsAsTyped } from "./channel-in.ts";
import type { EntryArguments } from "./entry.ts";

/** What typed words say for the arguments of a line. */
export type ReadWords =
  /** If words are left, they are for another line, or not understood. */
  | { args: Record<string, unknown>; left: string }
  /** Why they can't be read, for people. */
  | { problem: string };

/** A command line with arguments, such as "backups watch {service} {channel} max-age {maxAgeHours}". */
export interface Line {
  /** The words that it begins with: "backups watch". */
  head: string;
  /** The words that it ends with: "off", or empty. */
  tail: string;
  /** The names of its arguments. */
  keys: readonly string[];
  /** The one of them that is a name of any words, if it has one. */
  name: string | undefined;
  write(this: void, args: EntryArguments): string;
  /** Reads the words after the head. Undefined if they don't end in its tail. */
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
const quoted = String.raw`["\u201c-\u201f]([^"\u201c-\u201f]+)["\u201c-\u201f]`;
// Not the value of an option, as in size="l".
const quotedName = new RegExp(`(?<!=)${quoted}`);
const gapAtEnd = new RegExp(` ?${gap}$`);

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
  const ofKind = (takes: ArgumentKind["takes"]) => pieces.filter(({ kind }) => kind.takes === takes);
  const texts = ofKind("text").toReversed();
  const takers = [...ofKind(undefined), ...texts, ...ofKind("number"), ...ofKind("name")];
  const inQuotes = [
    ...texts.map(({ key, mark }) => ({ key, pattern: behind(mark) })),
    ...(named ? [{ key: named.key, pattern: quotedName }] : []),
  ];
  return {
    head,
    tail,
    keys: pieces.map(({ key }) => key),
    name: named?.key,
    write: (args) =>
      [
        head,
        ...pieces.flatMap(({ mark, key, kind }) => {
          const value = args[key];
          return value === undefined || value === "" ? [] : [marked(mark, kind.write(value))];
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
      for (const { key, pattern } of inQuotes) {
        const [whole, inner = ""] = pattern.exec(left) ?? [];
        if (whole === undefined) continue;
        args[key] = channelsAsTyped(inner.trim());
        left = oneLine(left.replace(whole, ` ${gap} `)).replace(gapAtEnd, "");
      }
      try {
        // What was taken may have stood behind what takes the end of the words.
        for (let taker = next(); taker; taker = next()) {
          args[taker.key] = taker.value;
          left = oneLine(taker.rest).replace(gapAtEnd, "");
        }
      } catch (error) {
        if (!isAppError(error, "user")) throw error;
        return { problem: error.message };
      }
      const over = oneLine(left.replaceAll(gap, " "));
      return { args, left: over.replace(joints, "") === "" ? "" : over };

      function next() {
        for (const { mark, key, kind } of takers) {
          const taken = key in args ? undefined : kind.take(left, mark);
          if (taken) return { key, rest: taken.rest, value: asTyped(kind, taken.value) };
        }
        return undefined;
      }
    },
  };
}

/** A name may have # and @, which Slack turns into its tokens. */
function asTyped({ takes }: ArgumentKind, value: unknown): unknown {
  return (takes === "name" || takes === "text") && typeof value === "string" ? channelsAsTyped(value) : value;
}

/** Text in quotes behind a mark. */
function behind(mark: string): RegExp {
  const between = mark.endsWith("=") ? "" : String.raw`\s+`;
  return new RegExp(String.raw`(?:^|(?<=\s))${markPattern(mark)}${between}${quoted}`, "i");
}
