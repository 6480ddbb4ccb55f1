import type { z } from "zod";
import { type ArgumentKind, gap, kindOf, markPattern, marked } from "./arguments/kind.ts";
import { isAppError } from "../../lib/errors.ts";
import { oneLine } from "../../lib/text.ts";
import { channelsAsTyped } from "./channel-in.ts";
import type { EntryArguments } from "./entry.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** What typed words say for the arguments of a line. */
export type ReadWords =
  | {
      args: Arguments;
      /** What else they may say, the likeliest first: a number may be an amount, or a part of a name. */
      others: readonly Arguments[];
      /** The words that no argument takes. Then the line isn't meant, or they are not understood. */
      over: string;
    }
  /** Why they can't be read, for people. */
  | { problem: string };

/** A command line with arguments, such as "backups watch {service} {channel} max-age {maxAgeHours}". */
export interface Line {
  /** The words that it begins with: "backups watch". */
  head: string;
  /** The words that it needs besides: "off", or empty. */
  needs: string;
  /** The names of its arguments. */
  keys: readonly string[];
  /** The first of them that is a name of any words, if it has one. */
  name: string | undefined;
  /** Its arguments that must be typed, or the word in their place. */
  required: readonly string[];
  /** What stands behind the head, in its order. */
  parts: readonly (Piece | Needed)[];
  write(this: void, args: EntryArguments): string;
  /** Reads the words after the head. Undefined without the words that it needs. */
  read(words: string): ReadWords | undefined;
  /** The arguments if the words are a name, but for those that are never a part of one. Undefined without a name. */
  asName(words: string): Arguments | undefined;
}

/** An argument of a line. */
interface Piece {
  /** The words in front of it. */
  mark: string;
  key: string;
  kind: ArgumentKind;
  /** What is typed in its place if there is none: "off" in "{channel|off}". */
  absent: string | undefined;
  /** The first argument of a choice: "person" for each in "{person|group}". */
  oneOf: string | undefined;
}

/** Words that a line needs. */
interface Needed {
  /** The words as they are written. */
  words: string;
  /** Takes them out of typed words. Undefined if they aren't there. */
  take(this: void, typed: string): string | undefined;
}

/** One way to read words: what is read, and what is left of them. */
interface Way {
  args: Arguments;
  left: string;
  /** The texts in quotes that can be names, with a gap for each in what is left. */
  quoted: readonly string[];
}

const partPattern = /\[([^\]]+)\]|\{(\w+)(?:\|([^{}]+))?\}|[^[\]{}]+/g;
// What may join a name and other arguments.
const onlyJoints = /^(?:(?:for|of|in|on|over)(?=[\s,]|$)|[\s,])*$/i;
const inQuotes = String.raw`["\u201c-\u201f]([^"\u201c-\u201f]+)["\u201c-\u201f]`;
const gapAtEnd = new RegExp(` ?${gap}$`);

/**
 * Compiles a line. The words before its first argument are its head. Those before a later one are that one's mark, and
 * those behind the last one are needed. So are words in brackets: "[off|stop]" takes either, and is written as the first.
 * "{channel|off}" takes a channel, or the word in its place, and "{person|group}" one of two arguments.
 */
export function lineOf(pattern: string, shape: Readonly<Record<string, z.core.$ZodType>>): Line {
  const [, begin = "", rest = ""] = /^([^[\]{}]*)(.*)$/.exec(pattern) ?? [];
  const head = begin.trim();
  const parts = partsOf(rest, shape, pattern);
  const pieces = parts.flatMap((part) => ("key" in part ? [part] : []));
  const needed = parts.flatMap((part) => ("words" in part ? [part] : []));
  const taking = (takes: ArgumentKind["takes"]) => pieces.filter(({ kind }) => kind.takes === takes);
  const texts = taking("text").toReversed();
  const names = taking("name");
  const [named] = names;
  const readers = [...taking(undefined), ...texts, ...taking("words"), ...taking("number")];
  const quotation = quotationFor(pieces);

  function waysOf(words: string): Way[] {
    const typed = { args: {}, left: words, quoted: [] };
    return waysWith(taking("marked"), typed)
      .map((way) => texts.reduce(withQuotedText, way))
      .map((way) => withQuotedNames(way, names, quotation))
      .flatMap((way) => withNeeded(way, needed))
      .flatMap((way) => waysUntilNone(readers, pieces, way))
      .map((way) => withNames(way, names));
  }

  return {
    head,
    needs: needed.map(({ words }) => words).join(" "),
    keys: pieces.map(({ key }) => key),
    name: named?.key,
    required: pieces.flatMap(({ key, absent }) => (absent === undefined ? [] : [key])),
    parts,
    write: (args) => [head, ...parts.flatMap((part) => written(part, args))].filter(Boolean).join(" "),
    read(words) {
      const ways = attempted(() => waysOf(oneLine(words)));
      if ("problem" in ways) return ways;
      // Without an argument, there is nothing to join.
      const read = ways.map(({ args, left }) => ({ args, over: pieces.length > 0 ? overIn(left) : left }));
      const [first, ...others] = read.filter(({ over }) => over === "");
      if (first) return { ...first, others: others.map(({ args }) => args) };
      const [closest] = read.toSorted((a, b) => a.over.length - b.over.length);
      return closest && { ...closest, others: [] };
    },
    asName(words) {
      if (!named) return undefined;
      const apart = readers.filter(({ kind }) => kind.isApart);
      const way = { args: {}, left: oneLine(words), quoted: [] };
      const ways = attempted(() => waysWith(apart, way).map((each) => withNames(each, [named])));
      return "problem" in ways ? undefined : ways[0]?.args;
    },
  };
}

