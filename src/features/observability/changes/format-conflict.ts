import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { AppError } from "../../../lib/errors.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import { editDifferences, ontoTheirs, theirDifferences } from "./differences.ts";
import { type OutcomeWords, showButton } from "./views.ts";
import type { PendingChange } from "./change.ts";
import {
  type Difference,
  capital,
  commandOn,
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
    title: "Changed meanwhile",
    paragraphs: [
      `:warning: *${capital(thingOnTarget(submitted))} was changed since you opened the form, so your change is not saved.*`,
      `*What was changed meanwhile:*\n${listed(theirDifferences(wanted, conflict.theirs))}`,
      `*What you change:*\n${listed(editDifferences(wanted))}`,
      ...(fits ? [] : [`Your change does not fit it any more: ${explain(mine)}`]),
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
    ...(more > 0 ? [`• and ${more} more`] : []),
  ].join("\n");
}

function choices({ changeId }: PendingChange): Button[] {
  return [
    {
      ...button({ text: "Make my change to theirs", actionId: makeMineActionId, value: changeId }),
      style: "primary",
    },
    button({ text: "Leave theirs", actionId: leaveTheirsActionId, value: changeId }),
  ];
}

/** Its name is not the typed one any more, so it may be another thing now. */
function renamedWords(pending: PendingChange, id: string, { theirs }: Conflict): OutcomeWords {
  const { submitted } = pending;
  const name = typeof theirs["name"] === "string" ? theirs["name"] : "";
  return {
    title: "Renamed meanwhile",
    paragraphs: [
      `:warning: *${capital(thingOnTarget(submitted))} was renamed meanwhile: it is called “${escapeName(name)}” by now.* Nothing was deleted. To delete it all the same, type its new name.`,
    ],
    buttons: [
      showButton(pending, id),
      commandButton("Delete it all the same", commandOn(submitted, "delete", id)),
    ],
  };
}
