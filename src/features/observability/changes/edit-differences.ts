import { isAppError } from "../../../lib/errors.ts";
import { alertDifferences } from "../alert-rules/differences.ts";
import { alertBody, applyAlertEdit } from "../alert-rules/edit.ts";
import { dashboardDifferences } from "../dashboards/differences.ts";
import { applyDashboardEdit } from "../dashboards/edit.ts";
import type { WantedChange } from "./change.ts";
import type { Difference } from "./difference.ts";

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
