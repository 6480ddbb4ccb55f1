import { explain } from "../../../platform/blocks/explain.ts";
import { AppError } from "../../../lib/errors.ts";
import type { ChangeProgressOf } from "./progress.ts";
import { type Deed, capital, deedOf, thingInPlace } from "./format-change.ts";
import type { OutcomeWords } from "./outcome-view.ts";
import type { PendingChange } from "./pending-change.ts";
import { showButton } from "./ways-on.ts";

/** What is said of a change that came to nothing, or of which nobody can say whether it did. */
export function failedWords(pending: PendingChange, failed: ChangeProgressOf<"failed">): OutcomeWords {
  const { wanted } = pending.submitted;
  const id = "id" in wanted ? wanted.id : undefined;
  return {
    title: failed.mayBeDone ? "Not certain" : "Not done",
    paragraphs: [`${failed.mayBeDone ? ":grey_question:" : ":x:"} ${notDoneText(pending, failed)}`],
    buttons: failed.mayBeDone && id !== undefined ? [showButton(pending, id)] : [],
  };
}

const notDone: Readonly<Record<Deed, string>> = {
  create: "was not created",
  update: "was not changed",
  delete: "was not deleted",
};

const notCertain: Readonly<Record<Deed, string>> = {
  create: "was created",
  update: "was changed",
  delete: "was deleted",
};

/** Why a change came to nothing, in mrkdwn, with the thing's name. */
export function notDoneText({ submitted }: PendingChange, failed: ChangeProgressOf<"failed">): string {
  const { deed } = deedOf(submitted.wanted);
  const thing = thingInPlace(submitted);
  const { message, requestId, mayBeDone } = failed;
  const reason = explain(new AppError("user", message, { requestId }));
  if (mayBeDone)
    return `*It is not certain whether ${thing} ${notCertain[deed]}.* ${reason} Look how it is before you try again.`;
  return `*${capital(thing)} ${notDone[deed]}.* ${reason}`;
}
