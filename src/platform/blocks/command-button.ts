import type { Button, Overflow, StaticSelect } from "@slack/types";
import { type Confirmation, button, confirmation } from "./button.ts";
import { limits } from "./limits.ts";
import { plainText } from "./text.ts";

/** How the action_id of what runs a command begins; the command follows, for ids must differ in a message. */
const commandActionPrefix = "run:";
/** The same where the answer takes the place of the message that the button stands in. */
const turnActionPrefix = "turn:";

/** Finds the action_ids of all that runs a command. */
export const commandActions = /^(?:run|turn):/;

/** True for an action_id whose answer takes the place of the message that it stands in. */
export function isTurn(actionId: string): boolean {
  return actionId.startsWith(turnActionPrefix);
}

/** A button that does what typing `/db <command>` does; the command is read and authorised anew on every click. */
export function commandButton(text: string, command: string): Button {
  return button({ text, actionId: actionIdOf(command), value: command });
}

/** The same, with the answer in place of the message that it stands in: for pages and views of one thing. */
export function turnButton(text: string, command: string): Button {
  return button({ text, actionId: actionIdOf(command, turnActionPrefix), value: command });
}

/** As `commandButton` for what cannot be undone: in red, and only after a question. */
export function commandButtonAfter(question: Confirmation, text: string, command: string): Button {
  return { ...commandButton(text, command), style: "danger", confirm: confirmation(question) };
}

/** Where in a select's or a menu's command the chosen value goes; at its end where the command does not say. */
export const choiceHere = "{choice}";

/** What is chosen among: each value at most 75 characters. */
type CommandOptions = readonly { text: string; value: string }[];

/** A select whose choice runs a command: `/db <command> <value>`, or with the value where the command has `choiceHere`. */
export function commandSelect({
  placeholder,
  command,
  options,
}: {
  placeholder: string;
  command: string;
  /** At least one; Slack shows 100 at most. */
  options: CommandOptions;
}): StaticSelect {
  return {
    type: "static_select",
    action_id: actionIdOf(command),
    placeholder: plainText(placeholder, limits.select.placeholder),
    options: options.slice(0, limits.select.options).map((option) => optionOf(option)),
  };
}

/** The same as a small menu beside something; it shows five entries at most. */
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

/** The command that a click on a button or a choice in a select asks for. */
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
