import { isDeepStrictEqual } from "node:util";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import { isAppError } from "../../../lib/errors.ts";
import { asJson } from "../../../lib/json.ts";
import { idOfUnreadable } from "../../../lib/unreadable.ts";
import { type DashboardEdit, applyDashboardEdit, dashboardBody } from "./edit.ts";

type Tile = NonNullable<Dashboard["tiles"]>[number];
type Series = NonNullable<Tile["series"]>[number];

/**
 * True where an edit of what was seen is in the dashboard as it is by now, whoever made it. Of tiles that were added only
 * one's own counts, so where nothing may have been written yet none does: somebody else's has the name and place that the
 * form proposes to everybody.
 */
export function isDashboardEditIn(
  now: Dashboard,
  seen: Dashboard,
  edit: DashboardEdit,
  mayBeWritten: boolean,
): boolean {
  const tiles = now.tiles ?? [];
  switch (edit.kind) {
    case "remove-tile":
      return (
        tiles.every(({ id }) => id !== edit.tileId) &&
        unreadableTiles(now).every((tile) => idOfUnreadable(tile) !== edit.tileId)
      );
    case "add-tile": {
      if (!mayBeWritten) return false;
      const known = new Set(seen.tiles?.map(({ id }) => id));
      return tiles.some((tile) => !known.has(tile.id) && isLike(tile, edit.tile));
    }
    case "change-tile": {
      const { removed = [], added } = edit.changes;
      if (removed.length === 0 && !added) return changesNothing(now, edit);
      // To add or remove once more would be another change: only one's own write may have done it.
      return mayBeWritten && isTileAsWanted(now, seen, edit);
    }
    default:
      return changesNothing(now, edit);
  }
}

/** True if a tile is as a change makes it of what was seen. */
function isTileAsWanted(
  now: Dashboard,
  seen: Dashboard,
  edit: Extract<DashboardEdit, { kind: "change-tile" }>,
): boolean {
  const wanted = ifFits(() => applyDashboardEdit(seen, edit))?.tiles.find(({ id }) => id === edit.tileId);
  const there = now.tiles?.find(({ id }) => id === edit.tileId);
  if (!wanted || !there || !isLike(there, wanted)) return false;
  return (there.asRatio ?? false) === (wanted.asRatio ?? false);
}

function changesNothing(now: Dashboard, edit: DashboardEdit): boolean {
  const edited = ifFits(() => applyDashboardEdit(now, edit));
  return edited !== undefined && isDeepStrictEqual(asJson(edited), asJson(dashboardBody(now)));
}

/** Undefined if the tile is gone, and the edit with it. */
function ifFits<Edited>(apply: () => Edited): Edited | undefined {
  try {
    return apply();
  } catch (error) {
    if (isAppError(error, "conflict")) return undefined;
    throw error;
  }
}

/** By what every server answers in the words it was sent: newer ones say by other fields what a tile shows. */
function isLike(tile: Tile, { name, x, y, w, h, series }: Tile): boolean {
  const isPlacedSo = isDeepStrictEqual([tile.name, tile.x, tile.y, tile.w, tile.h], [name, x, y, w, h]);
  return isPlacedSo && (!tile.series || showsSame(tile.series, series ?? []));
}

/** In every text that both have: what a server adds to a series, or keeps in another shape, makes it no other one. */
function showsSame(there: readonly Series[], sent: readonly Series[]): boolean {
  if (there.length !== sent.length) return false;
  return sent.every((one, index) =>
    Object.entries(one).every(([field, value]) => {
      const kept: unknown = there[index]?.[field];
      return typeof kept !== "string" || typeof value !== "string" || kept === value;
    }),
  );
}
