import type { Button } from "@slack/types";
import { code } from "../../../platform/blocks/escape.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import type { ChangeProgress, ChangeProgressOf, Outcome } from "./progress.ts";
import { escapeSentence, explain } from "../../../platform/blocks/explain.ts";
import { AppError } from "../../../lib/errors.ts";
import { button, confirmation } from "../../../platform/blocks/button.ts";
import { editDifferences } from "./differences.ts";
import { conflictWords } from "./format-conflict.ts";
import { type OutcomeWords, listButton, showButton } from "./views.ts";
import type { PendingChange } from "./change.ts";
import {
  capital,
  commandOn,
  formatDifference,
  nameOf,
  nounOf,
  thingOnTarget,
  verbForms,
  verbOf,
} from "./format-change.ts";

function failedWords(pending: PendingChange, failed: ChangeProgressOf<"failed">): OutcomeWords {
  const { wanted } = pending.submitted;
  const id = "id" in wanted ? wanted.id : undefined;
  return {
    title: failed.mayBeDone ? "Not certain" : "Not done",
    paragraphs: [`${failed.mayBeDone ? ":grey_question:" : ":x:"} ${notDoneText(pending, failed)}`],
    buttons: failed.mayBeDone && id !== undefined ? [showButton(pending, id)] : [],
  };
}

/** Why a change failed, or may have, in mrkdwn, with the thing's name. */
export function notDoneText({ submitted }: PendingChange, failed: ChangeProgressOf<"failed">): string {
  const { past } = verbForms[verbOf(submitted.wanted)];
  const thing = thingOnTarget(submitted);
  const { message, requestId, mayBeDone } = failed;
  const reason = explain(new AppError("user", message, { requestId }));
  if (mayBeDone)
    return `*It is not certain whether ${thing} was ${past}.* ${reason} Look how it is before you try again.`;
  return `*${capital(thing)} was not ${past}.* ${reason}`;
}

export const createAgainActionId = "change-create-again";

/** It is uncertain whether it was created: what was found, and what can be done. */
function unknownWords(pending: PendingChange, unknown: ChangeProgressOf<"unknown">): OutcomeWords {
  const { message, found } = unknown;
  return {
    title: "Not certain",
    paragraphs: [
      [
        `:grey_question: *It is not certain whether ${thingOnTarget(pending.submitted)} was created.*`,
        `${escapeSentence(message)} ${escapeSentence(found)} To be safe it was not sent again.`,
      ].join("\n"),
    ],
    buttons: [listButton(pending, "Look again"), createAgainButton(pending)],
  };
}

function createAgainButton({ changeId, submitted }: PendingChange): Button {
  const noun = nounOf(submitted.wanted);
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

/** An outcome for people, for a modal or a message. */
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

function doneWords(pending: PendingChange, { id, wasSo, corrects }: ChangeProgressOf<"done">): OutcomeWords {
  const { submitted } = pending;
  const { wanted } = submitted;
  const changes = wasSo ? [] : editDifferences(wanted).map(formatDifference);
  return {
    title: verbForms[verbOf(wanted)].done,
    paragraphs: [
      corrects ? correctedText(pending, corrects.id) : doneText(pending, wasSo),
      ...(changes.length > 0 ? [changes.join("\n")] : []),
    ],
    buttons: waysOn(pending, "id" in wanted ? wanted.id : id),
  };
}

function doneText({ submitted }: PendingChange, wasSo: boolean): string {
  const thing = thingOnTarget(submitted);
  switch (verbOf(submitted.wanted)) {
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

/** The server's answer came after its person had read otherwise. */
function correctedText({ submitted }: PendingChange, otherId: string | undefined): string {
  const thing = thingOnTarget(submitted);
  const noun = nounOf(submitted.wanted);
  return otherId === undefined
    ? `:warning: *Created ${thing} after all.* The server's answer came late. If you created it again, there are two now: delete the one that you do not need.`
    : `:warning: *Created ${thing}, and it is not the ${noun} that you were told of.* The server's answer came late. The other one is ${code(otherId)}: look at both, and delete the one that you do not need.`;
}

function waysOn(pending: PendingChange, id: string | undefined): Button[] {
  const { submitted } = pending;
  const { kind } = submitted.wanted;
  if (verbOf(submitted.wanted) === "delete" || id === undefined) return [listButton(pending)];
  const test = commandButton("Send a test", commandOn(submitted, "test", id));
  return [showButton(pending, id), ...(kind === "create-alert" ? [test] : [])];
}

/** The answer to a click after the question is resolved. */
export function resolvedWords(pending: PendingChange, progress: ChangeProgress): OutcomeWords {
  const { wanted } = pending.submitted;
  return {
    title: "Settled",
    paragraphs: [resolvedText(pending, progress)],
    buttons: ["id" in wanted ? showButton(pending, wanted.id) : listButton(pending)],
  };
}

function resolvedText({ submitted }: PendingChange, progress: ChangeProgress): string {
  const thing = thingOnTarget(submitted);
  if (progress.status === "conflict" && progress.chosen === "theirs")
    return `*Left as it is:* ${thing} stays as it was changed meanwhile.`;
  if (progress.status === "conflict") return `*Your change to ${thing} is made already,* or on its way.`;
  if (progress.status === "unknown") return `*${capital(thing)} is created again already,* or on its way.`;
  return `*This is settled:* look how ${thing} is by now.`;
}
