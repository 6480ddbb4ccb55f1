import type { Button } from "@slack/types";
import { code } from "../../../platform/blocks/escape.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import type { ChangeProgressOf } from "./progress.ts";
import { conflictWords } from "./format-conflict.ts";
import { differenceInWords } from "./difference.ts";
import { editDifferences } from "./edit-differences.ts";
import { failedWords } from "./format-failed.ts";
import { type Deed, commandOn, deedOf, thingInPlace } from "./format-change.ts";
import type { OutcomeWords } from "./outcome-view.ts";
import type { Outcome, PendingChange } from "./pending-change.ts";
import { unknownWords } from "./format-unknown.ts";
import { listButton, showButton } from "./ways-on.ts";

/** What is said of an outcome, wherever it is said. */
export async function outcomeWords(pending: PendingChange, outcome: Outcome): Promise<OutcomeWords> {
  switch (outcome.status) {
    case "done":
      return doneWords(pending, outcome);
    case "conflict":
      return conflictWords(pending, outcome);
    case "unknown":
      return unknownWords(pending, outcome);
    case "failed":
      return failedWords(pending, outcome);
  }
}

const titles: Readonly<Record<Deed, string>> = { create: "Created", update: "Saved", delete: "Deleted" };

function doneWords(pending: PendingChange, { id, wasSo, corrects }: ChangeProgressOf<"done">): OutcomeWords {
  const { submitted } = pending;
  const { wanted } = submitted;
  const { deed } = deedOf(wanted);
  const changes = wasSo ? [] : editDifferences(wanted).map(differenceInWords);
  return {
    title: titles[deed],
    paragraphs: [
      corrects ? correctedText(pending, corrects.id) : doneText(pending, wasSo),
      ...(changes.length > 0 ? [changes.join("\n")] : []),
    ],
    buttons: waysOn(pending, "id" in wanted ? wanted.id : id),
  };
}

function doneText({ submitted }: PendingChange, wasSo: boolean): string {
  const thing = thingInPlace(submitted);
  switch (deedOf(submitted.wanted).deed) {
    case "create":
      return `:white_check_mark: *Created ${thing}.*`;
    case "update":
      return wasSo
        ? `:white_check_mark: *Nothing had to be changed:* ${thing} is so already.`
        : `:white_check_mark: *Saved ${thing}.*`;
    case "delete":
      return wasSo
        ? `:white_check_mark: *Nothing had to be deleted:* ${thing} was gone already.`
        : `:white_check_mark: *Deleted ${thing}.*`;
  }
}

/** The server's answer came after its person had been told otherwise. */
function correctedText({ submitted }: PendingChange, otherId: string | undefined): string {
  const thing = thingInPlace(submitted);
  const { noun } = deedOf(submitted.wanted);
  return otherId === undefined
    ? `:warning: *Created ${thing} after all.* The server's answer came late. If you created it again, there are two now: delete the one that you do not need.`
    : `:warning: *Created ${thing}, and it is not the ${noun} that you were told of.* The server's answer came late. The other one is ${code(otherId)}: look at both, and delete the one that you do not need.`;
}

function waysOn(pending: PendingChange, id: string | undefined): Button[] {
  const { submitted } = pending;
  const { kind } = submitted.wanted;
  if (deedOf(submitted.wanted).deed === "delete" || id === undefined) return [listButton(pending)];
  const test = commandButton("Send a test", commandOn(submitted, "test", id));
  return [showButton(pending, id), ...(kind === "create-alert" ? [test] : [])];
}
