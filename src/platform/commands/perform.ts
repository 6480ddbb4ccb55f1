import type { WorkspaceContext } from "../context.ts";
import type { Asker } from "../access/asker.ts";
import { actionOfCommand } from "../audit/phrases.ts";
import { type Door, type SubjectsOf, withAudit } from "../audit/recorder.ts";
import type { RateLimitKind, RateLimits } from "../redis/rate-limits.ts";
import { answerNearly } from "./answer.ts";
import { foldName } from "../../lib/text.ts";
import type { Answer, Responder } from "./found.ts";
import type { CommandReading, ReadCommandLine } from "./read.ts";

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
export interface PerformParts {
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
    const doing = { ...asker, action: actionOfCommand(name, subcommand), about, door };
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
