import { actions, row } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import { code } from "../blocks/escape.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { packed, section } from "../blocks/text.ts";
import { capital, truncate } from "../../lib/text.ts";
import type { Command } from "./command.ts";
import { pathOf } from "./command.ts";

/** A command as people type it, with its usage. */
function lineOf(command: Command): string {
  return ["/db", pathOf(command), command.usage].filter(Boolean).join(" ");
}

/** `/db help`: a line and buttons for each group, below a first line of mrkdwn. */
export function helpOverview(commands: readonly Command[], title = "*What can I do for you?*"): Reply {
  const groups = commands.flatMap(({ name, group }) => (group ? [{ name, ...group }] : []));
  const shown = groups.map(({ name, line, buttons }) => ({
    text: `*${capital(name)}* ${code(`/db ${name}`)}\n${line}`,
    row: actions([
      ...buttons.map(([text, command]) => commandButton(text, command)),
      commandButton("How to", `help ${name}`),
    ]),
  }));
  const hint = "`/db help costs` explains one.";
  return reply([title, ...shown.map(({ text }) => text), hint].join("\n"), [
    section(title),
    ...shown.flatMap(({ text, row }) => [section(text), row]),
    section(hint),
  ]);
}

/** `/db help <topic>`: a command's usage and examples, and in short the commands that belong to it. */
export function helpTopic(command: Command, commands: readonly Command[]): Reply {
  const { summary, details, examples } = command;
  const parts = commands.filter(
    ({ partOf, helpWith }) => partOf === command.name || helpWith === command.name,
  );
  const lines = [
    `${inCode(lineOf(command))} ${summary}`,
    ...(details ? [details] : []),
    "*Examples*",
    ...examples.map((example) => `• ${inCode(example)}`),
    ...(parts.length > 0 ? ["*More*"] : []),
    ...parts.map((part) => `• ${inCode(`/db ${pathOf(part)}`)} ${part.summary}`),
  ].flatMap((text) => shortLines(text));
  const buttons = parts.map((part) => commandButton(capital(pathOf(part)), `help ${pathOf(part)}`));
  return reply(lines.join("\n"), [...packed(lines), ...row(buttons)]);
}

const longestLine = 1_000;

/** Code that ends within its line, however long it is. */
function inCode(text: string): string {
  return code(truncate(text, longestLine));
}

/** The lines of a text. A long one is broken between words, and before code rather than in it. */
function shortLines(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const lines = [""];
    for (const word of line.match(/`[^`]*`\S*|\S+/g) ?? []) {
      const last = lines.at(-1) ?? "";
      if (last !== "" && last.length + word.length >= 2 * longestLine) lines.push(word);
      else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
    }
    return lines;
  });
}
