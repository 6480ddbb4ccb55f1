import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Survey } from "../../../lib/unreadable.ts";
import { observabilityClientOf } from "../observability-client.ts";
import type { NamedTarget } from "../target.ts";
import type { LinkedThing } from "./unfurl.ts";

/** What is asked of deployments for the cards of one message, each once. */
export interface SharedReads {
  dashboard(target: NamedTarget, id: string): Promise<Dashboard>;
  alert(target: NamedTarget, id: string): Promise<Alert>;
  /** Undefined where the server has no list of them. */
  alerts(target: NamedTarget): Promise<Survey<Alert> | undefined>;
}

/** Begins looking, for one message. */
export function sharedReadsOf(context: Pick<ObservabilityContext, "cloudOf">): SharedReads {
  const at = (target: NamedTarget) => observabilityClientOf(target, context);
  const alerts = askedOnce((target) => whereServed(at(target).surveyAlerts()));
  return {
    dashboard: askedOnce((target, id) => at(target).getDashboard(id)),
    alert: askedOnce((target, id) => at(target).getAlert(id)),
    alerts: (target) => alerts(target, ""),
  };
}

type Asking<Found> = (target: NamedTarget, id: string) => Promise<Found>;

function askedOnce<Found>(ask: Asking<Found>): Asking<Found> {
  const asked = new Map<string, Promise<Found>>();
  return (target, id) => {
    const key = [target.connection, target.serviceId, id].join(" ");
    const answer = asked.get(key) ?? ask(target, id);
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
  { targets }: LinkedThing,
  read: (target: NamedTarget) => Promise<Found | undefined>,
): Promise<{ target: NamedTarget; found: Found } | undefined> {
  let failure: AppError | undefined;
  for (const target of targets.slice(0, mostAsked)) {
    const found = await whereSaid(read(target));
    if (found instanceof AppError) failure ??= found;
    else if (found !== undefined) return { target, found };
  }
  if (failure) throw failure;
  return undefined;
}

async function whereServed<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return undefined;
    throw error;
  }
}

/** The failure of a place that cannot say; undefined where it says that there is none. */
async function whereSaid<Found>(reading: Promise<Found | undefined>): Promise<Found | AppError | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof AppError) || isAppError(error, "bug")) throw error;
    return isAppError(error, "missing") ? undefined : error;
  }
}
