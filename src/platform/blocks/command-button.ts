import type { Button, Overflow, StaticSelect } from "@slack/types";
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

/** A button that runs `/db <command>`. Each click reads and authorizes the command again. */
export function commandButton(text: string, command: string): Button {
  return button({ text, actionId: actionIdOf(command), value: command });
}

/** The same, for what a sentence may mean. The audit log has it as asked for in words. */
export function askedButton(text: string, command: string): Button {
  return button({ text, actionId: actionIdOf(command, askedActionPrefix), value: command });
}

/** The same, but the answer replaces the button's message. Use it for pages and views. */
export function pageButton(text: string, command: string): Button {
  return button({ text, actionId: actionIdOf(command, pageActionPrefix), value: command });
}

/** The same, for the answer to the app's question whether to do something. */
export function sureButton(text: string, command: string): Button {
  return button({ text, actionId: actionIdOf(command, sureActionPrefix), value: command });
}

/** As `sureButton`, for an action that cannot be undone: red, and only after a question that Slack shows. */
export function commandButtonAfter(question: Confirmation, text: string, command: string): Button {
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

/** A select that runs a command with the chosen value: `/db <command> <value>`, or with the value at `choiceHere`. */
export function commandSelect({
  placeholder,
  command,
  options,
}: {
  placeholder: string;
  command: string;
  /** At least one; Slack shows at most 100. */
  options: CommandOptions;
}): StaticSelect {
  return {
    type: "static_select",
    action_id: actionIdOf(command),
    placeholder: plainText(placeholder, limits.select.placeholder),
    options: options.slice(0, limits.select.options).map((option) => optionOf(option)),
  };
}

/** The same as a small menu with at most five entries. */
export function commandMenu(command: string, options: CommandOptions): Overflow {
  return {
    type: "overflow",
    action_id: actionIdOf(command),
    options: options.slice(0, limits.overflow.options).map((option) => optionOf(option)),
  };
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
  if (!command.includes(choiceHere)) return `${command} ${selected_option.value}`;
  return command.replace(choiceHere, () => selected_option.value);
}

function actionIdOf(command: string, prefix = commandActionPrefix): string {
  return `${prefix}${command}`.slice(0, limits.button.actionId);
}
