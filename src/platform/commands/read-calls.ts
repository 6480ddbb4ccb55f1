import { z } from "zod";
import type { Asker } from "../access/asker.ts";
import type { WorkspaceContext } from "../context.ts";
import { AppError, attempt, isAppError } from "../../lib/errors.ts";
import { unquoted } from "../../lib/names.ts";
import { foldName, nearest, oneLine, truncate } from "../../lib/text.ts";
import { kindOf } from "./arguments/kind.ts";
import { quotes } from "./arguments/kinds.ts";
import { type Call, type Run, unreadable } from "./call.ts";
import type { Entry, EntryArguments, SlotKind } from "./entry.ts";
import type { Answer, Responder } from "./found.ts";
import type { Line } from "./line.ts";

/** A parsed command. */
export interface ReadCommand<Context = WorkspaceContext> {
  run(this: void, context: Context, asker: Asker, responder: Responder): Promise<Answer>;
  /** What it calls: its effect, and the role that it takes. */
  entry: Entry;
  /** The arguments of a call. */
  args?: EntryArguments;
  /** True if it only says what is wrong: its words lack something, or have something that can't be read. */
  isMistake?: true;
  /** What runs instead if there is a thing of this kind with this name. */
  orNamed?: { kind: SlotKind; name: string; meant: ReadCommand<Context> };
  /** The subcommand, if it has several. */
  subcommand?: string;
  /** The words that name its subject, as typed. */
  about?: string;
}

/** A call that typed words may mean. */
interface Candidate<Context> {
  of: Call<Context>;
  line: Line;
  /** What the words say. Undefined if they lack something, or have something that can't be read. */
  given: EntryArguments | undefined;
  /** How many arguments it takes besides a name. */
  taken: number;
  read: ReturnType<Call<Context>["check"]>;
}

/**
 * Of several calls, the one with the longest head is meant, then the one that needs the most other words, and then the one
 * that takes the most arguments.
 */
function byLikelihood<Context>(one: Candidate<Context>, other: Candidate<Context>): number {
  const weights = ({ line, taken, read }: Candidate<Context>) => [
    line.head.length,
    line.needs.length,
    taken,
    Number("args" in read),
  ];
  const ofOne = weights(one);
  return weights(other).reduce((more, weight, at) => more || weight - (ofOne[at] ?? 0), 0);
}

/** What reads typed words: the calls of a command, its words, and what to try if its calls don't have a word. */
export interface CallReader<Context> {
  calls: readonly Call<Context>[];
  path: string;
  hint?: string | undefined;
}

/**
 * The call of a command's typed words: the one with the longest head that takes all of them. All the words behind a head
 * may also be a name, as of a service called “watch list”. If there is such a thing, the call for a name alone runs instead.
 * One word that is a call's own remains that call.
 */
export function readCalls<Context>(
  reader: CallReader<Context>,
  words: string,
): ReadCommand<Context> | { problem: string } {
  const { path } = reader;
  const typed = oneLine(`${path} ${words}`);
  const answered = answeredIn(reader, typed);
  if (answered) return answered;
  const best = bestOf(reader, typed);
  if (!best) return { problem: unreadWord(reader, typed) };
  const reading = commandOf(best);
  const orNamed = namedBy(reader, path, typed) ?? namedBy(reader, best.line.head, typed);
  if (!orNamed || isOwnWord(orNamed.name, best, path)) return reading;
  const isSame = reading.entry === orNamed.meant.entry && reading.about === orNamed.name;
  return isSame ? reading : { ...reading, orNamed };
}

/** True for one word that the read call has besides its arguments, such as "watch". */
function isOwnWord<Context>(name: string, { given, line }: Candidate<Context>, path: string): boolean {
  if (!given || name.includes(" ")) return false;
  const own = [line.head.slice(path.length).trim(), line.needs];
  return Object.keys(given).length === 0 || own.includes(name.toLowerCase());
}

