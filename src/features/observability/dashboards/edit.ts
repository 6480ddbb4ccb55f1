import { z } from "zod";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import { AppError } from "../../../lib/errors.ts";
import { idOfUnreadable } from "../../../lib/unreadable.ts";
import type { DashboardBody } from "../observability-client.ts";
import { regrouped } from "./groups.ts";

/** A series as a new tile has it; what the form does not know is kept where it comes from another tile. */
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
  /** `null` takes it out. */
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
  /** Those of its series that change, by where they stand among them, from 0. */
  series: z.array(z.object({ index: z.int().min(0), changes: SeriesChanges })).optional(),
  /** Those that go, by where they stand before anything goes. */
  removed: z.array(z.int().min(0)).optional(),
  /** One that comes after the others. */
  added: NewSeries.optional(),
});
type TileChanges = z.output<typeof TileChanges>;

/** One thing that a person changes about a dashboard; what it does not name stays as it is. */
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

type Tile = NonNullable<Dashboard["tiles"]>[number];
type Series = NonNullable<Tile["series"]>[number];

/** A dashboard as it is written back unchanged: all that was read but its id, which the address has. */
export function dashboardBody({ id: _id, name, tiles, ...others }: Dashboard): DashboardBody {
  return { name: name ?? "", tiles: tiles ?? [], ...others };
}

/** What a dashboard is replaced with so that this alone changes; fails as `conflict` where the tile or series is gone. */
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

/** Fails as `conflict` for a tile that is not on a dashboard any more, or cannot be read. */
export function demandTile(dashboard: Dashboard, tileId: string): void {
  if (dashboard.tiles?.some(({ id }) => id === tileId)) return;
  if (unreadableTiles(dashboard).some((tile) => idOfUnreadable(tile) === tileId))
    throw new AppError(
      "conflict",
      "What the server says of this tile is in a form not known here. Change it in the server's own console.",
    );
  throw new AppError("conflict", "This tile is not on the dashboard any more: it was removed meanwhile.");
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
  return new AppError("conflict", "The series of this tile have changed: open it again.");
}

function changedSeries(series: Series, { groupBy, ...own }: SeriesChanges): Series {
  const { groupBy: groupedBefore, ...ungrouped } = series;
  if (groupBy === null) return { ...ungrouped, ...given(own) };
  if (groupBy === undefined) return { ...series, ...given(own) };
  return { ...series, ...given(own), groupBy: regrouped(groupedBefore, groupBy) };
}

/** JSON has no `undefined`, and to spread one would lose what was there. */
function given<Fields extends object>(fields: Fields): Partial<Fields> {
  const known: Partial<Fields> = { ...fields };
  for (const [name, value] of Object.entries(fields))
    if (value === undefined) Reflect.deleteProperty(known, name);
  return known;
}
