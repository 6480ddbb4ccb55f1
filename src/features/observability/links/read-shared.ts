import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Survey } from "../../../lib/unreadable.ts";
import { observatoryOf } from "../observability-client.ts";
import type { NamedPlace } from "../target.ts";
import type { LinkedThing } from "./unfurl.ts";

/** What is asked of deployments for the cards of one message, each once. */
export interface Looks {
  dashboard(place: NamedPlace, id: string): Promise<Dashboard>;
  alert(place: NamedPlace, id: string): Promise<Alert>;
  /** Undefined where the server has no list of them. */
  alerts(place: NamedPlace): Promise<Survey<Alert> | undefined>;
}

/** Begins looking, for one message. */
export function looksOf(context: Pick<ObservabilityContext, "cloudOf">): Looks {
  const at = (place: NamedPlace) => observatoryOf(place, context);
  const alerts = askedOnce((place) => whereServed(at(place).surveyAlerts()));
  return {
    dashboard: askedOnce((place, id) => at(place).getDashboard(id)),
    alert: askedOnce((place, id) => at(place).getAlert(id)),
    alerts: (place) => alerts(place, ""),
  };
}

type Asking<Found> = (place: NamedPlace, id: string) => Promise<Found>;

function askedOnce<Found>(ask: Asking<Found>): Asking<Found> {
  const asked = new Map<string, Promise<Found>>();
  return (place, id) => {
    const key = [place.connection, place.serviceId, id].join(" ");
    const answer = asked.get(key) ?? ask(place, id);
    asked.set(key, answer);
    return answer;
  };
}

/** More services than these that share a console are not asked one after the other. */
const mostAsked = 3;

/**
 * What was found, and where; undefined where none of the first few places has it. What one of them cannot say is no reason
 * not to ask the next: it fails with that only where none of them has it.
 */
export async function foundIn<Found>(
  { places }: LinkedThing,
  look: (place: NamedPlace) => Promise<Found | undefined>,
): Promise<{ place: NamedPlace; found: Found } | undefined> {
  let failure: AppError | undefined;
  for (const place of places.slice(0, mostAsked)) {
    const found = await whereSaid(look(place));
    if (found instanceof AppError) failure ??= found;
    else if (found !== undefined) return { place, found };
  }
  if (failure) throw failure;
  return undefined;
}

async function whereServed<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return undefined;
    throw error;
  }
}

/** The failure of a place that cannot say; undefined where it says that there is none. */
async function whereSaid<Found>(looking: Promise<Found | undefined>): Promise<Found | AppError | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (!(error instanceof AppError) || isAppError(error, "bug")) throw error;
    return isAppError(error, "missing") ? undefined : error;
  }
}
