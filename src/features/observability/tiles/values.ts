import type { FormState, FormValues } from "../../../platform/forms/form.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { groupsInForm } from "../dashboards/groups.ts";
import type { Series } from "./series-choices.ts";
import { hasOwnSeries } from "./format-tile.ts";
import { readIn, inputText } from "../dashboards/form-facts.ts";

/** A form's facts that are about a tile, once it is read; undefined until then, and for a new one. */
export function readTileIn(state: Pick<FormState, "facts">) {
  const read = readIn(state);
  const tile = read?.dashboard.tiles?.find(({ id }) => id === read.tileId);
  return read && tile && { ...read, tile };
}

/** The tile that a form is about. */
export function tileIn(state: Pick<FormState, "facts">): Tile | undefined {
  return readTileIn(state)?.tile;
}

/** Which of the tile's series is changed, from 0. */
export function seriesIndexIn({ values }: Pick<FormState, "values">): number {
  const { series } = values;
  return typeof series === "number" ? series : 0;
}

/** As many of a tile's series can be changed in its form. */
export const mostSeries = 10;

/** What is asked of each series. */
export const seriesFieldNames = ["type", "dataSource", "aggFn", "where", "groupBy"] as const;

/** A field of one of the series: each has its own, so that what is typed for one is never taken for another. */
export function seriesField(field: (typeof seriesFieldNames)[number], index: SeriesIndex): string {
  return `${field}${index}`;
}

/** Where a series stands, from 0; `New` for one that is added. */
export type SeriesIndex = number | "New";

/** The toggle that takes one of a tile's series out. */
export function removeField(index: number): string {
  return `remove${index}`;
}

/** What a form shows of a tile; what its inputs would not take is left out, and so left as it is. */
export function tileValues(tile: Tile): FormValues {
  return {
    name: inputText(tile.name),
    column: countedFromOne(tile.x),
    row: countedFromOne(tile.y),
    width: tile.w ?? undefined,
    height: tile.h ?? undefined,
    ...(hasOwnSeries(tile)
      ? { series: 0, asRatio: tile.asRatio === true || undefined, ...allSeriesValues(tile) }
      : {}),
  };
}

function allSeriesValues({ series }: Tile): FormValues {
  const shown = (series ?? []).slice(0, mostSeries).flatMap((one, index) => seriesValues(one, index));
  return Object.fromEntries(shown);
}

function seriesValues(
  { type, dataSource, aggFn, where, groupBy }: Series,
  index: number,
): [string, unknown][] {
  return [
    [seriesField("type", index), type ?? undefined],
    [seriesField("dataSource", index), dataSource ?? undefined],
    [seriesField("aggFn", index), aggFn ?? undefined],
    [seriesField("where", index), inputText(where)],
    [seriesField("groupBy", index), groupsText(groupBy)],
  ];
}

/** Groups as an input shows them: between commas. */
export function groupsText(groupBy: Series["groupBy"]): string {
  return inputText(groupsInForm(groupBy));
}

function countedFromOne(cell: number | null | undefined): number | undefined {
  return typeof cell === "number" ? cell + 1 : undefined;
}