/** The parts of a pattern in their order. */
function partsOf(
  pattern: string,
  shape: Readonly<Record<string, z.core.$ZodType>>,
  whole: string,
): (Piece | Needed)[] {
  const parts: (Piece | Needed)[] = [];
  let mark = "";
  for (const { 0: text, 1: any, 2: key, 3: absent, index } of pattern.matchAll(partPattern)) {
    const isLast = pattern.length === index + text.length;
    const words = any ?? (isLast && key === undefined ? text.trim() : "");
    if (words !== "") parts.push(neededOf(words.split("|"), isLast));
    else if (key === undefined) mark = text.trim();
    if (key === undefined) continue;
    const others = absent?.split("|").filter((each) => each in shape) ?? [];
    for (const each of [key, ...others]) {
      const kind = shape[each] && kindOf(shape[each]);
      if (!kind) throw new Error(`The argument ${each} of “${whole}” has no kind.`);
      const isChoice = others.length > 0;
      parts.push({
        mark,
        key: each,
        kind,
        absent: isChoice ? undefined : absent,
        oneOf: isChoice ? key : undefined,
      });
    }
    mark = "";
  }
  return parts;
}

/** Any of these words: at the end, or else the first of them. */
function neededOf(any: readonly string[], isAtEnd: boolean): Needed {
  const longestFirst = any.toSorted((a, b) => b.length - a.length);
  const either = longestFirst.map((words) => words.replaceAll(" ", String.raw`\s+`)).join("|");
  const pattern = new RegExp(String.raw`(?:^|\s)(?:${either})${isAtEnd ? "$" : String.raw`(?=\s|$)`}`, "i");
  return {
    words: any[0] ?? "",
    take: (typed) => (pattern.test(typed) ? typed.replace(pattern, isAtEnd ? "" : ` ${gap}`) : undefined),
  };
}

function written(part: Piece | Needed, args: EntryArguments): (string | undefined)[] {
  if ("words" in part) return [part.words];
  const value = args[part.key];
  return value === undefined || value === "" ? [part.absent] : [marked(part.mark, part.kind.write(value))];
}

/**
 * Where a name may stand in quotes. Not behind the mark of another argument, or as the value of an option (size="l"), and
 * only at the beginning if another argument may have quotes of its own.
 */
function quotationFor(pieces: readonly Piece[]): RegExp {
  if (pieces.some(({ kind }) => kind.hasQuotes)) return new RegExp(`^${inQuotes}`, "g");
  const marks = pieces.flatMap(({ mark, kind }) =>
    mark === "" || kind.takes === "name" ? [] : [markPattern(mark)],
  );
  const behindMark = marks.length === 0 ? "" : String.raw`(?<!(?:^|\s)(?:${marks.join("|")})[\s=:]*)`;
  return new RegExp(`${behindMark}(?<!=)${inQuotes}`, "gi");
}

/** Puts a gap in place of each text in quotes that can be a name. */
function withQuotedNames(way: Way, names: readonly Piece[], quotation: RegExp): Way {
  const quoted: string[] = [];
  const left = way.left.replace(quotation, (whole, inner: string) => {
    if (quoted.length === names.length) return whole;
    quoted.push(channelsAsTyped(inner.trim()));
    return ` ${gap} `;
  });
  const [first] = names;
  if (names.length !== 1 || !first || quoted.length === 0) return { ...way, left: oneLine(left), quoted };
  return { args: { ...way.args, [first.key]: quoted[0] }, left: withoutGapAtEnd(left), quoted: [] };
}

