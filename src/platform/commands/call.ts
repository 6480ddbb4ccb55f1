import { z } from "zod";
import { type ArgumentKind, kindOf } from "./arguments/kind.ts";
import type { Asker, WorkspaceContext } from "../context.ts";
import { AppError } from "../../lib/errors.ts";
import { unquoted } from "../../lib/names.ts";
import { foldName, nearest, oneLine, truncate } from "../../lib/text.ts";
import type { Answer, ReadCommand, Responder } from "./command.ts";
import { askFirst } from "./confirm.ts";
import {
  type Asks,
  type Entry,
  type EntryArguments,
  type EntryFacts,
  type SlotKind,
  entryOf,
} from "./entry.ts";
import { quotes } from "./arguments/kinds.ts";
import { type Line, lineOf } from "./line.ts";

const unreadable = "I can't read that.";

/** Does what arguments ask for. */
type Run<Context> = (context: Context, asker: Asker, responder: Responder) => Promise<Answer>;

/** What is asked before a call does its work. */
export interface Question {
  /** The consequences, in mrkdwn. */
  text: string;
  /** The button that answers with yes. */
  yes: string;
}

/** Something that can be asked for, and what it does. Typed words, sentences and programs all come to its arguments. */
export interface Call<Context = WorkspaceContext> extends Entry {
  /** The lines that are read as it. It writes the one with just the arguments that are given, or else the first. */
  lines: readonly [Line, ...Line[]];
  /** What is wrong if typed words have its head, and not an argument that it needs. The first of these counts. */
  missing: Readonly<Record<string, string>>;
  /** The verb of its action in the audit log, as in "backup.watch". */
  verb?: string | undefined;
  /** True if its person is asked before it runs. */
  asksFirst: boolean;
  /** True if its name said again answers what it asks, as `yes` does. */
  takesNameAgain: boolean;
  /** Checks arguments once: they and what they ask for, or the first problem. `isSure` answers what it asks first. */
  check(
    this: void,
    given: EntryArguments,
    isSure?: boolean,
  ): { args: EntryArguments; run: Run<Context> } | { problem: string };
}

interface Declaration<Args extends z.ZodObject, Context> extends EntryFacts<Args> {
  /** Its line: "backups watch {service} {channel} max-age {maxAgeHours}". Several if words may be left out. */
  line: string | readonly [string, ...string[]];
  missing?: Readonly<Record<string, string>>;
  verb?: string;
  /**
   * What to ask before it runs, as for what cannot be undone. Undefined if nothing has to be asked. Only the person's own
   * `yes` or button answers: a program, a model or another button is asked too.
   */
  confirm?(
    this: void,
    args: z.output<Args>,
    context: Context,
    asker: Asker,
  ): Promise<Question | undefined> | Question | undefined;
  /** True if the name said again is a yes too, as in `remove acme acme`. Buttons of earlier versions hold such lines. */
  takesNameAgain?: boolean;
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
  confirm,
  takesNameAgain = false,
  run,
  missing = {},
  verb,
  ...facts
}: Declaration<Args, Context>): Call<Context> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = facts.args.shape;
  const [first, ...others] = [line].flat().map((pattern) => lineOf(pattern, shape));
  if (!first) throw new Error(`The call ${facts.name} has no line.`);
  const asks = facts.asks && withSlots(facts.asks, shape);
  const lineFor = (given: EntryArguments) => {
    const names = Object.keys(given).filter((name) => given[name] !== undefined);
    const isFor = ({ keys }: Line) =>
      keys.length === names.length && keys.every((key) => names.includes(key));
    return [first, ...others].find(isFor) ?? first;
  };
  const entry = entryOf({
    ...facts,
    ...(asks && { asks }),
    write: (given) => lineFor(given).write(given),
  });
  // Not a copy: the entry makes its arguments when they are first needed.
  return Object.assign(entry, {
    lines: [first, ...others] as const,
    missing,
    verb,
    asksFirst: confirm !== undefined,
    takesNameAgain,
    check(given: EntryArguments, isSure = false) {
      const { data, error } = facts.args.safeParse(given);
      if (error) return { problem: problemIn(error) };
      return {
        args: data,
        async run(context: Context, asker: Asker, responder: Responder) {
          const isAnswered = isSure && asker.mayConfirm === true;
          const question = isAnswered ? undefined : await confirm?.(data, context, asker);
          if (question)
            return askFirst({ ...question, command: { call: facts.name, args: data, yes: true } });
          return run(data, context, asker, responder);
        },
      };
    },
  });
}

/** The first problem with arguments. One in words of ours is a sentence, and any other follows the argument's name. */
function problemIn({ issues: [issue] }: z.ZodError): string {
  const { message = unreadable, path = [] } = issue ?? {};
  if (path.length === 0 || !/^\p{Ll}/u.test(message)) return message;
  return `\`${path.join(".")}\` ${message}${/[.?!]$/.test(message) ? "" : "."}`;
}

/** True for a call, and not an entry with words. */
export function isCall(entry: Entry): entry is Call {
  return "lines" in entry;
}

