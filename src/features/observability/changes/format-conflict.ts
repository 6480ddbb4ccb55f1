import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { AppError } from "../../../lib/errors.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import { editDifferences, ontoTheirs, theirDifferences } from "./differences.ts";
import { type OutcomeWords, showButton } from "./views.ts";
import type { PendingChange } from "./change.ts";
import * as texts from "./texts.ts";
import {
  type Difference,
  askedAbout,
  capital,
  formatDifference,
  somethingElse,
  thingOnTarget,
} from "./format-change.ts";

export const makeMineActionId = "change-make";
export const leaveTheirsActionId = "change-leave";

/** A change after someone else's. */
export type Conflict = ChangeProgressOf<"conflict">;

/** True until a change's person chooses one of the two changes. */
export function isUndecided(progress: ChangeProgress): progress is Conflict {
  return progress.status === "conflict" && progress.chosen === undefined;
}

/** Says what was changed meanwhile and what its person changes, and asks for a choice. */
export async function conflictWords(pending: PendingChange, conflict: Conflict): Promise<OutcomeWords> {
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
