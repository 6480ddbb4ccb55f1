import { actions, row } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import { code } from "../blocks/escape.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { packed, section } from "../blocks/text.ts";
import { capital, truncate } from "../../lib/text.ts";
import type { Command } from "./command.ts";
import { pathOf } from "./command.ts";
import { type Usage, usagesOf } from "./usage.ts";

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

/** `/db help <topic>`: a command's examples and usage, and in short the commands that belong to it. */
export function helpTopic(command: Command, commands: readonly Command[]): Reply {
  const { summary, details, examples } = command;
  const usages = usagesOf(command);
  const [only] = usages.length === 1 ? usages : [];
  const parts = commands.filter(
    ({ partOf, helpWith }) => partOf === command.name || helpWith === command.name,
  );
  const lines = [
    `${inCode(only?.text ?? `/db ${pathOf(command)}`)} ${summary}`,
    "*Examples*",
    ...examples.map((example) => `• ${inCode(example)}`),
    ...(usages.length > 1 ? ["*What you can type*"] : []),
    ...(only ? [] : usageLines(usages)),
    ...(details ? ["*More about it*", details] : []),
    ...(parts.length > 0 ? ["*More commands*"] : []),
    ...parts.map((part) => `• ${inCode(`/db ${pathOf(part)}`)} ${part.summary}`),
  ].flatMap((text) => shortLines(text));
  const buttons = parts.map((part) => commandButton(capital(pathOf(part)), `help ${pathOf(part)}`));
  return reply(lines.join("\n"), [...packed(lines), ...row(buttons)]);
}

const mostUsages = 8;

/** A line for each call. Of many, three or more that differ only in their last word share one. */
function usageLines(usages: readonly Usage[]): string[] {
  const alike = Object.values(Object.groupBy(usages, (each) => sharedText(each, []))).flatMap((group) =>
    group ? [group] : [],
  );
  const shares = usages.length > mostUsages ? alike.filter(({ length }) => length > 2) : [];
  return usages.flatMap((usage) => {
    const { text, call } = usage;
    const group = shares.find((each) => each.includes(usage));
    if (!group) return [`• ${inCode(text)} ${call.summary}`];
    return group[0] === usage ? [`• ${inCode(sharedText(usage, group))}`] : [];
  });
}

/** How a call is typed, with the last words of these calls in front of its arguments. */
function sharedText({ call, parts }: Usage, group: readonly Usage[]): string {
  const words = group.map((each) => each.call.lines[0].head.split(" ").at(-1));
  const head = call.lines[0].head.replace(/\S+$/, words.join("|"));
  return [`/db ${head}`, ...parts.map(({ text }) => text)].join(" ");
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
