import { code, escapeMrkdwn } from "../blocks/escape.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { type Reply, say } from "../blocks/reply.ts";
import { nearest, truncate } from "../../lib/text.ts";
import type { Command, ReadCommand } from "./command.ts";
import { helpOverview, helpTopic } from "./help.ts";
import { commands } from "./commands.ts";

/** A line after `/db`, read: a command to run, or what there is to say at once. */
export type Reading = (ReadCommand & { name: string }) | { reply: Reply };

/** The same for everybody, so made once. */
const overview = helpOverview(commands);

/** Reads what was typed after `/db`; help and mistakes are answered without any other part's doing. */
export function readCommand(text: string): Reading {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const name = word.toLowerCase();
  if (name === "" || name === "help") return { reply: help(rest.trim().toLowerCase()) };
  const command = byName(name);
  return command ? readArguments(command, rest) : { reply: unknown(word) };
}

function byName(name: string): Command | undefined {
  return commands.find((command) => command.name === name);
}

function help(topic: string): Reply {
  if (topic === "" || topic === "help") return overview;
  const command = byName(topic);
  return command ? helpTopic(command) : unknown(topic);
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

function unknown(word: string): Reply {
  const near = nearest(
    word.toLowerCase(),
    commands.map(({ name }) => name),
  );
  const shown = escapeMrkdwn(truncate(word, 40));
  const hint = near ? `Did you mean \`/db ${near}\`?` : "`/db help` lists what there is.";
  return say(`There is no command “${shown}”. ${hint}`);
}
