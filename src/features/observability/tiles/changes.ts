import type { FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import type { DashboardEdit } from "../dashboards/edit.ts";
import { groupsInForm } from "../dashboards/groups.ts";
import type { Series } from "./series-choices.ts";
import { hasOwnSeries } from "./format-tile.ts";
import { inputText } from "../dashboards/form-facts.ts";
import { type SeriesIndex, groupsText, mostSeries, removeField, seriesField } from "./values.ts";

export type TileChanges = Extract<DashboardEdit, { kind: "change-tile" }>["changes"];
type SeriesChange = NonNullable<TileChanges["series"]>[number];
type SeriesChanges = SeriesChange["changes"];

/** What somebody changed of a tile in its form; what stands there as it did is not among it. */
export function tileChanges(values: FormValues, tile: Tile): TileChanges {
  const name = textIn(values, "name");
  const removed = removedSeries(values, tile);
  const series = allSeriesChanges(values, tile).filter(({ index }) => !removed.includes(index));
  const isRatio = values["asRatio"] === true;
  return {
    ...(name === inputText(tile.name) ? {} : { name }),
    ...cellsChanged(values, tile),
    ...(hasOwnSeries(tile) && isRatio !== (tile.asRatio === true) ? { asRatio: isRatio } : {}),
    ...(series.length > 0 ? { series } : {}),
    ...(removed.length > 0 ? { removed } : {}),
    ...(hasOwnSeries(tile) && values["addSeries"] === true ? { added: seriesIn(values, "New") } : {}),
  };
}

function removedSeries(values: FormValues, tile: Tile): number[] {
  const indexes = hasOwnSeries(tile) ? [...(tile.series ?? []).slice(0, mostSeries).keys()] : [];
  return indexes.filter((index) => values[removeField(index)] === true);
}

/** A series as a form's values make it, in the order of the specification. */
export function seriesIn(values: FormValues, index: SeriesIndex) {
  const type = textIn(values, seriesField("type", index)) || "time";
  return {
    type,
    dataSource: textIn(values, seriesField("dataSource", index)) || "events",
    aggFn: textIn(values, seriesField("aggFn", index)) || "count",
    where: textIn(values, seriesField("where", index)),
    ...(type === "time" ? { groupBy: groupsInText(textIn(values, seriesField("groupBy", index))) } : {}),
  };
}

/** A place and a size as they are typed, counted from 0 as servers do; what is left empty is left out. */
export function cellsIn(values: FormValues): Partial<Record<"x" | "y" | "w" | "h", number>> {
  const typed = {
    x: numberIn(values, "column", 1),
    y: numberIn(values, "row", 1),
    w: numberIn(values, "width"),
    h: numberIn(values, "height"),
  };
  return Object.fromEntries(Object.entries(typed).filter(([, cell]) => cell !== undefined));
}

/** The groups in a text, which stand between commas. */
function groupsInText(text: string): string[] {
  const groups = text.split(",").map((group) => group.trim());
  return [...new Set(groups.filter((group) => group !== ""))];
}

function cellsChanged(values: FormValues, tile: Tile): ReturnType<typeof cellsIn> {
  const { x, y, w, h } = cellsIn(values);
  return {
    ...(x === undefined || x === tile.x ? {} : { x }),
    ...(y === undefined || y === tile.y ? {} : { y }),
    ...(w === undefined || w === tile.w ? {} : { w }),
    ...(h === undefined || h === tile.h ? {} : { h }),
  };
}

function numberIn(values: FormValues, field: string, countedFrom = 0): number | undefined {
  const value = values[field];
  return typeof value === "number" ? value - countedFrom : undefined;
}

/** Of each that the form has, whichever shows at the moment. */
function allSeriesChanges(values: FormValues, tile: Tile): SeriesChange[] {
  if (!hasOwnSeries(tile)) return [];
  return (tile.series ?? []).slice(0, mostSeries).flatMap((series, index) => {
    const changes = seriesChanges(values, series, index);
    return Object.keys(changes).length === 0 ? [] : [{ index, changes }];
  });
}

function seriesChanges(values: FormValues, series: Series, index: number): SeriesChanges {
  return {
    ...chosen(values, "type", series, index),
    ...chosen(values, "dataSource", series, index),
    ...chosen(values, "aggFn", series, index),
    ...whereChanged(values, series, index),
    ...groupsChanged(values, series, index),
  };
}

function chosen(
  values: FormValues,
  field: "type" | "dataSource" | "aggFn",
  series: Series,
  index: number,
): SeriesChanges {
  const value = textIn(values, seriesField(field, index));
  return value === "" || value === (series[field] ?? "") ? {} : { [field]: value };
}

function whereChanged(values: FormValues, series: Series, index: number): SeriesChanges {
  const where = textIn(values, seriesField("where", index));
  return where === inputText(series.where) ? {} : { where };
}

/** Series over time have a list of groups, which may be empty; numbers have none. Of other types nothing is known. */
function groupsChanged(values: FormValues, series: Series, index: number): SeriesChanges {
  const type = textIn(values, seriesField("type", index));
  const isNewType = type !== (series.type ?? "");
  if (type === "number") return isNewType && series.groupBy != null ? { groupBy: null } : {};
  if (type !== "time" || groupsInForm(series.groupBy) === undefined) return {};
  const typed = textIn(values, seriesField("groupBy", index));
  const isSame = typed === groupsText(series.groupBy) && !(isNewType && series.groupBy == null);
  return isSame ? {} : { groupBy: groupsInText(typed) };
}
