import type { Button } from "@slack/types";
import { z } from "zod";
import { actions } from "../blocks/button.ts";
import { type Asked, sureButton } from "../blocks/command-button.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import { orUndefined } from "../../lib/errors.ts";
import { inWords } from "../../lib/problem-words.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Asker } from "../access/asker.ts";
import { kindOf } from "./arguments/kind.ts";
import type { Answer, Responder } from "./found.ts";
import { type Asks, type Entry, type EntryArguments, type EntryFacts, type Slot, entryOf } from "./entry.ts";
import { type Line, lineOf } from "./line.ts";

/** What is wrong with words or arguments if no more is known. */
export const unreadable = "I can't read that.";

/** Does what arguments ask for. */
export type Run<Context> = Doing<Context>["run"];

/** A method, because a call of a feature stands where a call of any context does. */
interface Doing<Context> {
  run(this: void, context: Context, asker: Asker, responder: Responder): Promise<Answer>;
}

/** What is asked before a call does its work. */
export interface Question {
  /** The consequences, in mrkdwn. */
  text: string;
  /** The button that answers with yes. */
  yes: string;
  /** Buttons with other answers. */
  others?: readonly Button[];
  /** The arguments that the button has, if those that were given may mean something else later, as a number in a list. */
  args?: EntryArguments;
}

/** Arguments that mean later what others mean now: an id in place of a number in a list. */
export interface Pinned {
  args: EntryArguments;
  /** What people read in place of an argument, by its name, as text with Slack's tokens. */
  shown: Readonly<Record<string, string>>;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Something that can be asked for, and what it does. Typed words, sentences and programs all come to its arguments. */
export interface Call<Context = WorkspaceContext> extends Entry {
  /** The lines that are read as it. It writes the one with just the arguments that it is given, or else one with all. */
  lines: readonly [Line, ...Line[]];
  /** All of its arguments by name, also those that programs don't have. */
  shape: Shape;
  /** What is wrong if typed words have a line's head, and not an argument of it. The first of these counts. */
  missing: Readonly<Record<string, string>>;
  /** The verb of its action in the audit log, as in "backup.watch". */
  verb?: string | undefined;
  /** True if its person is asked before it runs. */
  asksFirst: boolean;
  /** True if its name said again answers what it asks, as `yes` does. */
  takesNameAgain: boolean;
  /** What arguments mean now, for a card that waits for a click. Undefined if they mean the same later, or if nothing is known. */
  pin?(
    this: void,
    given: EntryArguments,
    context: Context,
    person: Pick<Asker, "userId">,
  ): Promise<Pinned | undefined>;
  /** Checks arguments once: they and what they ask for, or the first problem. `isSure` answers what it asks first. */
  check(
    this: void,
    given: EntryArguments,
    isSure?: boolean,
  ): { args: EntryArguments; run: Run<Context> } | { problem: string };
}

/** A call as its feature declares it. */
export interface Declaration<Args extends z.ZodObject, Context> extends EntryFacts<Args> {
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
  /** See `Call`. It may fail as missing. */
  pin?(
    this: void,
    args: z.output<Args>,
    context: Context,
    person: Pick<Asker, "userId">,
  ): Promise<Pinned | undefined>;
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
  pin,
  takesNameAgain = false,
  run,
  missing = {},
  verb,
  ...facts
}: Declaration<Args, Context>): Call<Context> {
  const shape: Shape = facts.args.shape;
  const [first, ...others] = [line].flat().map((pattern) => lineOf(pattern, shape));
  if (!first) throw new Error(`The call ${facts.name} has no line.`);
  const lines = [first, ...others] as const;
  const write = (args: EntryArguments) => lineFor(args, lines).write(args);
  const known = Object.entries(shape).filter(([, schema]) => kindOf(schema)?.isForPeople !== true);
  const isAll = known.length === Object.keys(shape).length;
  const args = isAll ? facts.args : z.object(Object.fromEntries(known));
  const asks = facts.asks && withSlots(facts.asks, args.shape);
  const entry = entryOf({ ...facts, args, ...(asks && { asks }), write });
  // Not a copy: the entry makes its arguments when they are first needed.
  return Object.assign(entry, {
    line: isAll ? entry.line : (given: EntryArguments) => write(facts.args.strict().parse(given)),
    lines,
    shape,
    missing,
    verb,
    asksFirst: confirm !== undefined,
    takesNameAgain,
    ...(pin && {
      pin: (given: EntryArguments, context: Context, person: Pick<Asker, "userId">) =>
        orUndefined(() => pin(facts.args.parse(given), context, person), "missing", "user", "upstream"),
    }),
    check(given: EntryArguments, isSure = false) {
      const { data, error } = facts.args.safeParse(given, inWords);
      if (error) return { problem: problemIn(error) };
      return {
        args: data,
        async run(context: Context, asker: Asker, responder: Responder) {
          const isAnswered = isSure && asker.mayConfirm === true;
          const question = isAnswered ? undefined : await confirm?.(data, context, asker);
          if (question)
            return askFirst(question, { call: facts.name, args: question.args ?? data, yes: true });
          return run(data, context, asker, responder);
        },
      };
    },
  });
}

/** Asks before a call does its work. Only its person's `yes`, or a press of this button, answers: see `mayConfirm`. */
function askFirst({ text, yes, others = [] }: Question, command: Asked): Reply {
  const answer: Button = { ...sureButton(yes, command), style: "danger" };
  return reply(text, [section(text), actions([...others, answer])]);
}

/** The line with just these arguments, or else the first one with all of them. */
function lineFor(args: EntryArguments, lines: readonly [Line, ...Line[]]): Line {
  const given = Object.keys(args).filter((key) => args[key] !== undefined);
  const fitting = lines.filter(({ keys }) => given.every((key) => keys.includes(key)));
  return fitting.find(({ keys }) => keys.length === given.length) ?? fitting[0] ?? lines[0];
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

/** The arguments as a sentence has them: by their kinds, unless the call says it otherwise. No one says an old one. */
function withSlots(asks: Asks, shape: Shape): Asks {
  const slots = Object.entries(shape).flatMap(([name, schema]): [string, Slot | readonly Slot[]][] => {
    const { slot, isOld } = kindOf(schema) ?? {};
    return slot === undefined || isOld ? [] : [[name, slot]];
  });
  return slots.length === 0 ? asks : { ...asks, slots: { ...Object.fromEntries(slots), ...asks.slots } };
}
