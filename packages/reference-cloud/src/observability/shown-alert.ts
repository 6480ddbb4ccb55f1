import type { z } from "zod";
import type { Alert } from "../contract.ts";
import { type Observability, standaloneTarget } from "./observability.ts";
import type { AlertRecord, ObservedTarget } from "./target.ts";

/** `active` is the specification's only state. Running servers say ALERT or OK after an evaluation. */
function evaluatedState({ evaluatedToMs, firing }: AlertRecord): string {
  if (firing.size > 0) return "ALERT";
  return evaluatedToMs === 0 ? "active" : "OK";
}

/** An alert in a response: the specification's fields in order, then others, in the names of older or newer servers. */
export function shownAlert(
  alert: AlertRecord,
  { id: targetId, teamId }: ObservedTarget,
  naming: Observability["naming"],
): z.input<typeof Alert> {
  const { id, name, message, threshold, interval, thresholdType, source, channel, tileId } = alert;
  const { dashboardId, savedSearchId, thresholdMax, note, silenced, createdAt, updatedAt } = alert;
  const isNewer = naming === "newer";
  return {
    id,
    name,
    // As stand-alone servers would accept it in a request.
    message: message === "" && targetId === standaloneTarget ? null : message,
    threshold,
    interval,
    thresholdType,
    source,
    state: alert.saidState ?? evaluatedState(alert),
    channel,
    ...(isNewer ? { teamId } : { team: teamId }),
    tileId,
    ...(isNewer ? { dashboardId } : { dashboard: dashboardId }),
    createdAt,
    updatedAt,
    thresholdMax,
    note,
    silenced,
    ...(isNewer ? { savedSearchId } : { savedSearch: savedSearchId }),
    ...(isNewer && { channels: [channel, ...(alert.moreChannels ?? [])] }),
    ...alert.others,
  };
}
