import type { ActionsBlock, ActionsBlockElement, Button, ConfirmationDialog } from "@slack/types";
import { limits } from "./limits.ts";
import { plainText } from "./text.ts";

/** The content of a button. `value` is an id that must be checked, because anyone can send it. */
interface ButtonFacts {
  text: string;
  actionId: string;
  value?: string;
}

/** A button. Its plain text is cut to Slack's limit. */
export function button({ text, actionId, ...rest }: ButtonFacts): Button {
  return { type: "button", text: plainText(text, limits.button.text), action_id: actionId, ...rest };
}

/** The action_id of an element that only opens an address. Slack reports those clicks too. */
export const openedActionId = "opened";

/** A button that opens an address in the browser. */
export function linkButton(text: string, url: string): Button {
  return { ...button({ text, actionId: openedActionId }), url };
}

/** A row of up to 25 buttons, selects and the like. */
export function actions(elements: readonly ActionsBlockElement[]): ActionsBlock {
  return { type: "actions", elements: elements.slice(0, limits.actions.elements) };
}

/** All of these in one row. Nothing if there are none. */
export function row(...elements: readonly (readonly ActionsBlockElement[])[]): ActionsBlock[] {
  const all = elements.flat();
  return all.length === 0 ? [] : [actions(all)];
}

/** The question before a button does its work, in plain text. */
export interface Confirmation {
  title: string;
  /** What will be done, and to what. */
  text: string;
  /** The labels of the confirming button and of the other one. */
  yes: string;
  no: string;
}

/** Slack's dialog before an action that cannot be undone. Its texts are cut to Slack's limits. */
export function confirmation({ title, text, yes, no }: Confirmation): ConfirmationDialog {
  return {
    title: plainText(title, limits.confirm.title),
    text: plainText(text, limits.confirm.text),
    confirm: plainText(yes, limits.confirm.button),
    deny: plainText(no, limits.confirm.button),
    style: "danger",
  };
}
