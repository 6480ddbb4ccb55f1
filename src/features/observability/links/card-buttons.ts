import type { Button } from "@slack/types";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { wordOfPlace } from "../choose-target.ts";
import type { NamedPlace } from "../target.ts";

/** Shows a dashboard to its presser. */
export function showDashboardButton(id: string, place: NamedPlace): Button {
  return commandButton("Show", `dashboards show ${id} ${wordOfPlace(place)}`);
}

/** Shows an alert to its presser. */
export function showAlertButton(id: string, place: NamedPlace, text = "Show"): Button {
  return commandButton(text, `alerts show ${id} ${wordOfPlace(place)}`);
}

/** Shows the alerts of a place to its presser. */
export function alertsButton(place: NamedPlace): Button {
  return commandButton("Alerts", `alerts list ${wordOfPlace(place)}`);
}

/** Opens the form of a new alert, on a tile where one is given. */
export function createAlertButton(place: NamedPlace, tile?: { dashboardId: string; tileId: string }): Button {
  const on = tile ? `${tile.dashboardId} ${tile.tileId} ` : "";
  return commandButton("Create alert", `alerts create ${on}${wordOfPlace(place)}`);
}
