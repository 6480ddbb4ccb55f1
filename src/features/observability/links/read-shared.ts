import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import type { Survey } from "../../../lib/json.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { ifServed } from "../readable.ts";
import type { NamedTarget } from "../target.ts";

/** The dashboard, alert or search of a link. */
export interface LinkedThing {
  /** The link as Slack gave it. */
  address: string;
  kind: "dashboard" | "alert" | "search";
  id: string;
  tileId?: string;
  /** Its possible targets: several if services share a console. */
  targets: readonly NamedTarget[];
}

/** Reads for the cards of one message. Each is done once. */
export interface SharedReads {
  dashboard(target: NamedTarget, id: string): Promise<Dashboard>;
  alert(target: NamedTarget, id: string): Promise<Alert>;
  /** Undefined if the server does not list them. */
  alerts(target: NamedTarget): Promise<Survey<Alert> | undefined>;
}

/** The reads for one message. */
export function sharedReadsOf(context: Pick<ObservabilityContext, "cloudOf">): SharedReads {
  const clientOf = (target: NamedTarget) => observabilityClientOf(target, context);
  const alerts = readOnce((target) => ifServed(clientOf(target).alerts.survey()));
  return {
    dashboard: readOnce((target, id) => clientOf(target).dashboards.get(id)),
    alert: readOnce((target, id) => clientOf(target).alerts.get(id)),
    alerts: (target) => alerts(target, ""),
  };
}

type Read<Found> = (target: NamedTarget, id: string) => Promise<Found>;

function readOnce<Found>(read: Read<Found>): Read<Found> {
  const begun = new Map<string, Promise<Found>>();
  return (target, id) => {
    const key = [target.connection, target.serviceId, id].join(" ");
    const answer = begun.get(key) ?? read(target, id);
    begun.set(key, answer);
    return answer;
  };
}

/** No more services than these are tried if they share a console. */
const mostTried = 3;

/**
 * Finds a thing in the first of its targets that has it; undefined if none has it. A failing target does not stop the
 * search. If none has it, fails as the first failing one did.
 */
export async function foundIn<Found>(
  { targets }: LinkedThing,
  read: (target: NamedTarget) => Promise<Found | undefined>,
): Promise<{ target: NamedTarget; found: Found } | undefined> {
  let failure: AppError | undefined;
  for (const target of targets.slice(0, mostTried)) {
    const found = await attempt(() => read(target));
    if (!(found instanceof AppError)) {
      if (found !== undefined) return { target, found };
    } else if (!isAppError(found, "missing")) failure ??= found;
  }
  if (failure) throw failure;
  return undefined;
}
