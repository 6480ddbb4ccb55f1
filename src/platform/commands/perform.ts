import { isDeepStrictEqual } from "node:util";
import { foldName } from "../../lib/text.ts";
import type { Asker } from "../access/asker.ts";
import { actionOfCommand } from "../audit/phrases.ts";
import { type Door, type SubjectsOf, withAudit } from "../audit/recorder.ts";
import { commandButton, pageButton, valueOf } from "../blocks/command-button.ts";
import { code, escapeName } from "../blocks/escape.ts";
import { explain } from "../blocks/explain.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { context as smallPrint, section } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";
import type { RateLimitKind, RateLimits } from "../redis/rate-limits.ts";
import { isCall } from "./call.ts";
import type { Command } from "./command.ts";
import type { Entry, EntryArguments } from "./entry.ts";
import type { Answer, Responder, Shown } from "./found.ts";
import { NameNotFound } from "./near.ts";
import { type CommandReading, type ReadCommandLine, exactLine } from "./read.ts";

/** Who calls a command, how it counts against their limit, and through which door they came. */
export interface Invocation {
  asker: Asker;
  kind: RateLimitKind;
  door: Door;
  /** The thread in which they called it. */
  threadTs?: string | undefined;
  /** True if the line is the person's own, so it may confirm. */
  mayConfirm: boolean;
}

/** What calling a command needs. */
interface PerformParts {
  rateLimits: RateLimits;
  subjectsOf: SubjectsOf<WorkspaceContext>;
  readCommand: ReadCommandLine;
}

/**
 * Calls a command. It is the one way for every door: it counts the call against its person's limit, checks their role
 * now, and records what they change and what they were refused. Fails in words for the person.
 */
export async function perform(
  reading: CommandReading,
  { asker, kind, door, mayConfirm }: Invocation,
  context: WorkspaceContext,
  responder: Responder,
  { rateLimits, subjectsOf, readCommand }: PerformParts,
): Promise<Answer> {
  await rateLimits.take(asker, kind);
  const run = (each: CommandReading) => {
    const { name, subcommand, about, entry } = each;
    const typed = isCall(entry) ? entry.lines[0].head : name;
    const doing = { ...asker, action: actionOfCommand(name, subcommand, typed), about, door };
    return withAudit(doing, context, subjectsOf, async (recorded) => {
      await recorded.access.demand(asker, entry.access);
      return each.run(recorded, { ...asker, mayConfirm }, responder);
    });
  };
  const meant = await asNamed(reading, context, subjectsOf);
  // A program says exactly what it means, so a wrong name is an error.
  return door === "mcp" ? run(meant) : answerNearly(meant, readCommand, run);
}

/** The reading as the name of a thing, if there is a thing with this name. */
async function asNamed(
  reading: CommandReading,
  context: WorkspaceContext,
  subjectsOf: SubjectsOf<WorkspaceContext>,
): Promise<CommandReading> {
  const { orNamed } = reading;
  if (!orNamed) return reading;
  const things = (await subjectsOf(context)[orNamed.kind]?.list()) ?? [];
  const folded = foldName(orNamed.name);
  return things.some(({ name }) => foldName(name) === folded) ? { ...reading, ...orNamed.meant } : reading;
}

/**
 * Runs a command. If it names something that isn't there, and it only reads, runs it with the one likely name and says so.
 * Of several near names, of one that is not so likely, and for a change, it answers with a button for each.
 */
export async function answerNearly(
  reading: CommandReading,
  read: ReadCommandLine,
  run: (reading: CommandReading) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await run(reading);
    return reading.isGuess ? noted(answer, reading.said?.note ?? readAs(reading), reading) : answer;
  } catch (error) {
    if (!(error instanceof NameNotFound)) throw error;
    const meant = error.near.names.flatMap((name) => meantBy(reading, error.near.typed, name, read));
    const [first, ...others] = meant;
    if (!first) throw error;
    const mayRun = error.near.isLikely && !reading.isExact && isHarmless(first.reading);
    if (others.length > 0 || !mayRun) return choice(error, meant);
    const answer = await run(first.reading);
    return noted(answer, reading.isGuess ? readAs(first.reading) : showing(first), reading);
  }
}

function readAs({ line }: CommandReading): string {
  return `I read this as ${code(`/db ${line}`)}.`;
}

function showing({ name, reading }: Meant): string {
  return `Showing ${reading.path.split(" ").at(-1)} for *${escapeName(name)}*.`;
}

/** True if a command may run on a guess. What a read opens is a window, and its title says what it is about. */
function isHarmless({ entry }: CommandReading): boolean {
  return entry.effect === "read" && !entry.shares;
}

interface Meant {
  name: string;
  reading: CommandReading;
}

/** The command with another name in place of the typed one. Nothing if the typed one isn't in its line. */
function meantBy(reading: CommandReading, typed: string, name: string, read: ReadCommandLine): Meant[] {
  const line = withName(reading.line, typed, name);
  if (line === undefined) return [];
  const meant = read(line);
  return "reply" in meant || meant.name !== reading.name ? [] : [{ name, reading: meant }];
}

/** Puts a name in place of the last words that are the typed ones. */
function withName(line: string, typed: string, name: string): string | undefined {
  const words = typed
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const found = [...line.matchAll(new RegExp(String.raw`(?<!\S)(["“”„]?)${words}(["“”„]?)(?!\S)`, "gi"))].at(
    -1,
  );
  if (!found) return undefined;
  const [whole, before = "", after = ""] = found;
  return `${line.slice(0, found.index)}${before}${name}${after}${line.slice(found.index + whole.length)}`;
}

/** A reply below a line that says what was guessed, with the button that takes it back. */
function noted(answer: Answer, note: string, reading: CommandReading): Answer {
  if ("draw" in answer)
    return { ...answer, draw: async () => notedReply(await answer.draw(), note, reading) };
  return notedReply(answer, note, reading);
}

function notedReply(answer: Shown, note: string, { typed, said }: CommandReading): Shown {
  if (!("blocks" in answer)) return answer;
  const { text, blocks, colored } = answer;
  const undo = said?.undo ?? pageButton("Not what I meant", exactLine(typed));
  const small = said?.small === undefined ? [] : [smallPrint(said.small)];
  const noteBlock = { ...section(note), accessory: undo };
  return reply(`${note}\n${text}`, [noteBlock, ...small, ...blocks], colored);
}

/** What was not found, with a button for each name that may have been meant. */
function choice(error: NameNotFound, meant: readonly Meant[]): Reply {
  return say(
    explain(error),
    meant.map(({ name, reading }) =>
      commandButton(isHarmless(reading) ? name : `/db ${reading.line}`, reading.line),
    ),
  );
}

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
