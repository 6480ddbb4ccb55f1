import type { FormState } from "../../../platform/forms/form.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { readIn } from "../dashboards/form-facts.ts";

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
