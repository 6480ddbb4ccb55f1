import type { ActionsBlock, ActionsBlockElement, Button, ConfirmationDialog } from "@slack/types";
import { limits } from "./limits.ts";
import { mrkdwn, plainText } from "./text.ts";

/** What a button shows and sends; `value` is an id and no truth, for anybody can send it. */
export interface ButtonFacts {
  text: string;
  actionId: string;
  value?: string;
  url?: string;
  style?: "primary" | "danger";
  confirm?: ConfirmationDialog;
}

/** A button; its text is plain, and cut to what Slack takes. */
export function button({ text, actionId, ...rest }: ButtonFacts): Button {
  return { type: "button", text: plainText(text, limits.button.text), action_id: actionId, ...rest };
}

/** A question before a button does its work; `text` is mrkdwn and says the price or the consequence. */
export function confirmation(question: {
  title: string;
  text: string;
  confirm: string;
  deny: string;
}): ConfirmationDialog {
  return {
    title: plainText(question.title, limits.confirm.title),
    text: mrkdwn(question.text, limits.confirm.text),
    confirm: plainText(question.confirm, limits.confirm.button),
    deny: plainText(question.deny, limits.confirm.button),
  };
}

/** A row of up to 25 buttons, selects and the like. */
export function actions(elements: readonly ActionsBlockElement[], blockId?: string): ActionsBlock {
  const shown = elements.slice(0, limits.actions.elements);
  return { type: "actions", elements: shown, ...(blockId === undefined ? {} : { block_id: blockId }) };
}
