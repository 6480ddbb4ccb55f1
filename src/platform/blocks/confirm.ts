import type { ConfirmationDialog } from "@slack/types";
import { limits } from "./limits.ts";
import { plainText } from "./text.ts";

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
