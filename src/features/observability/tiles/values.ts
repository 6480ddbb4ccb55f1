import type { FormValues } from "../../../platform/forms/form.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { groupsInForm } from "../dashboards/groups.ts";
import type { Series } from "./series-choices.ts";
import { shownName } from "../dashboards/shown-name.ts";
import { mostSeries, seriesField } from "./in-form.ts";
import { hasOwnSeries } from "./format-tile.ts";

/** What a form shows of a tile; what its inputs would not take is left out, and so left as it is. */
export function tileValues(tile: Tile): FormValues {
  return {
    name: shownName(tile.name),
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
    [seriesField("where", index), shownName(where)],
    [seriesField("groupBy", index), groupsText(groupBy)],
  ];
}

/** Groups as an input shows them: between commas. */
export function groupsText(groupBy: Series["groupBy"]): string {
  return shownName(groupsInForm(groupBy));
}

function countedFromOne(cell: number | null | undefined): number | undefined {
  return typeof cell === "number" ? cell + 1 : undefined;
}
