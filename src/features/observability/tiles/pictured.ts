import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { TileFacts } from "../../../platform/pictures/tiles/tiles-facts.ts";
import { stateOf } from "../alert-rules/state.ts";
import { alertsOnTile } from "../dashboards/read-words.ts";
import { nameOfTile, typeOfTile } from "./format-tile.ts";

/** A dashboard's tiles as the picture of them shows them, numbered as in the list beside it. */
export function picturedTiles({ tiles }: Dashboard, alerts: readonly Alert[], now: Date): TileFacts[] {
  return (tiles ?? []).map((tile, index) => {
    const { x, y, w, h } = tile;
    const standing = alertsOnTile(tile, alerts);
    const isFiring = standing.some((alert) => stateOf(alert, now).rank === 0);
    return {
      number: index + 1,
      name: nameOfTile(tile),
      type: typeOfTile(tile),
      x,
      y,
      w,
      h,
      ...(standing.length === 0 ? {} : { alerting: isFiring ? "firing" : "quiet" }),
    };
  });
}