/** The arguments as a sentence has them: by their kinds, unless the call says it otherwise. */
function withSlots(asks: Asks, shape: Readonly<Record<string, z.core.$ZodType>>): Asks {
  const slots = Object.entries(shape).flatMap(([name, schema]): [string, ArgumentKind["slot"]][] => {
    const kind = kindOf(schema);
    return kind ? [[name, kind.slot]] : [];
  });
  return slots.length === 0 ? asks : { ...asks, slots: { ...Object.fromEntries(slots), ...asks.slots } };
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

/** Of several calls, the one with the most words of its own is meant, then the one that takes the most arguments. */
function byLikelihood<Context>(one: Candidate<Context>, other: Candidate<Context>): number {
  const ownWords = ({ line }: Candidate<Context>) => line.head.length + line.tail.length;
  const isWhole = ({ read }: Candidate<Context>) => Number("args" in read);
  return ownWords(other) - ownWords(one) || other.taken - one.taken || isWhole(other) - isWhole(one);
}

/** What reads typed words: the calls of a command, its words, and what to try if its calls don't have a word. */
export interface CallReader<Context> {
  calls: readonly Call<Context>[];
  path: string;
  hint?: string | undefined;
}

/**
 * The call of a command's typed words: the one with the longest head that takes all of them. All the words may also be
 * a name, as of a service called “watch list”. If there is such a thing, the call for a name alone runs instead.
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
  const orNamed = namedBy(reader, typed.slice(path.length).trim());
  const reading = commandOf(best);
  const isSame = reading.entry === orNamed?.meant.entry && reading.about === orNamed.name;
  return orNamed && !isSame ? { ...reading, orNamed } : reading;
}

/** Words that end in a `yes` for what a call asks first. The name of a thing may end so too. */
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
  return calls
    .flatMap((of) => of.lines.map((line) => ({ of, line })))
    .filter(({ line }) => `${typed.toLowerCase()} `.startsWith(`${line.head} `))
    .flatMap(({ of, line }) => candidateOf(of, line, typed) ?? [])
    .toSorted(byLikelihood)[0];
}

function candidateOf<Context>(of: Call<Context>, line: Line, typed: string): Candidate<Context> | undefined {
  const read = line.read(typed.slice(line.head.length));
  if (!read || "over" in read) return undefined;
  if ("problem" in read) return { of, line, given: undefined, taken: 1, read };
  const taken = Object.keys(read.args).filter((key) => key !== line.name).length;
  const checked = of.check(read.args);
  if ("args" in checked) return { of, line, given: read.args, taken, read: checked };
  const [, missing] = Object.entries(of.missing).find(([key]) => !(key in read.args)) ?? [];
  return { of, line, given: undefined, taken, read: missing === undefined ? checked : { problem: missing } };
}

/** What is wrong with words that no call has: the first one may be mistyped, or there are too many. */
function unreadWord<Context>({ calls, path, hint }: CallReader<Context>, typed: string): string {
  const firstOf = (line: string) => line.slice(path.length).trim().split(" ")[0] ?? "";
  const known = [...new Set(calls.flatMap(({ lines }) => lines.map(({ head }) => firstOf(head))))];
  const subcommands = known.filter((word) => word !== "");
  const word = firstOf(typed);
  if (subcommands.length === 0) return hint ?? unreadable;
  if (word === "" || subcommands.includes(word.toLowerCase())) return wordsOver(calls, typed);
  const near = nearest(word.toLowerCase(), subcommands);
  const help = near === undefined ? hint : `Did you mean \`/db ${path} ${near}\`?`;
  return [`I don't know \`/db ${path} ${word}\`.`, help].filter(Boolean).join(" ");
}

/** Says which words no argument takes, by the line with the longest head. */
function wordsOver<Context>(calls: readonly Call<Context>[], typed: string): string {
  const [line] = calls
    .flatMap(({ lines }) => lines)
    .filter(({ head }) => `${typed.toLowerCase()} `.startsWith(`${head} `))
    .toSorted((one, other) => other.head.length - one.head.length);
  const read = line?.read(typed.slice(line.head.length));
  return read && "over" in read ? `I don't understand “${truncate(read.over, 40)}”.` : unreadable;
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
  const schema: z.core.$ZodType | undefined = of.args.shape[line.name ?? ""];
  const slot = schema && kindOf(schema)?.slot;
  return typeof slot === "string" ? slot : undefined;
}

/** The call for a name alone, with all words as the name. In quotes, a name is no more than that. */
function namedBy<Context>(
  { calls, path }: CallReader<Context>,
  name: string,
): ReadCommand<Context>["orNamed"] {
  if (name === "" || quotes.test(name)) return undefined;
  const lines = calls.flatMap((of) => of.lines.map((line) => ({ of, line })));
  for (const { of, line } of lines.filter((each) => each.line.head === path && each.line.tail === "")) {
    const kind = kindOfName({ of, line });
    const read = of.check({ [line.name ?? ""]: name });
    if (kind !== undefined && "args" in read) return { kind, name, meant: commandOf({ of, line, read }) };
  }
  return undefined;
}
