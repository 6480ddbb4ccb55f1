import type { ActionsBlock, ActionsBlockElement, Button, ConfirmationDialog } from "@slack/types";
import { limits } from "./limits.ts";
import { plainText } from "./text.ts";

/** What a button shows and sends; `value` is an id and no truth, for anybody can send it. */
interface ButtonFacts {
  text: string;
  actionId: string;
  value?: string;
}

/** A button; its text is plain, and cut to what Slack takes. */
export function button({ text, actionId, ...rest }: ButtonFacts): Button {
  return { type: "button", text: plainText(text, limits.button.text), action_id: actionId, ...rest };
}

/** The action_id of what only opens an address; Slack tells of those clicks too. */
export const openedActionId = "opened";

/** A button that opens an address in the browser. */
export function linkButton(text: string, url: string): Button {
  return { ...button({ text, actionId: openedActionId }), url };
}

/** A row of up to 25 buttons, selects and the like. */
export function actions(elements: readonly ActionsBlockElement[]): ActionsBlock {
  return { type: "actions", elements: elements.slice(0, limits.actions.elements) };
}

/** What a person is asked before a button does its work, in plain text. */
export interface Confirmation {
  title: string;
  /** What will be done, and to what. */
  text: string;
  /** What the button says that goes on, and the one that does not. */
  yes: string;
  no: string;
}

/** Slack's dialog before an act that cannot be undone; its texts are cut to what Slack takes. */
export function confirmation({ title, text, yes, no }: Confirmation): ConfirmationDialog {
  return {
    title: plainText(title, limits.confirm.title),
    text: plainText(text, limits.confirm.text),
    confirm: plainText(yes, limits.confirm.button),
    deny: plainText(no, limits.confirm.button),
    style: "danger",
  };
}
