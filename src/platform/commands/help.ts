import { z } from "zod";
import { capital, truncate } from "../../lib/text.ts";
import type { Role } from "../access/role.ts";
import { actions, row } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import { code, escapeName } from "../blocks/escape.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { packed, section } from "../blocks/text.ts";
import { marked } from "./arguments/kind.ts";
import { type Call, isCall } from "./call.ts";
import { type Command, pathOf } from "./command.ts";
import type { SlotKind } from "./entry.ts";

/** `/db help`: a line and buttons for each group, below a first line of mrkdwn. */
export function helpOverview(commands: readonly Command[], title = "*What can I do for you?*"): Reply {
  const groups = commands.flatMap(({ name, group, examples }) =>
    group ? [{ name, examples, ...group }] : [],
  );
  const shown = groups.map(({ name, line, buttons, examples }) => ({
    text: `*${capital(name)}* ${line}\n${inCode(examples[1] ?? examples[0])}`,
    row: actions([
      ...buttons.map(([text, command]) => commandButton(text, command)),
      commandButton("How to", `help ${name}`),
    ]),
  }));
  const hint = "`/db help costs` explains one, `/db help costs schedule` a part.";
  return reply([title, ...shown.map(({ text }) => text), hint].join("\n"), [
    section(title),
    ...shown.flatMap(({ text, row }) => [section(text), row]),
    section(hint),
  ]);
}

/** `/db help <topic>`: a command's examples and usage, and in short the commands that belong to it. */
export function helpTopic(command: Command, commands: readonly Command[]): Reply {
  const { summary, details, examples } = command;
  const all = usagesOf(command);
  const usages = all.filter(({ call }) => !call.isSecondary);
  const parts = commands.filter(
    ({ partOf, helpWith }) => partOf === command.name || helpWith === command.name,
  );
  const lines = [
    `*${capital(pathOf(command))}* ${summary}`,
    "*Examples*",
    ...examples.map((example) => `• ${inCode(example)}`),
    "*What you can type*",
    ...usageLines(usages),
    ...secondaryLines(all, command),
    ...(details ? ["*More about it*", details] : []),
    ...(parts.length > 0 ? ["*More commands*"] : []),
    ...parts.map((part) => `• ${inCode(`/db ${pathOf(part)}`)} ${part.summary}`),
  ].flatMap((text) => shortLines(text));
  const buttons = parts.map((part) => commandButton(capital(pathOf(part)), `help ${pathOf(part)}`));
  return reply(lines.join("\n"), [...packed(lines), ...row(buttons)]);
}

/** `/db help costs schedule`: the examples and the usage of some calls of a command, and who may run them. */
export function helpCalls(command: Command, word: string, calls: readonly Call[]): Reply {
  const path = pathOf(command);
  const heads = calls.flatMap(({ lines }) => lines.map(({ head }) => `/db ${head}`));
  const examples = command.examples.filter((example) =>
    heads.some((head) => head !== `/db ${path}` && `${example} `.startsWith(`${head} `)),
  );
  const lines = [
    `*${capital(path)} ${escapeName(word.trim().toLowerCase())}*`,
    ...(examples.length > 0 ? ["*Examples*", ...examples.map((example) => `• ${inCode(example)}`)] : []),
    "*What you can type*",
    ...usagesOf({ entries: calls }).map(
      ({ text, call }) => `• ${inCode(text)} ${call.summary} ${whoMay(call.access)}`,
    ),
  ].flatMap((text) => shortLines(text));
  return reply(lines.join("\n"), [...packed(lines), ...row([commandButton(capital(path), `help ${path}`)])]);
}

function whoMay(access: Role): string {
  if (access === "viewer") return "Everyone may.";
  return access === "operator" ? "Operators and admins may." : "Admins may.";
}

const mostUsages = 8;

