import { isDeepStrictEqual } from "node:util";
import type { WorkspaceContext } from "../context.ts";
import type { RateLimitKind } from "../redis/rate-limits.ts";
import type { Command } from "./command.ts";
import type { Answer, Responder } from "./found.ts";
import { valueOf } from "../blocks/command-button.ts";
import { isCall } from "./call.ts";
import type { Entry, EntryArguments } from "./entry.ts";
import { type Invocation, type PerformParts, perform } from "./perform.ts";
import { type CommandReading, type ReadCommandLine, exactLine } from "./read.ts";

/** Everything that can be asked for, and the one way to ask for it, for doors that are not commands. */
export interface Catalogue {
  entries: readonly Entry[];
  readCommand: ReadCommandLine;
  /** Counts a request of a person that performs nothing. Fails as `limited`. */
  take(userId: string, kind: RateLimitKind, context: Pick<WorkspaceContext, "workspaceId">): Promise<void>;
  /** Performs what was read. Fails in words for the person. */
  perform(
    reading: CommandReading,
    invocation: Invocation,
    context: WorkspaceContext,
    responder?: Responder,
  ): Promise<Answer>;
}

const silent: Responder = { progress: async () => {} };

/** The catalogue of these commands. */
export function catalogueOf(commands: readonly Command[], parts: PerformParts): Catalogue {
  return {
    entries: commands.flatMap(({ entries }) => entries),
    readCommand: parts.readCommand,
    take: (userId, kind, { workspaceId }) => parts.rateLimits.take({ workspaceId, userId }, kind),
    perform: (reading, invocation, context, responder = silent) =>
      perform(reading, invocation, context, responder, parts),
  };
}

/**
 * Reads an entry with arguments of a program or a model. People see its line, so it must say the same. Undefined if it
 * says something else, or can't be read. Fails as a ZodError if the arguments are wrong.
 */
export function readOwn(
  entry: Entry,
  args: EntryArguments,
  readCommand: ReadCommandLine,
): CommandReading | undefined {
  if (!isCall(entry)) return readOwnLine(entry, entry.line(args), readCommand);
  const reading = readCommand(valueOf({ call: entry.name, args: entry.args.parse(args) }));
  if (!("run" in reading)) return undefined;
  const asLine = readOwnLine(entry, reading.line, readCommand);
  return asLine && isDeepStrictEqual(given(asLine), given(reading)) ? reading : undefined;
}

function given({ args = {} }: CommandReading): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

/**
 * Reads an entry's line without guessing. Undefined if the line is not the entry's own command, because its arguments
 * tried to be something else, or can't be read.
 */
export function readOwnLine(
  entry: Entry,
  line: string,
  readCommand: ReadCommandLine,
): CommandReading | undefined {
  const reading = readCommand(exactLine(line));
  const isOwn = "run" in reading && reading.entry === entry && !reading.isMistake;
  return isOwn ? reading : undefined;
}
