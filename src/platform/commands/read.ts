import type { Button } from "@slack/types";
import { z } from "zod";
import { AppError, isAppError } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";
import { oneLine, truncate } from "../../lib/text.ts";
import { type Role, isAtLeast } from "../access/role.ts";
import { actions } from "../blocks/button.ts";
import { commandButton, valueOf } from "../blocks/command-button.ts";
import { code } from "../blocks/escape.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import type { Offer } from "../forms/window.ts";
import { type Call, isCall } from "./call.ts";
import { type Command, commandAt, pathOf, wordsOf } from "./command.ts";
import type { EntryArguments } from "./entry.ts";
import { helpCalls, helpOverview, helpTopic } from "./help.ts";
import { nearWord } from "./near.ts";
import { type ReadCommand, readCall } from "./read-calls.ts";

/** A command to run. */
export interface CommandReading extends ReadCommand {
  name: string;
  /** The words that run it: "costs budget". */
  path: string;
  /** The line that is run, without `/db`. */
  line: string;
  /** The line as typed. */
  typed: string;
  /** True if the line as typed isn't a command, and was read as one. */
  isGuess: boolean;
  /** True if nothing may be guessed. */
  isExact: boolean;
  /** For a sentence that opens a form: its words that the form's fields don't have. */
  leftOut?: readonly string[];
  /** For a sentence with two wishes: the second one, which is answered after this one. */
  next?: Reading;
  /** For a sentence: what was understood and how, in mrkdwn, and the button that takes it back. */
  said?: { note: string; small?: string; undo: Button };
}

/** How a line came to be read. */
type How = Pick<CommandReading, "typed" | "isGuess" | "isExact">;

/** A parsed command line: a command to run, or a reply. */
export type Reading = CommandReading | Replied;

/** A reply that needs no work. */
export interface Replied {
  reply: Reply;
  /** True if it explains what is wrong with a command. */
  isMistake?: true;
  /** True if its command isn't there as typed, and was guessed. */
  isGuess?: true;
  /** True for the help of one command, by its own words. */
  isHelp?: true;
  /** True for words that try to talk the app out of its rules. The audit log has that someone tried. */
  isAttempt?: true;
  /** For a sentence with two wishes: the second one, which is answered after this one. */
  next?: Reading;
}

/** Parses the text after `/db`. */
export type ReadCommandLine = (text: string) => Reading;

const unknownCall = "This button is from another version of the app. Ask again with `/db help`.";

/** The word before a line in which nothing may be guessed, as the button that undoes a guess has it. */
const exactly = "exactly";

/** The line that runs another one without guessing. */
export function exactLine(line: string): string {
  return `${exactly} ${line}`;
}

/** Makes the parser of command lines. It answers help and mistakes itself. */
export function commandReader(commands: readonly Command[]): ReadCommandLine {
  const overview = helpOverview(commands);

  function help(topic: string): Reply {
    if (topic === "" || topic.toLowerCase() === "help") return overview;
    const found = commandAt(topic, commands) ?? commandAt(guessLine(topic, commands)?.line ?? "", commands);
    // "Rota" is a word of a command's calls.
    const owner = found ? undefined : commands.find((each) => callsWith(each, topic).length > 0);
    if (owner) return helpCalls(owner, topic, callsWith(owner, topic));
    if (!found) return unknown(topic);
    const calls = callsAt(found.command, found.rest);
    return calls.length > 0
      ? helpCalls(found.command, found.rest, calls)
      : helpTopic(found.command, commands);
  }

  /** True for the words of a command or of its calls, and nothing else. */
  function isTopic(topic: string): boolean {
    const found = commandAt(topic, commands);
    if (found) return found.rest === "" || callsWith(found.command, found.rest).length > 0;
    return topic !== "" && commands.some((each) => callsWith(each, topic).length > 0);
  }

  function unknown(line: string): Reply {
    return helpOverview(commands, `I don't know ${shown(line)}. Here's what I can do:`);
  }

  function read(line: string, how: How): Reading {
    const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
    if (word === "" || word.toLowerCase() === "help") {
      const topic = rest.trim();
      return { reply: help(topic), ...(isTopic(topic) && { isHelp: true }) };
    }
    const found = commandAt(line, commands);
    if (found && !how.isExact && /^help$/i.test(found.rest.trim()))
      return { reply: helpTopic(found.command, commands), isHelp: true };
    if (found) return readArguments(found.command, found.rest, how);
    const guess = guessLine(line, commands);
    if (!guess) return { reply: unknown(line) };
    const meant = read(guess.line, { ...how, isGuess: true });
    // A mistake behind a mistyped command is explained.
    if ("reply" in meant) return { ...meant, isGuess: true };
    return mayRun(meant) ? meant : { reply: didYouMean(line, guess.line) };
  }

  return (text) => {
    const pressed = askedIn(text);
    if (pressed) return readAsked(pressed, commands);
    const [, exact] = new RegExp(`^\\s*${exactly}\\s+([\\s\\S]*)$`, "i").exec(text) ?? [];
    const typed = exact ?? text;
    return read(typed, { typed, isGuess: false, isExact: exact !== undefined });
  };
}

