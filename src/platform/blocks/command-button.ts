import type { Button, Overflow, StaticSelect } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import { type Confirmation, button, confirmation } from "./button.ts";
import { limits } from "./limits.ts";
import { plainText } from "./text.ts";

/**
 * The prefix of the action_id of an element that runs a command. The command follows, because ids must differ within a
 * message.
 */
const commandActionPrefix = "run:";
/** The same for an element that replaces its own message with the answer. */
const pageActionPrefix = "page:";
/** The same for an element that offers what a sentence may mean. */
const askedActionPrefix = "asked:";

/** The same for the button of a question. Its command confirms. An older version of the app runs it too. */
const sureActionPrefix = `${commandActionPrefix}sure:`;

/** A call and its arguments, as an element that runs it has them. */
export interface Asked {
  /** The call's name: "backup_watches_stop". */
  call: string;
  args?: Readonly<Record<string, unknown>>;
  /** True for the answer to what the call asks first. */
  yes?: true;
}

/** A call and its arguments as a value. */
export function valueOf(asked: string | Asked): string {
  return typeof asked === "string" ? asked : JSON.stringify(asked);
}

/** Matches the action_id of every element that runs a command. */
export const commandActions = /^(?:run|page|asked):/;

/** True for the action_id of an element that replaces its own message with the answer. */
export function isPageButton(actionId: string): boolean {
  return actionId.startsWith(pageActionPrefix);
}

/** True for the action_id of an element that offers what a sentence may mean. */
export function isAskedButton(actionId: string): boolean {
  return actionId.startsWith(askedActionPrefix);
}

/** True for the action_id of a question's button. Only its press answers the question. */
export function isSureButton(actionId: string): boolean {
  return actionId.startsWith(sureActionPrefix);
}

/** A button that runs a call, or a command line. Each click checks and authorizes it again. */
export function commandButton(text: string, command: string | Asked): Button {
  return running(text, command, commandActionPrefix);
}

/** The same, for what a sentence may mean. The audit log has it as asked for in words. */
export function askedButton(text: string, command: string | Asked): Button {
  return running(text, command, askedActionPrefix);
}

/** The same, but the answer replaces the button's message. Use it for pages and views. */
export function pageButton(text: string, command: string | Asked): Button {
  return running(text, command, pageActionPrefix);
}

/** The same, for the answer to the app's question whether to do something. */
export function sureButton(text: string, command: string | Asked): Button {
  return running(text, command, sureActionPrefix);
}

/** As `sureButton`, for an action that cannot be undone: red, and only after a question that Slack shows. */
export function commandButtonAfter(question: Confirmation, text: string, command: string | Asked): Button {
  return { ...sureButton(text, command), style: "danger", confirm: confirmation(question) };
}

const originPrefix = "origin:";

/** The block_id of a question that stems from something else, such as a program's proposal. */
export function originBlockId(origin: string): string {
  return `${originPrefix}${origin}`;
}

/** What the question of this block stems from. Undefined for any other block. */
export function originOfBlock(blockId = ""): string | undefined {
  return blockId.startsWith(originPrefix) ? blockId.slice(originPrefix.length) : undefined;
}

/** Marks where the chosen value goes in a command. Without it, the value goes to the end. */
export const choiceHere = "{choice}";

/** The options of a choice. Each value has at most 75 characters. */
type CommandOptions = readonly { text: string; value: string }[];

/** A call with an argument that is chosen, or one that is itself chosen. */
export interface AskedByChoice extends Partial<Asked> {
  /** The argument that the chosen value is for, or "call". */
  choice: string;
}

/** A select that runs a call or a command line with the chosen value. A line has it at its end, or at `choiceHere`. */
export function commandSelect({
  placeholder,
  command,
  options,
}: {
  placeholder: string;
  command: string | AskedByChoice;
  /** At least one; Slack shows at most 100. */
  options: CommandOptions;
}): StaticSelect {
  return {
    type: "static_select",
    action_id: actionIdOf(choiceOf(command)),
    placeholder: plainText(placeholder, limits.select.placeholder),
    options: options.slice(0, limits.select.options).map((option) => optionOf(option)),
  };
}

/** The same as a small menu with at most five entries. */
export function commandMenu(command: string | AskedByChoice, options: CommandOptions): Overflow {
  return {
    type: "overflow",
    action_id: actionIdOf(choiceOf(command)),
    options: options.slice(0, limits.overflow.options).map((option) => optionOf(option)),
  };
}

/** True if a select or a menu can hold a call. Its arguments may be long. */
export function fitsChoice(command: AskedByChoice): boolean {
  return `${commandActionPrefix}${choiceOf(command)}`.length <= limits.button.actionId;
}

function optionOf({ text, value }: CommandOptions[number]) {
  return { text: plainText(text, limits.option.text), value };
}

/** The command of a clicked button or of a choice. */
export function commandOf({
  action_id,
  value,
  selected_option,
}: {
  action_id: string;
  value?: string | undefined;
  selected_option?: { value: string } | null | undefined;
}): string {
  if (!selected_option) return value ?? "";
  const command = action_id.slice(commandActionPrefix.length);
  const asked = command.startsWith("{") ? JsonText.pipe(ChosenBy).safeParse(command).data : undefined;
  if (asked) return chosenCall(asked, selected_option.value);
  if (!command.includes(choiceHere)) return `${command} ${selected_option.value}`;
  return command.replace(choiceHere, () => selected_option.value);
}

const ChosenBy = z.object({
  call: z.string().default(""),
  args: z.record(z.string(), z.unknown()).default({}),
  choice: z.string(),
});

function chosenCall({ call, args, choice }: z.output<typeof ChosenBy>, value: string): string {
  return valueOf(choice === "call" ? { call: value, args } : { call, args: { ...args, [choice]: value } });
}

function choiceOf(command: string | AskedByChoice): string {
  return typeof command === "string" ? command : JSON.stringify(command);
}

function running(text: string, command: string | Asked, prefix: string): Button {
  const value = valueOf(command);
  return button({ text, actionId: actionIdOf(value, prefix), value });
}

function actionIdOf(command: string, prefix = commandActionPrefix): string {
  return `${prefix}${command}`.slice(0, limits.button.actionId);
}
