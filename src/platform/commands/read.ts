import { code, escapeMrkdwn } from "../blocks/escape.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { type Reply, say } from "../blocks/reply.ts";
import { nearest, truncate } from "../../lib/text.ts";
import type { Command, ReadCommand } from "./command.ts";
import { helpOverview, helpTopic } from "./help.ts";

/** A line after `/db`, read: a command to run, or what there is to say at once. */
export type Reading = (ReadCommand & { name: string }) | { reply: Reply };

/** Reads what was typed after `/db`. */
export type ReadCommandLine = (text: string) => Reading;

/** Makes the reader of command lines. It answers help and mistakes itself. */
export function commandReader(commands: readonly Command[]): ReadCommandLine {
  const overview = helpOverview(commands);
  const byName = (name: string) => commands.find((command) => command.name === name);

  function help(topic: string): Reply {
    if (topic === "" || topic === "help") return overview;
    const command = byName(topic);
    return command ? helpTopic(command) : unknown(topic, commands);
  }

  return (text) => {
    const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
    const name = word.toLowerCase();
    if (name === "" || name === "help") return { reply: help(rest.trim().toLowerCase()) };
    const command = byName(name);
    return command ? readArguments(command, rest) : { reply: unknown(word, commands) };
  };
}

function readArguments(command: Command, rest: string): Reading {
  const reading = command.read(rest.trim());
  if ("run" in reading) return { name: command.name, ...reading };
  return {
    reply: say(`${escapeSentence(reading.problem)} Try ${code(exampleOf(command, rest))}.`),
  };
}

/** The example that goes on as the person did, or else the first that shows how arguments look. */
function exampleOf({ examples }: Command, rest: string): string {
  const [act = ""] = rest.trim().toLowerCase().split(/\s+/);
  const withArguments = examples.filter((example) => example.split(" ").length > 2);
  return withArguments.find((example) => example.split(" ")[2] === act) ?? withArguments[0] ?? examples[0];
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
