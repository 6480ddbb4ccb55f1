import { code } from "../blocks/escape.ts";
import { packed } from "../blocks/packed.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import type { Command } from "./command.ts";

/** `/db help`: every command in a line each. */
export function helpOverview(commands: readonly Command[]): Reply {
  const lines = commands.map(({ name, usage, summary }) => `• ${code(line(name, usage))} ${summary}`);
  return inLines([
    "*Quartermaster creates database services, tells you about their backups and costs, and brings alerts into channels.*",
    ...lines,
    "• `/db help [topic]` More about one command, with examples.",
  ]);
}

/** `/db help <name>`: what one command takes, with examples that work as they stand. */
export function helpTopic({ name, usage, summary, details, examples }: Command): Reply {
  return inLines([
    `${code(line(name, usage))} ${summary}`,
    ...(details ? [details] : []),
    examples.map((example) => `• ${code(example)}`).join("\n"),
  ]);
}

function inLines(lines: readonly string[]): Reply {
  return reply(lines.join("\n"), packed(lines));
}

/** A command as it is typed, with what follows it. */
export function line(name: string, usage: string): string {
  return usage === "" ? `/db ${name}` : `/db ${name} ${usage}`;
}