/**
 * Words that end in a `yes`, or in a call's name again, for what a call asks first. The name of a thing may end so too.
 */
function answeredIn<Context>(reader: CallReader<Context>, typed: string): ReadCommand<Context> | undefined {
  const [, asked, answer = ""] = /^(.*\S) (\S+)$/.exec(typed) ?? [];
  const isYes = /^yes$/i.test(answer);
  if (asked === undefined || !(isYes || reader.calls.some((each) => each.takesNameAgain))) return undefined;
  const best = bestOf(reader, asked);
  if (!best?.of.asksFirst || !best.given) return undefined;
  const isAgain = best.of.takesNameAgain && foldName(unquoted(answer)) === foldName(aboutIn(best));
  if (!isYes && !isAgain) return undefined;
  const { of, line, given } = best;
  const reading = commandOf({ of, line, read: of.check(given, true) });
  const whole = bestOf(reader, typed);
  const about = whole && aboutIn(whole);
  const kind = whole && kindOfName(whole);
  return whole && about !== undefined && kind !== undefined
    ? { ...reading, orNamed: { kind, name: about, meant: commandOf(whole) } }
    : reading;
}

function bestOf<Context>({ calls }: CallReader<Context>, typed: string): Candidate<Context> | undefined {
  return linesFor(calls, typed)
    .flatMap(({ of, line }) => candidateOf(of, line, typed) ?? [])
    .toSorted(byLikelihood)[0];
}

/** The lines with a head that these words begin with. */
function linesFor<Context>(calls: readonly Call<Context>[], typed: string) {
  return calls
    .flatMap((of) => of.lines.map((line) => ({ of, line })))
    .filter(({ line }) => `${typed.toLowerCase()} `.startsWith(`${line.head} `));
}

function candidateOf<Context>(of: Call<Context>, line: Line, typed: string): Candidate<Context> | undefined {
  const read = line.read(typed.slice(line.head.length));
  if (!read) return undefined;
  if ("problem" in read) return { of, line, given: undefined, taken: 1, read };
  if (read.over !== "") return undefined;
  const taken = Object.keys(read.args).filter((key) => key !== line.name).length;
  const problem = missingIn(of, line, read.args);
  if (problem !== undefined) return { of, line, given: undefined, taken, read: { problem } };
  const checked = of.check(read.args);
  if ("problem" in checked) return { of, line, given: undefined, taken, read: checked };
  const others = read.others.map((args) => of.check(args)).filter((each) => "args" in each);
  return { of, line, given: read.args, taken, read: { ...checked, run: inTurn([checked, ...others]) } };
}

/** Runs the first way to read words that has names of known things. If none has, it fails as the likeliest one. */
function inTurn<Context>([first, ...others]: readonly [
  { run: Run<Context> },
  ...{ run: Run<Context> }[],
]): Run<Context> {
  if (others.length === 0) return first.run;
  return async (...around) => {
    try {
      return await first.run(...around);
    } catch (error) {
      if (!isAppError(error, "missing")) throw error;
      for (const { run } of others) {
        const answered = await attempt(() => run(...around));
        if (!(answered instanceof AppError)) return answered;
        if (answered.kind !== "missing") throw answered;
      }
      throw error;
    }
  };
}

/** What is wrong if a line lacks an argument that it has to have. */
function missingIn<Context>(
  { missing }: Call<Context>,
  { keys, required }: Line,
  args: EntryArguments,
): string | undefined {
  const lacks = (key: string) => keys.includes(key) && !(key in args);
  const [, problem] = Object.entries(missing).find(([key]) => lacks(key)) ?? [];
  return problem ?? (required.some(lacks) ? unreadable : undefined);
}

