import type { Reply } from "../../../platform/blocks/reply.ts";
import type { ObservabilityContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { consoleOfPlace } from "../console.ts";
import { ifReadable } from "../if-readable.ts";
import { observatoryOf } from "../observability-client.ts";
import { isSamePlace, type NamedPlace } from "../target.ts";
import { alertList } from "./list.ts";
import { knownWebhooks } from "./webhooks/known.ts";
import { madeHereList } from "./made-here-list.ts";

/**
 * The answer to which alerts are defined in a place, from a number on; of a server that does not list them, those that were
 * made here. Fails as the server's API does.
 */
export async function listAlerts(
  place: NamedPlace,
  first: number,
  context: ObservabilityContext,
): Promise<Reply> {
  try {
    return await listServed(place, first, context);
  } catch (error) {
    if (!isAppError(error, "missing") || !error.unserved) throw error;
    const made = (await context.madeAlerts.list()).filter((alert) => isSamePlace(alert, place));
    return madeHereList(error.message, made, place);
  }
}

async function listServed(place: NamedPlace, first: number, context: ObservabilityContext): Promise<Reply> {
  const observatory = observatoryOf(place, context);
  const [{ readable: alerts, unreadable }, dashboards = [], console] = await Promise.all([
    observatory.surveyAlerts(),
    ifReadable(observatory.listDashboards()),
    consoleOfPlace(place, context),
  ]);
  const webhooks = await knownWebhooks(place, alerts, context);
  const consoleUrl = console?.addressOf({ kind: "alerts" });
  return alertList({ place, alerts, unreadable, dashboards, webhooks, consoleUrl }, first, context.now());
}
