import { isDeepStrictEqual } from "node:util";
import type { Dashboard } from "../../cloud/dashboard.ts";
import { isAppError } from "../../errors.ts";
import { type DashboardEdit, applyDashboardEdit, dashboardBody } from "./dashboard-edit.ts";

type Tile = NonNullable<Dashboard["tiles"]>[number];

/** True where an edit of what was seen is in the dashboard as it is by now, whoever made it. */
export function isDashboardEditIn(now: Dashboard, seen: Dashboard, edit: DashboardEdit): boolean {
  const tiles = now.tiles ?? [];
  switch (edit.act) {
    case "remove-tile":
      return tiles.every(({ id }) => id !== edit.tileId);
    case "add-tile": {
      const known = new Set(seen.tiles?.map(({ id }) => id));
      return tiles.some((tile) => !known.has(tile.id) && isLike(tile, edit.tile));
    }
    default:
      return changesNothing(now, edit);
  }
}

function changesNothing(now: Dashboard, edit: DashboardEdit): boolean {
  try {
    return isDeepStrictEqual(plain(applyDashboardEdit(now, edit)), plain(dashboardBody(now)));
  } catch (error) {
    // The tile is gone, and the edit with it.
    if (isAppError(error, "conflict")) return false;
    throw error;
  }
}

/** By what every server answers in the words it was sent: newer ones say by other fields what a tile shows. */
function isLike(tile: Tile, { name, x, y, w, h }: Tile): boolean {
  return isDeepStrictEqual([tile.name, tile.x, tile.y, tile.w, tile.h], [name, x, y, w, h]);
}

// As JSON has it: what is undefined is not there.
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
