import { code, escapeMrkdwn } from "../blocks/escape.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { nearest, truncate } from "../../lib/text.ts";
import type { Command, ReadCommand } from "./command.ts";
import { packed } from "../blocks/text.ts";

/** A parsed command line: a command to run, or a reply. */
export type Reading = (ReadCommand & { name: string }) | { reply: Reply };

/** Parses the text after `/db`. */
export type ReadCommandLine = (text: string) => Reading;

/** Makes the parser of command lines. It answers help and mistakes itself. */
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

/** The example that begins like the person's text, or else the first with arguments. */
function exampleOf({ examples }: Command, rest: string): string {
  const [subcommand = ""] = rest.trim().toLowerCase().split(/\s+/);
  const withArguments = examples.filter((example) => example.split(" ").length > 2);
  return (
    withArguments.find((example) => example.split(" ")[2] === subcommand) ?? withArguments[0] ?? examples[0]
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

/** `/db help`: every command in one line. */
function helpOverview(commands: readonly Command[]): Reply {
  const lines = commands.map(({ name, usage, summary }) => `• ${code(line(name, usage))} ${summary}`);
  return inLines([
    "*Quartermaster creates database services, tells you about their backups and costs, and brings alerts into channels.*",
    ...lines,
    "• `/db help [topic]` More about one command, with examples.",
  ]);
}

/** `/db help <name>`: a command's usage, with examples that work as they are. */
function helpTopic({ name, usage, summary, details, examples }: Command): Reply {
  return inLines([
    `${code(line(name, usage))} ${summary}`,
    ...(details ? [details] : []),
    examples.map((example) => `• ${code(example)}`).join("\n"),
  ]);
}

function inLines(lines: readonly string[]): Reply {
  return reply(lines.join("\n"), packed(lines));
}

/** A command as people type it, with its usage. */
function line(name: string, usage: string): string {
  return usage === "" ? `/db ${name}` : `/db ${name} ${usage}`;
}

/** The commands as the README's Markdown table. A test keeps them equal. */
export function commandsTable(commands: readonly Command[]): string {
  const rows = commands.map(
    ({ name, usage, summary, examples }) =>
      `| \`${cell(line(name, usage))}\` | ${summary} | ${examples.map((example) => `\`${example}\``).join("<br>")} |`,
  );
  const help = "| `/db help [topic]` | Lists the commands, or shows one with examples. | `/db help costs` |";
  return ["| Command | What it does | Examples |", "| --- | --- | --- |", ...rows, help].join("\n");
}

/** A bar would end the table's cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
