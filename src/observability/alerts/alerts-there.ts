import { type KnownAlert, knownAlert } from "../../alerts/reconcile/known-alert.ts";
import type { WorkspaceContext } from "../../context.ts";
import { isAppError } from "../../errors.ts";
import { observatoryOf } from "../observatory.ts";
import type { ObservabilityPlace } from "../place.ts";

/** All alerts of a place; "unserved" where its server has no list, and "failed" where it cannot be asked for now. */
export async function alertsThere(
  place: ObservabilityPlace,
  context: Pick<WorkspaceContext, "cloudOf">,
): Promise<KnownAlert[] | "unserved" | "failed"> {
  try {
    return (await observatoryOf(place, context).listAlerts()).map(knownAlert);
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return "unserved";
    if (isAppError(error, "missing", "limited", "upstream", "forbidden", "auth")) return "failed";
    throw error;
  }
}
