import { code, escapeMrkdwn } from "../blocks/escape.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { type Reply, say } from "../blocks/reply.ts";
import { nearest, truncate } from "../../lib/text.ts";
import type { Command, ReadCommand } from "./command.ts";
import { helpOverview, helpTopic } from "./help.ts";
import { commandAt, pathOf } from "./paths.ts";

/** A parsed command line: a command to run, or a reply. */
export type Reading = (ReadCommand & { name: string }) | { reply: Reply };

/** Parses the text after `/db`. */
export type ReadCommandLine = (text: string) => Reading;

/** Makes the parser of command lines. It answers help and mistakes itself. */
export function commandReader(commands: readonly Command[]): ReadCommandLine {
  const overview = helpOverview(commands);

  function help(topic: string): Reply {
    if (topic === "" || topic === "help") return overview;
    const found = commandAt(topic, commands);
    return found ? helpTopic(found.command, commands) : unknown(topic, commands);
  }

  return (text) => {
    const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
    if (word === "" || word.toLowerCase() === "help") return { reply: help(rest.trim().toLowerCase()) };
    const found = commandAt(text, commands);
    return found ? readArguments(found.command, found.rest) : { reply: unknown(word, commands) };
  };
}

function readArguments(command: Command, rest: string): Reading {
  const reading = command.read(rest.trim());
  if ("run" in reading) return { name: command.name, ...reading };
  return {
    reply: say(`${escapeSentence(reading.problem)} Try ${code(exampleOf(command, rest))}.`),
  };
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

function unknown(word: string, commands: readonly Command[]): Reply {
  const near = nearest(
    word.toLowerCase(),
    commands.map(({ name }) => name),
  );
  const shown = escapeMrkdwn(truncate(word, 40));
  const hint = near ? `Did you mean \`/db ${near}\`?` : "`/db help` lists what there is.";
  return say(`There is no command “${shown}”. ${hint}`);
}
