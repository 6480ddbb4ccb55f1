import { Alert } from "../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { alertDifferences } from "../alert-rules/differences.ts";
import { alertBody, applyAlertEdit } from "../alert-rules/edit.ts";
import { dashboardDifferences } from "../dashboards/differences.ts";
import { applyDashboardEdit, ifFits } from "../dashboards/edit.ts";
import type { WantedChange } from "./change.ts";
import type { Difference } from "./format-change.ts";
import { hasOtherName } from "./texts.ts";

/** The same change of the present thing, or the reason why it no longer fits. */
export async function ontoTheirs(wanted: WantedChange, theirs: object): Promise<WantedChange | AppError> {
  return attempt(async () => {
    if (wanted.kind === "update-alert") return { ...wanted, seen: Alert.parse(theirs) };
    if (wanted.kind !== "update-dashboard") throw new AppError("conflict", hasOtherName);
    const seen = Dashboard.parse(theirs);
    applyDashboardEdit(seen, wanted.edit);
    return { ...wanted, seen };
  });
}

/** What others changed since a person saw the thing. */
export function theirDifferences(wanted: WantedChange, theirs: object): Difference[] {
  if (wanted.kind === "update-alert")
    return alertDifferences(alertBody(wanted.seen), alertBody(Alert.parse(theirs)));
  if (wanted.kind === "update-dashboard") return dashboardDifferences(wanted.seen, Dashboard.parse(theirs));
  return [];
}

/** What an edit changes about what its person saw. Empty for other changes, and if the tile was not there. */
export function editDifferences(wanted: WantedChange): Difference[] {
  if (wanted.kind === "update-alert")
    return alertDifferences(alertBody(wanted.seen), applyAlertEdit(wanted.seen, wanted.edit));
  const edited = wanted.kind === "update-dashboard" ? ifFits(wanted.seen, wanted.edit) : undefined;
  return wanted.kind === "update-dashboard" && edited ? dashboardDifferences(wanted.seen, edited) : [];
}
