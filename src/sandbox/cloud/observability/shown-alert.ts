import type { z } from "zod";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { type Observability, standalonePlace } from "./observability.ts";
import type { AlertRecord, ObservedPlace } from "./place.ts";

/** `active` is the one state that the specification shows; running servers say ALERT or OK after an evaluation. */
function evaluatedState({ evaluatedToMs, firing }: AlertRecord): string {
  if (firing.size > 0) return "ALERT";
  return evaluatedToMs === 0 ? "active" : "OK";
}

/** An alert as an answer shows it: the specification's fields in its order, then others, in the names of older or newer servers. */
export function shownAlert(
  alert: AlertRecord,
  { id: placeId, teamId }: ObservedPlace,
  naming: Observability["naming"],
): z.input<typeof Alert> {
  const { id, name, message, threshold, interval, thresholdType, source, channel, tileId } = alert;
  const { dashboardId, savedSearchId, thresholdMax, note, silenced, createdAt, updatedAt } = alert;
  const isNewer = naming === "newer";
  return {
    id,
    name,
    // As stand-alone servers would take it back.
    message: message === "" && placeId === standalonePlace ? null : message,
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
