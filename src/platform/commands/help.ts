import { actions } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import { code } from "../blocks/escape.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { packed, section } from "../blocks/text.ts";
import { capital } from "../../lib/text.ts";
import type { Command } from "./command.ts";
import { pathOf } from "./paths.ts";

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
    `${code(lineOf(command))} ${summary}`,
    ...(details ? [details] : []),
    ...examples.map((example) => `• ${code(example)}`),
    ...parts.map((part) => `${code(`/db ${pathOf(part)}`)} ${part.summary}`),
  ];
  const buttons = parts.map((part) => commandButton(capital(pathOf(part)), `help ${pathOf(part)}`));
  return reply(lines.join("\n"), [...packed(lines), ...(buttons.length > 0 ? [actions(buttons)] : [])]);
}
