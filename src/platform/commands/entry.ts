import { z } from "zod";
import type { Role } from "../access/role.ts";

/** What an argument of an entry is, so the words for it can be found in a sentence. */
export type SlotKind =
  | "service"
  | "hook"
  | "preset"
  | "dashboard"
  | "connection"
  | "channel"
  | "person"
  | "group"
  | "role"
  | "range"
  | "against"
  | "number"
  | "credits"
  | "minutes"
  | "hours"
  | "id"
  | "by"
  | "topic";

/**
 * How an argument is found: by its kind, or as the parts that the sentence has of it. A part is a pattern, and what its
 * match becomes. A value is all of them in their order, after the words of `begin`.
 */
export type Slot =
  | SlotKind
  | {
      parts: readonly (readonly [pattern: RegExp, value: string])[];
      begin?: string;
      /** How people read the value, if its word alone says too little: "number {value} in the list". */
      shows?: string;
      /** True if the first part that is there is the value. */
      isOne?: true;
      /** True if it leaves the words of the arguments before it alone: "large" in a name says nothing about the size. */
      isApart?: true;
    };

/**
 * How people ask for a call, as data beside it. The words themselves stand once, in groups: `ask/groups.ts`. What is said
 * of its arguments follows from their kinds.
 */
export interface Asks {
  /**
   * What means it: groups of words and arguments that a sentence must have, in any order. "end report {number}" needs a
   * word of each group and a number, `a|b` needs one of both, and `=engine` is a word of its own.
   */
  means?: readonly string[];
  /** Groups that may stand around it and change nothing: "trend ranking". */
  around?: string;
  /** Words that its arguments may have, so mistyped ones are found. */
  words?: readonly string[];
  /** What its arguments are, by their names: the first that is there. */
  slots?: Readonly<Record<string, Slot | readonly Slot[]>>;
  /** True if its command looks for services among more names than the workspace has, and says which it can't find. */
  findsNames?: true;
  /** True for a change that without arguments only lists what there is to choose from. */
  listsAlone?: true;
  /** What its form makes, as in "service", if that is something new. Its argument `name` names it from then on. */
  creates?: string;
  /** Pieces of a sentence that says what was understood: "Costs", " of {service}". Those without their value are left out. */
  says?: readonly string[];
}

/** What calling an entry does: nothing that stays, a change, or a loss that cannot be taken back. */
export type Effect = "read" | "change" | "destroy";

/** Values for an entry's arguments, by name. */
export type EntryArguments = Readonly<Record<string, unknown>>;

/**
 * One thing that can be asked for, through any door: typed, said in plain words, or called by a program. Its line is
 * the one form that all of them come to.
 */
export interface Entry {
  /** Unique, for programs and in the audit log: "costs_show". At most 64 letters and underscores. */
  name: string;
  /** For people: "Pause a hook". */
  title: string;
  /** One sentence. */
  summary: string;
  effect: Effect;
  /** The role that it takes. */
  access: Role;
  /** True if it opens a form or a window. A loading view opens before the asker's role is known. */
  opens: boolean;
  /** True if others see its answer, so it is never run on a guess. */
  shares: boolean;
  /** Its arguments by name, each with a description. */
  args: z.ZodObject;
  /** The command line with these arguments, without `/db`. Fails as a ZodError if they are wrong. */
  line(this: void, args: EntryArguments): string;
  /** The shape of what it finds, for programs. Only reads have one. */
  result?: z.ZodObject | undefined;
  /** True for a tool of its own for programs. */
  isTool: boolean;
  /** True for what a window has buttons for: it can be typed, and help and the docs list it apart. */
  isSecondary: boolean;
  /** How people ask for it. Without it, it is typed only. */
  asks?: Asks | undefined;
}

/** What an entry is, besides its line. */
export interface EntryFacts<Args extends z.ZodObject> extends Pick<
  Entry,
  "name" | "title" | "summary" | "effect" | "result" | "asks"
> {
  /** By default viewers may read, and operators may change. */
  access?: Role;
  opens?: boolean;
  shares?: boolean;
  isTool?: boolean;
  isSecondary?: boolean;
  args: Args;
}

/** For entries without arguments. */
export const none = z.object({});

/** An entry with these facts, and with the line that `write` makes of checked arguments. */
export function entryOf<Args extends z.ZodObject>({
  args,
  write,
  ...facts
}: EntryFacts<Args> & { write(this: void, args: EntryArguments): string }): Entry {
  let strict: z.ZodObject | undefined;
  // Made when it is first needed: a start would make a hundred.
  const strictArgs = () => (strict ??= args.strict());
  return {
    access: facts.effect === "read" ? "viewer" : "operator",
    opens: false,
    shares: false,
    isTool: false,
    isSecondary: false,
    ...facts,
    get args() {
      return strictArgs();
    },
    // Unknown arguments are a mistake too.
    line: (given) => write(strictArgs().parse(given)),
  };
}

/** A name as a word of a command line: in quotes, so nothing in it reads as a word of its own. */
export function quoted(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `"${name.replaceAll(/["\u201c-\u201f]/g, "")}"`;
}
