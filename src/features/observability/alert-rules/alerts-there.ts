import { knownAlert, type KnownAlert } from "../../alerts/index.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import type { ObservabilityContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { observatoryOf } from "../observability-client.ts";
import type { ObservabilityPlace } from "../target.ts";

/** A place's alerts as incidents are held against them. */
export interface AlertsThere {
  alerts: KnownAlert[];
  unreadable: readonly Unreadable[];
}

/** All alerts of a place; "unserved" where its server has no list, and "failed" where it cannot be asked for now. */
export async function alertsThere(
  place: ObservabilityPlace,
  context: Pick<ObservabilityContext, "cloudOf">,
): Promise<AlertsThere | "unserved" | "failed"> {
  try {
    const { readable, unreadable } = await observatoryOf(place, context).surveyAlerts();
    return { alerts: readable.map(knownAlert), unreadable };
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return "unserved";
    if (isAppError(error, "missing", "limited", "upstream", "forbidden", "auth")) return "failed";
    throw error;
  }
}