/** Takes a text in quotes behind its own mark. */
function withQuotedText(way: Way, { key, mark }: Piece): Way {
  const between = mark.endsWith("=") ? "" : String.raw`\s+`;
  const pattern = new RegExp(String.raw`(?:^|(?<=\s))${markPattern(mark)}${between}${inQuotes}`, "i");
  const [whole, inner = ""] = pattern.exec(way.left) ?? [];
  if (whole === undefined) return way;
  const left = withoutGapAtEnd(way.left.replace(whole, () => ` ${gap} `));
  return { ...way, args: { ...way.args, [key]: channelsAsTyped(inner.trim()) }, left };
}

/** The words without those that the line needs. None if one isn't there. */
function withNeeded(way: Way, needed: readonly Needed[]): Way[] {
  let { left } = way;
  for (const { take } of needed) {
    const without = take(left);
    if (without === undefined) return [];
    left = oneLine(without);
  }
  return [{ ...way, left: way.quoted.length > 0 ? left : withoutGapAtEnd(left) }];
}

/** Lets each argument in turn take from the words that are left. One that several may be is taken in each way. */
function waysWith([piece, ...others]: readonly Piece[], way: Way): Way[] {
  if (!piece) return [way];
  const { key, mark, kind } = piece;
  const taken = key in way.args ? undefined : kind.take(way.left, mark);
  if (!taken) return waysWith(others, way);
  return [taken, ...(taken.others ?? [])].flatMap(({ value, rest }) => {
    const left = way.quoted.length > 0 ? oneLine(rest) : withoutGapAtEnd(rest);
    return waysWith(others, { ...way, args: { ...way.args, [key]: asTyped(kind, value) }, left });
  });
}

/** The same again until no argument takes more: what was taken may have stood behind what takes the end of the words. */
function waysUntilNone(readers: readonly Piece[], pieces: readonly Piece[], way: Way): Way[] {
  const isBehind = ({ kind }: Piece) => kind.takes === "number";
  const first = readers.filter((piece) => !isBehind(piece));
  return waysWith(first, way)
    .map((each) => withAbsent(pieces, each))
    .flatMap((each) => waysWith(readers.filter(isBehind), each))
    .flatMap((each) =>
      Object.keys(each.args).length > Object.keys(way.args).length
        ? waysUntilNone(readers, pieces, each)
        : [each],
    );
}

/** Takes the words that stand in place of arguments. They are the last ones. */
function withAbsent(pieces: readonly Piece[], way: Way): Way {
  let { args, left } = way;
  for (const { key, absent } of pieces) {
    if (absent === undefined || key in args) continue;
    const pattern = new RegExp(String.raw`(?:^|\s)${absent}$`, "i");
    if (!pattern.test(left)) continue;
    args = { ...args, [key]: undefined };
    left = withoutGapAtEnd(left.replace(pattern, ""));
  }
  return { ...way, args, left };
}

/** Takes what is left for names, in their order. */
function withNames(way: Way, names: readonly Piece[]): Way {
  if (names.length === 0) return way;
  let { args } = way;
  let segments = segmentsOf(way);
  for (const { mark, key, kind } of names) {
    if (key in args) continue;
    const [first, ...after] = segments;
    const taken = first?.isQuoted ? { value: first.text, rest: "" } : kind.take(first?.text ?? "", mark);
    if (!taken) continue;
    args = { ...args, [key]: asTyped(kind, taken.value) };
    segments = [{ text: oneLine(taken.rest), isQuoted: false }, ...after].filter(hasWords);
  }
  return { ...way, args, left: segments.map(({ text }) => text).join(" ") };
}

/** A name in quotes, or words that stand together. */
interface Segment {
  text: string;
  isQuoted: boolean;
}

function segmentsOf({ left, quoted }: Way): Segment[] {
  if (quoted.length === 0) return [{ text: left, isQuoted: false }].filter(hasWords);
  const runs = left.split(gap);
  return [
    ...quoted.flatMap((text, index) => [
      { text: oneLine(runs[index] ?? ""), isQuoted: false },
      { text, isQuoted: true },
    ]),
    { text: oneLine(runs.slice(quoted.length).join(" ")), isQuoted: false },
  ].filter(hasWords);
}

/** False for no words, and for those that only join others. */
function hasWords({ text, isQuoted }: Segment): boolean {
  return isQuoted || overIn(text) !== "";
}

function overIn(left: string): string {
  const over = oneLine(left.replaceAll(gap, " "));
  return onlyJoints.test(over) ? "" : over;
}

/** A name may have # and @, which Slack turns into its tokens. */
function asTyped({ takes }: ArgumentKind, value: unknown): unknown {
  return (takes === "name" || takes === "text") && typeof value === "string" ? channelsAsTyped(value) : value;
}

function withoutGapAtEnd(words: string): string {
  return oneLine(words).replace(gapAtEnd, "");
}

function attempted(read: () => Way[]): Way[] | { problem: string } {
  try {
    return read();
  } catch (error) {
    if (!isAppError(error, "user")) throw error;
    return { problem: error.message };
  }
}
