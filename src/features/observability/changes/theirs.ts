import { Alert } from "../../../platform/cloud/observability/alert.ts";
import { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { alertDifferences } from "../alert-rules/differences.ts";
import { alertBody } from "../alert-rules/edit.ts";
import { dashboardDifferences } from "../dashboards/differences.ts";
import { applyDashboardEdit } from "../dashboards/edit.ts";
import type { WantedChange } from "./change.ts";
import type { Difference } from "./format-change.ts";

/** The same change of what is there by now; why there is none where it does not fit that any more. */
export async function ontoTheirs(wanted: WantedChange, theirs: object): Promise<WantedChange | AppError> {
  return attempt(async () => {
    if (wanted.kind === "update-alert") return { ...wanted, seen: Alert.parse(theirs) };
    if (wanted.kind !== "update-dashboard") throw new AppError("conflict", "It has another name by now.");
    const seen = Dashboard.parse(theirs);
    applyDashboardEdit(seen, wanted.edit);
    return { ...wanted, seen };
  });
}

/** What others changed since a person saw it. */
export function theirDifferences(wanted: WantedChange, theirs: object): Difference[] {
  if (wanted.kind === "update-alert")
    return alertDifferences(alertBody(wanted.seen), alertBody(Alert.parse(theirs)));
  if (wanted.kind === "update-dashboard") return dashboardDifferences(wanted.seen, Dashboard.parse(theirs));
  return [];
}
