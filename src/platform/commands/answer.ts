import { commandButton, pageButton } from "../blocks/command-button.ts";
import { code, escapeName } from "../blocks/escape.ts";
import { explain } from "../blocks/explain.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { section, context as smallPrint } from "../blocks/text.ts";
import type { Answer, Shown } from "./found.ts";
import { NameNotFound } from "./near.ts";
import { type CommandReading, type ReadCommandLine, exactLine } from "./read.ts";

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
