import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { asJson, idOfUnreadable } from "../../../lib/json.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import type { DashboardBody } from "../observability-client.ts";
import { type Series, regrouped } from "../tiles/series.ts";
import * as texts from "./texts.ts";

/** A series of a new tile. Fields that the form does not know are kept if it comes from another tile. */
const NewSeries = z.looseObject({
  type: z.string(),
  dataSource: z.string().optional(),
  aggFn: z.string().optional(),
  where: z.string().optional(),
  groupBy: z.array(z.string()).optional(),
});

const NewTile = z.looseObject({
  name: z.string(),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  asRatio: z.boolean().optional(),
  series: z.array(NewSeries),
});

const SeriesChanges = z.object({
  type: z.string().optional(),
  dataSource: z.string().optional(),
  aggFn: z.string().optional(),
  where: z.string().optional(),
  /** `null` removes it. */
  groupBy: z.array(z.string()).nullable().optional(),
});
type SeriesChanges = z.output<typeof SeriesChanges>;

const TileChanges = z.object({
  name: z.string().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
  w: z.number().optional(),
  h: z.number().optional(),
  asRatio: z.boolean().optional(),
  /** The series that change, by their index from 0. */
  series: z.array(z.object({ index: z.int().min(0), changes: SeriesChanges })).optional(),
  /** The series to remove, by their index before anything is removed. */
  removed: z.array(z.int().min(0)).optional(),
  /** A series to add at the end. */
  added: NewSeries.optional(),
});

/** What changes about a tile; what it does not name stays as it is. */
export type TileChanges = z.output<typeof TileChanges>;

/** One edit of a dashboard. What it does not name stays as it is. */
export const DashboardEdit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("describe"),
    name: z.string().optional(),
    tags: z.array(z.string()).optional(),
  }),
  z.object({ kind: z.literal("add-tile"), tile: NewTile }),
  z.object({ kind: z.literal("change-tile"), tileId: z.string(), changes: TileChanges }),
  z.object({ kind: z.literal("remove-tile"), tileId: z.string() }),
]);
export type DashboardEdit = z.output<typeof DashboardEdit>;

/** The body that writes a dashboard back unchanged. Its id is in the address. */
export function dashboardBody({ id: _id, name, tiles, ...others }: Dashboard): DashboardBody {
  return { name: name ?? "", tiles: tiles ?? [], ...others };
}

/** The body that replaces a dashboard with an edited one. Fails as `conflict` if the tile or series is gone. */
export function applyDashboardEdit(dashboard: Dashboard, edit: DashboardEdit): DashboardBody {
  const body = dashboardBody(dashboard);
  const tiles = dashboard.tiles ?? [];
  switch (edit.kind) {
    case "describe": {
      const { name = body.name, tags } = edit;
      return { ...body, name, ...(tags ? { tags } : {}) };
    }
    case "add-tile":
      return { ...body, tiles: [...tiles, edit.tile] };
    case "change-tile":
      demandTile(dashboard, edit.tileId);
      return {
        ...body,
        tiles: tiles.map((tile) => (tile.id === edit.tileId ? changedTile(tile, edit) : tile)),
      };
    case "remove-tile":
      demandTile(dashboard, edit.tileId);
      return { ...body, tiles: tiles.filter(({ id }) => id !== edit.tileId) };
  }
}

/** Fails as `conflict` if a tile is no longer on a dashboard, or cannot be read. */
export function demandTile(dashboard: Dashboard, tileId: string): void {
  if (dashboard.tiles?.some(({ id }) => id === tileId)) return;
  if (unreadableTiles(dashboard).some((tile) => idOfUnreadable(tile) === tileId))
    throw new AppError("conflict", texts.tileUnreadable);
  throw new AppError("conflict", texts.tileGone);
}