/** The calls of a command with lines that begin with the most of these words. None if not even the first fits. */
function callsAt(command: Command, rest: string): Call[] {
  const words = rest.trim().toLowerCase().split(/\s+/).filter(Boolean);
  for (let count = words.length; count > 0; count -= 1) {
    const found = callsWith(command, words.slice(0, count).join(" "));
    if (found.length > 0) return found;
  }
  return [];
}

/** The calls of a command with lines that begin with all of these words. */
function callsWith({ entries, ...command }: Command, words: string): Call[] {
  const begin = `${pathOf(command)} ${words.trim().toLowerCase()} `;
  return entries.filter(isCall).filter(({ lines }) => lines.some(({ head }) => `${head} `.startsWith(begin)));
}

/** What a line with a mistyped command most likely means. */
interface Guess {
  /** The line that was meant, without `/db`. */
  line: string;
  /** Its command alone. */
  path: string;
}

/** The line with its first word, or the second after a known one, corrected. Words in front come first. */
function guessLine(line: string, commands: readonly Command[]): Guess | undefined {
  const [, first = "", rest = ""] = /^\s*(\S+)\s*([\s\S]*)$/.exec(line) ?? [];
  const front = ["help", ...commands.filter(isInFront).map(({ name }) => name)];
  const word =
    nearWord(first, front) ??
    nearWord(first, commands.filter(({ onlyAsPart }) => !onlyAsPart).flatMap(wordsOf));
  if (word === undefined) return undefined;
  const command = commands.find((one) => !one.onlyAsPart && wordsOf(one).includes(word));
  const path = command ? pathOf(command) : word;
  return { line: `${path} ${rest}`.trim(), path };
}

function isInFront({ partOf }: Command): boolean {
  return partOf === undefined;
}

const AskedCall = z.object({
  call: z.string(),
  args: z.record(z.string(), z.unknown()).default({}),
  yes: z.literal(true).optional(),
});

/** The call and the arguments that an element holds. Undefined for typed words. */
function askedIn(text: string): z.output<typeof AskedCall> | undefined {
  return text.startsWith("{") ? JsonText.pipe(AskedCall).safeParse(text).data : undefined;
}

function readAsked(
  { call: name, args, yes }: z.output<typeof AskedCall>,
  commands: readonly Command[],
): Reading {
  for (const command of commands) {
    const call = command.entries.find((entry): entry is Call => entry.name === name && isCall(entry));
    if (call) return readingOf(command, call, args, yes);
  }
  return { reply: say(unknownCall), isMistake: true };
}

/** The reading of a call by its arguments, which no one typed. */
function readingOf(command: Command, call: Call, args: EntryArguments, isSure = false): Reading {
  const read = readCall(call, args, isSure);
  if ("problem" in read) return { reply: say(escapeSentence(read.problem)), isMistake: true };
  const line = call.line(read.args ?? args);
  return {
    name: command.name,
    path: pathOf(command),
    line,
    typed: line,
    isGuess: false,
    isExact: false,
    ...read,
  };
}

/** A guess may run if it changes nothing. A form that opens has not changed anything yet. */
function mayRun({ entry, isExact }: CommandReading): boolean {
  if (isExact || entry.shares) return false;
  return entry.effect === "read" || entry.opens;
}

function didYouMean(typed: string, line: string): Reply {
  const text = `I don't know ${shown(typed)}. Did you mean ${shown(line)}?`;
  return reply(text, [
    section(text),
    actions([commandButton(`/db ${line}`, line), commandButton("Help", "help")]),
  ]);
}

/** A line as code, cut to what a sentence can hold. */
function shown(line: string): string {
  return code(`/db ${truncate(oneLine(line), 80)}`);
}

function readArguments(command: Command, rest: string, how: How): Reading {
  const path = pathOf(command);
  const line = [path, rest.trim()].filter(Boolean).join(" ");
  const reading = command.read(rest.trim());
  const example = exampleOf(command, rest);
  if ("problem" in reading) {
    const text = `${escapeSentence(reading.problem)} Try ${code(example)}.`;
    return { reply: say(text), isMistake: true };
  }
  const run = reading.isMistake ? withExample(reading.run, example) : reading.run;
  return { name: command.name, path, line, ...how, ...reading, run };
}

/** What only says what is wrong, and then a line that works, unless it names one. */
function withExample(run: ReadCommand["run"], example: string): ReadCommand["run"] {
  return (...around) =>
    run(...around).catch((error: unknown) => {
      if (!isAppError(error, "user") || error.message.includes("/db ")) throw error;
      throw new AppError("user", `${error.message} Try \`${example}\`.`);
    });
}

/** The example that begins like the person's text, or else the first with arguments. */
function exampleOf(command: Command, rest: string): string {
  const { examples } = command;
  const start = `/db ${pathOf(command)} `;
  const [subcommand = ""] = rest.trim().toLowerCase().split(/\s+/);
  const withArguments = examples.filter((example) => example.startsWith(start));
  return (
    withArguments.find((example) => example.slice(start.length).split(" ")[0] === subcommand) ??
    withArguments[0] ??
    examples[0]
  );
}

/** The buttons that a role gets. */
export function offersFor(role: Role | undefined, readCommand: ReadCommandLine): Offer {
  return (text, command) => {
    const reading = readCommand(valueOf(command));
    return "run" in reading && isAtLeast(role, reading.entry.access) ? [commandButton(text, command)] : [];
  };
}
