import type { z } from "zod";
import type { Alert } from "../../../cloud/alert.ts";
import type { Observability } from "./observability.ts";
import type { AlertRecord, ObservedPlace } from "./place.ts";

/** An alert as an answer shows it, in the names of older or newer servers. */
export function shownAlert(
  alert: AlertRecord,
  { teamId }: ObservedPlace,
  naming: Observability["naming"],
): z.input<typeof Alert> {
  const { others, breaching: _, firing, evaluatedToMs: __, lines: ___, saidState, silenced, ...own } = alert;
  const { dashboardId, savedSearchId, ...same } = own;
  const places =
    naming === "newer"
      ? { teamId, dashboardId, savedSearchId, channels: [alert.channel] }
      : { team: teamId, dashboard: dashboardId, savedSearch: savedSearchId };
  const state = saidState ?? (firing.size > 0 ? "ALERT" : "OK");
  return { ...others, ...same, ...places, state, ...(silenced && { silenced }) };
}