function changedTile(tile: Tile, { changes }: { changes: TileChanges }): Tile {
  const { series: inSeries = [], removed = [], added, ...own } = changes;
  const changed = { ...tile, ...given(own) };
  if (inSeries.length + removed.length === 0 && !added) return changed;
  const series = [...(tile.series ?? [])];
  if (removed.some((index) => !series[index])) throw otherSeries();
  for (const { index, changes: wanted } of inSeries) {
    const before = series[index];
    if (!before) throw otherSeries();
    series[index] = changedSeries(before, wanted);
  }
  const kept = series.filter((_, index) => !removed.includes(index));
  return { ...changed, series: added ? [...kept, added] : kept };
}

function otherSeries(): AppError {
  return new AppError("conflict", texts.seriesChanged);
}

function changedSeries(series: Series, { groupBy, ...own }: SeriesChanges): Series {
  const { groupBy: groupedBefore, ...ungrouped } = series;
  if (groupBy === null) return { ...ungrouped, ...given(own) };
  if (groupBy === undefined) return { ...series, ...given(own) };
  return { ...series, ...given(own), groupBy: regrouped(groupedBefore, groupBy) };
}

/** Drops fields that are undefined, because spreading one would delete the present value. */
function given<Fields extends object>(fields: Fields): Partial<Fields> {
  const known: Partial<Fields> = { ...fields };
  for (const [name, value] of Object.entries(fields))
    if (value === undefined) Reflect.deleteProperty(known, name);
  return known;
}

/**
 * True if an edit of the seen dashboard is already in the present one, whoever made it. An added tile counts only if we
 * may have written it: someone else's may have the name and position that the form proposes to everyone.
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
      // Adding or removing once more would be another change, so only our own write may have done it.
      return mayBeWritten && isTileAsWanted(now, seen, edit);
    }
    case "describe":
      return changesNothing(now, edit);
  }
}

/** True if a tile is now as a change makes it of the seen one. */
function isTileAsWanted(
  now: Dashboard,
  seen: Dashboard,
  edit: Extract<DashboardEdit, { kind: "change-tile" }>,
): boolean {
  const wanted = ifFits(seen, edit)?.tiles.find(({ id }) => id === edit.tileId);
  const there = now.tiles?.find(({ id }) => id === edit.tileId);
  if (!wanted || !there || !isLike(there, wanted)) return false;
  return (there.asRatio ?? false) === (wanted.asRatio ?? false);
}

function changesNothing(now: Dashboard, edit: DashboardEdit): boolean {
  const edited = ifFits(now, edit);
  return edited !== undefined && isDeepStrictEqual(asJson(edited), asJson(dashboardBody(now)));
}

/** The body that replaces a dashboard with an edited one. Undefined if the tile or series is gone. */
export function ifFits(dashboard: Dashboard, edit: DashboardEdit): DashboardBody | undefined {
  try {
    return applyDashboardEdit(dashboard, edit);
  } catch (error) {
    if (isAppError(error, "conflict")) return undefined;
    throw error;
  }
}

/** Compares only fields that every server version echoes unchanged; newer ones rename the rest. */
function isLike(tile: Tile, sent: Tile): boolean {
  const isPlacedSo = isDeepStrictEqual(nameAndPosition(tile), nameAndPosition(sent));
  return isPlacedSo && (!tile.series || showsSame(tile.series, sent.series ?? []));
}

/** The fields of a tile that every server version echoes unchanged. */
export function nameAndPosition({ name, x, y, w, h }: Tile) {
  return [name, x, y, w, h];
}

/** Compares the texts that both have: servers add fields to a series, or keep some in another shape. */
function showsSame(there: readonly Series[], sent: readonly Series[]): boolean {
  if (there.length !== sent.length) return false;
  return sent.every((one, index) =>
    Object.entries(one).every(([field, value]) => {
      const kept: unknown = there[index]?.[field];
      return typeof kept !== "string" || typeof value !== "string" || kept === value;
    }),
  );
}
