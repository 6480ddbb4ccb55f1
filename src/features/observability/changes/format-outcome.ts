import type { Button } from "@slack/types";
import { AppError } from "../../../lib/errors.ts";
import { button, confirmation } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeSentence, explain } from "../../../platform/blocks/explain.ts";
import type { PendingChange } from "./change.ts";
import { editDifferences, ontoTheirs, theirDifferences } from "./differences.ts";
import {
  type Difference,
  askedAbout,
  capital,
  formatDifference,
  nameOf,
  nounOf,
  somethingElse,
  thingOnTarget,
  verbOf,
} from "./format-change.ts";
import type { ChangeProgress, ChangeProgressOf, Outcome } from "./progress.ts";
import * as texts from "./texts.ts";
import { type OutcomeWords, listButton, showButton } from "./views.ts";

function failedWords(pending: PendingChange, failed: ChangeProgressOf<"failed">): OutcomeWords {
  const { wanted } = pending.submitted;
  const id = "id" in wanted ? wanted.id : undefined;
  return {
    title: failed.mayBeDone ? texts.titles.uncertain : texts.titles.failed,
    paragraphs: [`${failed.mayBeDone ? ":grey_question:" : ":x:"} ${notDoneText(pending, failed)}`],
    buttons: failed.mayBeDone && id !== undefined ? [showButton(pending, id)] : [],
  };
}

/** Why a change failed, or may have, in mrkdwn, with the thing's name. */
export function notDoneText({ submitted }: PendingChange, failed: ChangeProgressOf<"failed">): string {
  const { past } = texts.verbs[verbOf(submitted.wanted)];
  const thing = thingOnTarget(submitted);
  const { message, requestId, mayBeDone } = failed;
  const reason = explain(new AppError("user", message, { requestId }));
  if (mayBeDone) return texts.mayBeDone(thing, past, reason);
  return texts.notDone(capital(thing), past, reason);
}

export const createAgainActionId = "change-create-again";

/** It is uncertain whether it was created: what was found, and what can be done. */
function unknownWords(pending: PendingChange, unknown: ChangeProgressOf<"unknown">): OutcomeWords {
  const { message, found } = unknown;
  return {
    title: texts.titles.uncertain,
    paragraphs: [
      texts.mayBeCreated(thingOnTarget(pending.submitted), escapeSentence(message), escapeSentence(found)),
    ],
    buttons: [listButton(pending, texts.labels.look), createAgainButton(pending)],
  };
}

function createAgainButton({ changeId, submitted }: PendingChange): Button {
  const noun = nounOf(submitted.wanted);
  return {
    ...button({ text: texts.labels.createAgain, actionId: createAgainActionId, value: changeId }),
    confirm: confirmation(texts.createAgain(noun, nameOf(submitted.wanted))),
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
    title: texts.verbs[verbOf(wanted)].done,
    paragraphs: [
      corrects ? correctedText(pending, corrects.id) : doneText(pending, wasSo),
      ...(changes.length > 0 ? [changes.join("\n")] : []),
    ],
    buttons: waysOn(pending, "id" in wanted ? wanted.id : id),
  };
}

function doneText({ submitted }: PendingChange, wasSo: boolean): string {
  const thing = thingOnTarget(submitted);
  const verb = verbOf(submitted.wanted);
  return wasSo && verb !== "create" ? texts.nothingToDo(verb, thing) : texts.done(verb, thing);
}

/** The server's answer came after its person had read otherwise. */
function correctedText({ submitted }: PendingChange, otherId: string | undefined): string {
  const thing = thingOnTarget(submitted);
  const noun = nounOf(submitted.wanted);
  return otherId === undefined ? texts.createdAfterAll(thing) : texts.createdAnother(thing, noun, otherId);
}

function waysOn(pending: PendingChange, id: string | undefined): Button[] {
  const { submitted } = pending;
  const { kind } = submitted.wanted;
  if (verbOf(submitted.wanted) === "delete" || id === undefined) return [listButton(pending)];
  const test = commandButton(texts.labels.test, askedAbout(submitted, "test", id));
  return [showButton(pending, id), ...(kind === "create-alert" ? [test] : [])];
}

/** The answer to a click after the question is resolved. */
export function resolvedWords(pending: PendingChange, progress: ChangeProgress): OutcomeWords {
  const { wanted } = pending.submitted;
  return {
    title: texts.titles.resolved,
    paragraphs: [resolvedText(pending, progress)],
    buttons: ["id" in wanted ? showButton(pending, wanted.id) : listButton(pending)],
  };
}

function resolvedText({ submitted }: PendingChange, progress: ChangeProgress): string {
  const thing = thingOnTarget(submitted);
  if (progress.status === "conflict" && progress.chosen === "theirs") return texts.decided.theirs(thing);
  if (progress.status === "conflict") return texts.decided.mine(thing);
  if (progress.status === "unknown") return texts.decided.again(capital(thing));
  return texts.decided.other(thing);
}

export const makeMineActionId = "change-make";
export const leaveTheirsActionId = "change-leave";

/** A change after someone else's. */
export type Conflict = ChangeProgressOf<"conflict">;

/** True until a change's person chooses one of the two changes. */
export function isUndecided(progress: ChangeProgress): progress is Conflict {
  return progress.status === "conflict" && progress.chosen === undefined;
}

/** Says what was changed meanwhile and what its person changes, and asks for a choice. */
async function conflictWords(pending: PendingChange, conflict: Conflict): Promise<OutcomeWords> {
  const { submitted } = pending;
  const { wanted } = submitted;
  if (wanted.kind === "delete-dashboard" || wanted.kind === "delete-alert")
    return renamedWords(pending, wanted.id, conflict);
  const mine = await ontoTheirs(wanted, conflict.theirs);
  const fits = !(mine instanceof AppError);
  return {
    title: texts.conflictTitle,
    paragraphs: [
      texts.conflict(capital(thingOnTarget(submitted))),
      `${texts.theirChanges}\n${listed(theirDifferences(wanted, conflict.theirs))}`,
      `${texts.yourChanges}\n${listed(editDifferences(wanted))}`,
      ...(fits ? [] : [texts.noLongerFits(explain(mine))]),
    ],
    buttons: [...(fits ? choices(pending) : []), ...("id" in wanted ? [showButton(pending, wanted.id)] : [])],
  };
}

/** The button shows the rest. */
const mostListed = 12;

function listed(differences: readonly Difference[]): string {
  const known = differences.length === 0 ? [somethingElse] : differences;
  const more = known.length - mostListed;
  return [
    ...known.slice(0, mostListed).map(formatDifference),
    ...(more > 0 ? [texts.moreDifferences(more)] : []),
  ].join("\n");
}

function choices({ changeId }: PendingChange): Button[] {
  return [
    {
      ...button({ text: texts.labels.makeMine, actionId: makeMineActionId, value: changeId }),
      style: "primary",
    },
    button({ text: texts.labels.leaveTheirs, actionId: leaveTheirsActionId, value: changeId }),
  ];
}

/** Its name is not the typed one any more, so it may be another thing now. */
function renamedWords(pending: PendingChange, id: string, { theirs }: Conflict): OutcomeWords {
  const { submitted } = pending;
  const name = typeof theirs["name"] === "string" ? theirs["name"] : "";
  return {
    title: texts.renamedTitle,
    paragraphs: [texts.renamed(capital(thingOnTarget(submitted)), name)],
    buttons: [
      showButton(pending, id),
      commandButton(texts.labels.deleteAnyway, askedAbout(submitted, "delete", id)),
    ],
  };
}
