import { code } from "../blocks/escape.ts";
import { type Reply, say } from "../blocks/reply.ts";
import type { Command } from "./command.ts";

/** `/db help`: every command in a line each. */
export function helpOverview(commands: readonly Command[]): Reply {
  const lines = commands.map(({ name, usage, summary }) => `• ${code(line(name, usage))} ${summary}`);
  return say(
    [
      "*Quartermaster creates database services, tells you about their backups and costs, and brings alerts into channels.*",
      ...lines,
      "• `/db help [topic]` More about one command, with examples.",
    ].join("\n"),
  );
}

/** `/db help <name>`: what one command takes, with examples that work as they stand. */
export function helpTopic({ name, usage, summary, details, examples }: Command): Reply {
  return say(
    [
      `${code(line(name, usage))} ${summary}`,
      ...(details ? [details] : []),
      examples.map((example) => `• ${code(example)}`).join("\n"),
    ].join("\n"),
  );
}

/** A command as it is typed, with what follows it. */
export function line(name: string, usage: string): string {
  return usage === "" ? `/db ${name}` : `/db ${name} ${usage}`;
}
