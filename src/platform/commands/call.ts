import { z } from "zod";
import { kindOf } from "./arguments/kind.ts";
import type { Asker, WorkspaceContext } from "../context.ts";
import { AppError } from "../../lib/errors.ts";
import { oneLine } from "../../lib/text.ts";
import type { Answer, ReadCommand, Responder } from "./command.ts";
import { type Asks, type Entry, type EntryArguments, type EntryFacts, type Slot, entryOf } from "./entry.ts";
import { quotes } from "./arguments/kinds.ts";
import { type Line, lineOf } from "./line.ts";

const unreadable = "I can't read that.";

/** Does what arguments ask for. */
type Run<Context> = (context: Context, asker: Asker, responder: Responder) => Promise<Answer>;

/** Something that can be asked for, and what it does. Typed words, sentences and programs all come to its arguments. */
export interface Call<Context = WorkspaceContext> extends Entry {
  /** The lines that are read as it. The first is the one that it writes. */
  lines: readonly [Line, ...Line[]];
  /** What is wrong if typed words have its head, and not an argument that it needs. The first of these counts. */
  missing: Readonly<Record<string, string>>;
  /** The verb of its action in the audit log, as in "backup.watch". */
  verb?: string | undefined;
  /** Checks arguments once: they and what they ask for, or the first problem. */
  check(this: void, given: EntryArguments): { args: EntryArguments; run: Run<Context> } | { problem: string };
}

interface Declaration<Args extends z.ZodObject, Context> extends EntryFacts<Args> {
  /** Its line: "backups watch {service} {channel} max-age {maxAgeHours}". Several if words may be left out. */
  line: string | readonly [string, ...string[]];
  missing?: Readonly<Record<string, string>>;
  verb?: string;
  run(
    this: void,
    args: z.output<Args>,
    context: Context,
    asker: Asker,
    responder: Responder,
  ): Promise<Answer> | Answer;
}

/** Declares a call. Its lines, its words in a sentence and its tool for programs follow from its arguments. */
export function call<Args extends z.ZodObject, Context = WorkspaceContext>({
  line,
  run,
  missing = {},
  verb,
  ...facts
}: Declaration<Args, Context>): Call<Context> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = facts.args.shape;
  const [first, ...others] = [line].flat().map((pattern) => lineOf(pattern, shape));
  if (!first) throw new Error(`The call ${facts.name} has no line.`);
  const asks = facts.asks && withSlots(facts.asks, shape);
  const entry = entryOf({ ...facts, ...(asks && { asks }), write: first.write });
  // Not a copy: the entry makes its arguments when they are first needed.
  return Object.assign(entry, {
    lines: [first, ...others] as const,
    missing,
    verb,
    check(given: EntryArguments) {
      const { data, error } = facts.args.safeParse(given);
      return error
        ? { problem: error.issues[0]?.message ?? unreadable }
        : { args: data, run: async (...around: Parameters<Run<Context>>) => run(data, ...around) };
    },
  });
}

/** The arguments as a sentence has them: by their kinds, unless the call says it otherwise. */
function withSlots(asks: Asks, shape: Readonly<Record<string, z.core.$ZodType>>): Asks {
  const slots = Object.entries(shape).flatMap(([name, schema]): [string, Slot][] => {
    const kind = kindOf(schema);
    return kind ? [[name, kind.slot]] : [];
  });
  return slots.length === 0 ? asks : { ...asks, slots: { ...Object.fromEntries(slots), ...asks.slots } };
}

/** A call that typed words may mean. */
interface Candidate<Context> {
  of: Call<Context>;
  line: Line;
  /** How many arguments it takes besides a name. */
  taken: number;
  read: ReturnType<Call<Context>["check"]>;
}

/** Of several calls, the one with the most words of its own is meant, then the one that takes the most arguments. */
function byLikelihood<Context>(one: Candidate<Context>, other: Candidate<Context>): number {
  const ownWords = ({ line }: Candidate<Context>) => line.head.length + line.tail.length;
  const isWhole = ({ read }: Candidate<Context>) => Number("args" in read);
  return ownWords(other) - ownWords(one) || other.taken - one.taken || isWhole(other) - isWhole(one);
}

/**
 * The call of a command's typed words: the one with the longest head that takes all of them. All the words may also be
 * a name, as of a service called “watch list”. If there is such a thing, the call for a name alone runs instead.
 */
export function readCalls<Context>(
  calls: readonly Call<Context>[],
  path: string,
  words: string,
): ReadCommand<Context> | { problem: string } {
  const typed = oneLine(`${path} ${words}`);
  const lines = calls
    .flatMap((of) => of.lines.map((line) => ({ of, line })))
    .filter(({ line }) => `${typed.toLowerCase()} `.startsWith(`${line.head} `));
  const [best] = lines.flatMap(({ of, line }) => candidateOf(of, line, typed) ?? []).toSorted(byLikelihood);
  if (!best) return { problem: unreadable };
  const orNamed = namedBy(lines, path, typed.slice(path.length).trim());
  const reading = commandOf(best);
  const isSame = reading.entry === orNamed?.meant.entry && reading.about === orNamed.name;
  return orNamed && !isSame ? { ...reading, orNamed } : reading;
}

function candidateOf<Context>(of: Call<Context>, line: Line, typed: string): Candidate<Context> | undefined {
  const read = line.read(typed.slice(line.head.length));
  if (!read) return undefined;
  if ("problem" in read) return { of, line, taken: 1, read };
  const taken = Object.keys(read.args).filter((key) => key !== line.name).length;
  const checked = of.check(read.args);
  const [, missing] = Object.entries(of.missing).find(([key]) => !(key in read.args)) ?? [];
  const isMissing = "problem" in checked && missing !== undefined;
  return { of, line, taken, read: isMissing ? { problem: missing } : checked };
}

function commandOf<Context>({ of, line, read }: Omit<Candidate<Context>, "taken">): ReadCommand<Context> {
  const facts = { entry: of, ...(of.verb !== undefined && { subcommand: of.verb }) };
  if ("problem" in read) {
    const { problem } = read;
    return { ...facts, isMistake: true, run: () => Promise.reject(new AppError("user", problem)) };
  }
  const about = z.string().safeParse(read.args[line.name ?? ""]).data;
  return {
    ...facts,
    ...read,
    ...(about !== undefined && { about }),
  };
}

/** The call for a name alone, with all words as the name. In quotes, a name is no more than that. */
function namedBy<Context>(
  lines: readonly { of: Call<Context>; line: Line }[],
  path: string,
  name: string,
): ReadCommand<Context>["orNamed"] {
  if (name === "" || quotes.test(name)) return undefined;
  for (const { of, line } of lines.filter((each) => each.line.head === path && each.line.tail === "")) {
    const schema: z.core.$ZodType | undefined = of.args.shape[line.name ?? ""];
    const kind = schema && kindOf(schema)?.slot;
    const read = of.check({ [line.name ?? ""]: name });
    if (typeof kind === "string" && "args" in read)
      return { kind, name, meant: commandOf({ of, line, read }) };
  }
  return undefined;
}
