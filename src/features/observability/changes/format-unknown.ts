import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";
import { confirmation } from "../../../platform/blocks/confirm.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import type { ChangeProgressOf } from "./progress.ts";
import { deedOf, nameOf, thingInPlace } from "./format-change.ts";
import type { OutcomeWords } from "./outcome-view.ts";
import { listButton } from "./ways-on.ts";
import type { PendingChange } from "./pending-change.ts";

export const createAgainActionId = "change-create-again";

/** Nobody can say whether it was created: what was found out, and the two ways on. */
export function unknownWords(pending: PendingChange, unknown: ChangeProgressOf<"unknown">): OutcomeWords {
  const { message, looked } = unknown;
  return {
    title: "Not certain",
    paragraphs: [
      [
        `:grey_question: *It is not certain whether ${thingInPlace(pending.submitted)} was created.*`,
        `${escapeSentence(message)} ${escapeSentence(looked)} To be safe it was not sent again.`,
      ].join("\n"),
    ],
    buttons: [listButton(pending, "Look again"), createAgainButton(pending)],
  };
}

function createAgainButton({ changeId, submitted }: PendingChange): Button {
  const { noun } = deedOf(submitted.wanted);
  return {
    ...button({ text: "Create it again", actionId: createAgainActionId, value: changeId }),
    confirm: confirmation({
      title: "Is it surely not there?",
      text: `If “${nameOf(submitted.wanted) ?? `the ${noun}`}” was created after all, there will be two. Look in the list first.`,
      yes: "Create it again",
      no: "Look first",
    }),
  };
}
