import type { KnownBlock, ModalView } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import type { CreatedProgress } from "./created-services.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { passwordInWords } from "../passwords/format-password.ts";
import { showPasswordButton } from "../passwords/show-button.ts";

/** What the creator's modal shows once the service is there: where its password is, and the button while it waits. */
export function createdView(requestId: string, progress: CreatedProgress): ModalView {
  return notice("Created", [section(createdText(progress)), ...whileItWaits(requestId, progress)]);
}

/** The same in words, for where no modal is open. */
export function createdText(progress: CreatedProgress): string {
  return `:white_check_mark: *${escapeName(progress.name)} is created.*\n${passwordInWords(progress)}`;
}

function whileItWaits(requestId: string, { password }: CreatedProgress): KnownBlock[] {
  if (password.fate !== "sealed") return [];
  return [
    actions([showPasswordButton(requestId)]),
    context("You may close this window: the message about the service has the same button."),
  ];
}
