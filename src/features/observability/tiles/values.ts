import type { FormState, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import type { TileChanges } from "../dashboards/edit.ts";
import { readIn } from "../dashboards/form.ts";
import { inputText } from "../names.ts";
import { hasOwnSeries } from "./format-tile.ts";
import { type Series, groupsInForm, mostSeries } from "./series.ts";

/** The facts of a form about a tile, once they are read; undefined until then, and for a new tile. */
export function readTileIn(state: Pick<FormState, "facts">) {
  const read = readIn(state);
  const tile = read?.dashboard.tiles?.find(({ id }) => id === read.tileId);
  return read && tile && { ...read, tile };
}

/** The tile that a form is about. */
export function tileIn(state: Pick<FormState, "facts">): Tile | undefined {
  return readTileIn(state)?.tile;
}

/** The index of the tile's series to change, from 0. */
export function seriesIndexIn({ values }: Pick<FormState, "values">): number {
  const { series } = values;
  return typeof series === "number" ? series : 0;
}

const chosenFields = ["type", "dataSource", "aggFn"] as const;

/** The fields of each series. */
export const seriesFieldNames = [...chosenFields, "where", "groupBy"] as const;

/** The index of a series from 0; `New` for one to add. */
export type SeriesIndex = number | "New";

/** A field of one series. Each series has fields of its own, so their texts are not mixed up. */
export function seriesField(field: (typeof seriesFieldNames)[number], index: SeriesIndex): string {
  return `${field}${index}`;
}

/** The toggle that removes one of a tile's series. */
export function removeField(index: number): string {
  return `remove${index}`;
}

/** The fields of a tile's position and size, and the number that people call its first cell. */
const cells = [
  { cell: "x", field: "column", first: 1 },
  { cell: "y", field: "row", first: 1 },
  { cell: "w", field: "width", first: 0 },
  { cell: "h", field: "height", first: 0 },
] as const;

/** The fields of a tile's position and size. */
export const cellFields = cells.map(({ field }) => field);

/** The typed position and size, counted from 0 as servers do. Empty fields are left out. */
export function cellsIn(values: FormValues): Partial<Record<(typeof cells)[number]["cell"], number>> {
  return Object.fromEntries(
    cells.flatMap(({ cell, field, first }) => {
      const value = values[field];
      return typeof value === "number" ? [[cell, value - first]] : [];
    }),
  );
}

/** The first values of a tile's form. It leaves out what its inputs would not take: that stays as it is. */
export function tileValues(tile: Tile): FormValues {
  const position = cells.map(({ cell, field, first }) => {
    const shown = (tile[cell] ?? NaN) + first;
    return [field, Number.isSafeInteger(shown) && shown >= 1 ? shown : undefined];
  });
  const series = (tile.series ?? []).slice(0, mostSeries).flatMap((one, index) => seriesValues(one, index));
  return {
    name: inputText(tile.name),
    ...Object.fromEntries(position),
    ...(hasOwnSeries(tile)
      ? { series: 0, asRatio: tile.asRatio === true || undefined, ...Object.fromEntries(series) }
      : {}),
  };
}

function seriesValues(series: Series, index: number): [string, unknown][] {
  return [
    ...chosenFields.map((field): [string, unknown] => [
      seriesField(field, index),
      series[field] ?? undefined,
    ]),
    [seriesField("where", index), inputText(series.where)],
    [seriesField("groupBy", index), groupsText(series.groupBy)],
  ];
}

/** Groups as an input shows them: between commas. */
function groupsText(groupBy: Series["groupBy"]): string {
  return inputText(groupsInForm(groupBy));
}

function groupsInText(text: string): string[] {
  const groups = text.split(",").map((group) => group.trim());
  return [...new Set(groups.filter((group) => group !== ""))];
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

/** What changed about a tile in its form. What was left as shown changes nothing. */
export function tileChanges(values: FormValues, tile: Tile): TileChanges {
  const own = hasOwnSeries(tile) ? (tile.series ?? []).slice(0, mostSeries) : [];
  const removed = [...own.keys()].filter((index) => values[removeField(index)] === true);
  const series = own.flatMap((one, index) => {
    const changes = seriesChanges(values, one, index);
    return removed.includes(index) || Object.keys(changes).length === 0 ? [] : [{ index, changes }];
  });
  const name = textIn(values, "name");
  const isRatio = values["asRatio"] === true;
  const moved = Object.entries(cellsIn(values)).filter(([cell, value]) => value !== tile[cell]);
  return {
    ...(name === inputText(tile.name) ? {} : { name }),
    ...Object.fromEntries(moved),
    ...(hasOwnSeries(tile) && isRatio !== (tile.asRatio === true) ? { asRatio: isRatio } : {}),
    ...(series.length > 0 ? { series } : {}),
    ...(removed.length > 0 ? { removed } : {}),
    ...(hasOwnSeries(tile) && values["addSeries"] === true ? { added: seriesIn(values, "New") } : {}),
  };
}

type SeriesChanges = NonNullable<TileChanges["series"]>[number]["changes"];

function seriesChanges(values: FormValues, series: Series, index: number): SeriesChanges {
  const typed = (field: (typeof seriesFieldNames)[number]) => textIn(values, seriesField(field, index));
  const chosen = chosenFields.filter(
    (field) => typed(field) !== "" && typed(field) !== (series[field] ?? ""),
  );
  return {
    ...Object.fromEntries(chosen.map((field) => [field, typed(field)])),
    ...(typed("where") === inputText(series.where) ? {} : { where: typed("where") }),
    ...groupsChange(typed("type"), typed("groupBy"), series),
  };
}

/** Series over time have a list of groups, which may be empty. Numbers have none. Other types are unknown. */
function groupsChange(type: string, typed: string, { type: before, groupBy }: Series): SeriesChanges {
  const isNewType = type !== (before ?? "");
  if (type === "number") return isNewType && groupBy != null ? { groupBy: null } : {};
  if (type !== "time" || groupsInForm(groupBy) === undefined) return {};
  const isSame = typed === groupsText(groupBy) && !(isNewType && groupBy == null);
  return isSame ? {} : { groupBy: groupsInText(typed) };
}
