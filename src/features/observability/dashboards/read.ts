import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { observatoryOf } from "../observability-client.ts";
import type { NamedPlace } from "../target.ts";

/** A dashboard as it is at this moment; where it is gone, fails as `missing` in words that say how to find others. */
export async function readDashboard(
  place: NamedPlace,
  id: string,
  context: Pick<ObservabilityContext, "cloudOf">,
): Promise<Dashboard> {
  try {
    return await observatoryOf(place, context).getDashboard(id);
  } catch (error) {
    if (!isAppError(error, "missing") || error.unserved) throw error;
    throw new AppError(
      "missing",
      `There is no such dashboard in “${place.name}”: it was deleted, or its id is another one. \`/db dashboards ${place.name}\` lists those there are.`,
      { operation: error.operation, requestId: error.requestId, cause: error },
    );
  }
}