/** What is wrong with words that no call has: the first one may be mistyped, or some are not understood. */
function unreadWord<Context>(reader: CallReader<Context>, typed: string): string {
  const { calls, path, hint } = reader;
  const firstOf = (line: string) => line.slice(path.length).trim().split(" ")[0] ?? "";
  const known = [...new Set(calls.flatMap(({ lines }) => lines.map(({ head }) => firstOf(head))))];
  const subcommands = known.filter((word) => word !== "");
  const word = firstOf(typed);
  if (subcommands.length === 0 && hint !== undefined) return hint;
  const isWord = word !== "" && !quotes.test(word);
  if (subcommands.length === 0 || !isWord || subcommands.includes(word.toLowerCase()))
    return unreadPart(reader, typed);
  const near = nearest(word.toLowerCase(), subcommands);
  const help = near === undefined ? hint : `Did you mean \`/db ${path} ${near}\`?`;
  return [`I don't know \`/db ${path} ${word}\`.`, help].filter(Boolean).join(" ");
}

/** What the line with the longest head lacks, or else its words that no argument takes. */
function unreadPart<Context>({ calls }: CallReader<Context>, typed: string): string {
  const [closest] = linesFor(calls, typed)
    .flatMap(({ of, line }) => {
      const read = line.read(typed.slice(line.head.length));
      return read && "over" in read ? [{ of, line, ...read }] : [];
    })
    .toSorted((a, b) => b.line.head.length - a.line.head.length || a.over.length - b.over.length);
  if (!closest) return unreadable;
  const { of, line, args, over } = closest;
  return missingIn(of, line, args) ?? `I don't understand “${truncate(over, 60)}”.`;
}

/** The reading of a call by its arguments, as a button or a program gives them. */
export function readCall<Context>(
  of: Call<Context>,
  args: EntryArguments,
  isSure = false,
): ReadCommand<Context> | { problem: string } {
  const read = of.check(args, isSure);
  return "problem" in read ? read : commandOf({ of, line: of.lines[0], read });
}

function commandOf<Context>(
  candidate: Pick<Candidate<Context>, "of" | "line" | "read">,
): ReadCommand<Context> {
  const { of, read } = candidate;
  const facts = { entry: of, ...(of.verb !== undefined && { subcommand: of.verb }) };
  if ("problem" in read) {
    const { problem } = read;
    return { ...facts, isMistake: true, run: () => Promise.reject(new AppError("user", problem)) };
  }
  const about = aboutIn(candidate);
  return { ...facts, ...read, ...(about !== undefined && { about }) };
}

/** The name that a call was given. */
function aboutIn<Context>({ line, read }: Pick<Candidate<Context>, "line" | "read">): string | undefined {
  return "args" in read ? z.string().safeParse(read.args[line.name ?? ""]).data : undefined;
}

/** The kind of things that a line's name is of. */
function kindOfName<Context>({ of, line }: Pick<Candidate<Context>, "of" | "line">): SlotKind | undefined {
  const schema = of.shape[line.name ?? ""];
  const slots = [(schema && kindOf(schema)?.slot) ?? []].flat();
  return slots.find((slot) => typeof slot === "string");
}

/** The call for a name alone, with all words behind a head as the name. In quotes, a name is no more than that. */
function namedBy<Context>(
  { calls }: CallReader<Context>,
  head: string,
  typed: string,
): ReadCommand<Context>["orNamed"] {
  const words = typed.slice(head.length).trim();
  if (words === "" || quotes.test(words)) return undefined;
  const lines = calls.flatMap((of) => of.lines.map((line) => ({ of, line })));
  const isNameAlone = ({ line }: (typeof lines)[number]) =>
    line.head === head && line.needs === "" && line.required.length === 0;
  for (const { of, line } of lines.filter(isNameAlone)) {
    const kind = kindOfName({ of, line });
    const args = line.asName(words);
    const read = args && of.check(args);
    if (kind === undefined || !read || !("args" in read)) continue;
    const meant = commandOf({ of, line, read });
    if (meant.about !== undefined) return { kind, name: meant.about, meant };
  }
  return undefined;
}
