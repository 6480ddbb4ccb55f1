import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import { ontoTheirs, theirDifferences } from "./theirs.ts";
import { alertDifferences } from "../alert-rules/differences.ts";
import { alertBody, applyAlertEdit } from "../alert-rules/edit.ts";
import { dashboardDifferences } from "../dashboards/differences.ts";
import { applyDashboardEdit } from "../dashboards/edit.ts";
import { type OutcomeWords, showButton } from "./views.ts";
import type { PendingChange, WantedChange } from "./change.ts";
import {
  type Difference,
  capital,
  commandOn,
  verbOf,
  formatDifference,
  somethingElse,
  thingOnTarget,
} from "./format-change.ts";

export const makeMineActionId = "change-make";
export const leaveTheirsActionId = "change-leave";

/** A change that somebody else's came before. */
export type Conflict = ChangeProgressOf<"conflict">;

/** True where a change's person has not said yet whose change is to stand. */
export function isUndecided(progress: ChangeProgress): progress is Conflict {
  return progress.status === "conflict" && progress.chosen === undefined;
}

/** It was changed meanwhile: what was, what its person changes, and the choice. */
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

/** More lines than these nobody reads; the button shows the rest. */
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

/** What was typed is not its name any more: perhaps it is another thing by now. */
function renamedWords({ submitted }: PendingChange, id: string, { theirs }: Conflict): OutcomeWords {
  const { noun } = verbOf(submitted.wanted);
  const name = typeof theirs["name"] === "string" ? theirs["name"] : "";
  return {
    title: "Renamed meanwhile",
    paragraphs: [
      `:warning: *${capital(thingOnTarget(submitted))} was renamed meanwhile: it is called “${escapeName(name)}” by now.* Nothing was deleted. To delete it all the same, type its new name.`,
    ],
    buttons: [
      commandButton(`Show ${noun}`, commandOn(submitted, "show", id)),
      commandButton("Delete it all the same", commandOn(submitted, "delete", id)),
    ],
  };
}

/** What a change changes about what its person saw; empty for one that changes nothing, creates or deletes. */
export function editDifferences(wanted: WantedChange): Difference[] {
  if (wanted.kind === "update-alert")
    return alertDifferences(alertBody(wanted.seen), applyAlertEdit(wanted.seen, wanted.edit));
  if (wanted.kind !== "update-dashboard") return [];
  try {
    return dashboardDifferences(wanted.seen, applyDashboardEdit(wanted.seen, wanted.edit));
  } catch (error) {
    // What it is about was not there when its person saw it.
    if (isAppError(error, "conflict")) return [];
    throw error;
  }
}