/** A line for each call. Of many, three or more that differ only in their last word share one. */
function usageLines(usages: readonly Usage[]): string[] {
  const alike = Object.values(Object.groupBy(usages, (each) => sharedText(each, []))).flatMap((group) =>
    group ? [group] : [],
  );
  const shares = usages.length > mostUsages ? alike.filter(({ length }) => length > 2) : [];
  const [only, ...others] = usages;
  // Its summary is the command's.
  if (only && others.length === 0) return [`• ${inCode(only.text)}`];
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

/** The words of the calls that a window has buttons for, in one line. */
function secondaryLines(usages: readonly Usage[], command: Command): string[] {
  const path = pathOf(command);
  const { first = [], secondary = [] } = Object.groupBy(usages, ({ call }) =>
    call.isSecondary ? "secondary" : "first",
  );
  const heads = new Set(first.map(({ call }) => call.lines[0].head));
  const others = secondary.map(({ call }) => call.lines[0].head).filter((head) => !heads.has(head));
  const words = [...new Set(others.map((head) => head.slice(path.length).trim()))];
  if (words.length === 0) return [];
  return ["*Also, as buttons in its window*", `• ${inCode(`/db ${path} ${words.join("|")}`)}`];
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

/** A part of how a call is typed. */
interface UsagePart {
  /** As help shows it: "[by service|team]". */
  text: string;
  /** What may be typed for it: "by service" or "by team". */
  choices: readonly string[];
  isOptional: boolean;
}

/** How a call is typed. */
interface Usage {
  call: Call;
  /** As help shows it: "/db backups watch <service> [#channel]". */
  text: string;
  parts: readonly UsagePart[];
}

const bySlot: Readonly<Record<SlotKind, string>> = {
  service: "<service>",
  hook: "<hook>",
  preset: "<preset>",
  dashboard: "<dashboard>",
  connection: "<connection>",
  channel: "#channel",
  person: "@person",
  group: "@group",
  role: "<role>",
  range: "<range>",
  against: "<range>",
  number: "<number>",
  credits: "<credits>",
  minutes: "<minutes>",
  hours: "<hours>",
  id: "<id>",
  by: "<view>",
  topic: "<command>",
};

/** How each call of a command is typed, by its first line. A call that only buttons have is left out. */
export function usagesOf({ entries }: Pick<Command, "entries">): Usage[] {
  return entries.filter(isCall).flatMap((call) => {
    const [{ head, parts: all }] = call.lines;
    const parts = all.flatMap((part) => usageOf(part, all, call));
    // An argument that must be typed isn't shown.
    if (parts.some(({ choices, isOptional }) => choices.length === 0 && !isOptional)) return [];
    const shown = parts.filter(({ choices }) => choices.length > 0);
    return [{ call, parts: shown, text: [`/db ${head}`, ...shown.map(({ text }) => text)].join(" ") }];
  });
}

type Part = Call["lines"][0]["parts"][number];

/** One part for all arguments of a choice, at the first of them. */
function usageOf(part: Part, all: readonly Part[], call: Call): UsagePart[] {
  if ("words" in part) return [{ text: part.words, choices: [part.words], isOptional: false }];
  const { key, mark, absent, oneOf } = part;
  if (oneOf !== undefined && oneOf !== key) return [];
  const same = all.filter(
    (each) => "key" in each && (each === part || (oneOf !== undefined && each.oneOf === oneOf)),
  );
  const values = same.flatMap((each) => ("key" in each ? valuesOf(each, call) : []));
  const typed = marked(mark, values.join("|"));
  const either = absent === undefined ? [typed] : mark === "" ? [typed, absent] : [absent, typed];
  const text = either.join("|");
  const isOptional =
    absent === undefined &&
    oneOf === undefined &&
    call.shape[key] instanceof z.ZodOptional &&
    !(key in call.missing);
  const choices = values.map((value) => marked(mark, value));
  return [
    {
      text: isOptional ? `[${text}]` : text,
      choices: absent === undefined || values.length === 0 ? choices : [...choices, absent],
      isOptional,
    },
  ];
}

/** What stands for the values of an argument. */
function valuesOf({ key, kind }: Extract<Part, { key: string }>, { shape }: Call): readonly string[] {
  if (kind.usage) return kind.usage;
  if (kind.isForPeople || kind.isOld) return [];
  const schema = shape[key] instanceof z.ZodOptional ? shape[key].unwrap() : shape[key];
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodBoolean) return [kind.write(true)];
  const slot = [kind.slot].flat().find((each) => typeof each === "string");
  if (slot !== undefined) return [bySlot[slot]];
  return [kind.takes === "name" || kind.takes === "text" ? "<name>" : "…"];
}
