import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { filterProblem } from "../dashboards/filter-problem.ts";
import type { TileChanges } from "./changes.ts";
import { seriesField, seriesIndexIn } from "./in-form.ts";

// Of running servers; the specification names none.
const mostColumns = 24;

const cellFields = ["column", "row", "width", "height"];

/** What is wrong with the numbers and the filter of a tile, of what is changed; what the tile has already is never refused. */
export function tileProblems(values: FormValues, changes: TileChanges, tile?: Tile): FormProblem[] {
  const { x = tile?.x ?? 0, w = tile?.w ?? 1 } = changes;
  const isMoved = changes.x !== undefined || changes.w !== undefined;
  return [
    ...cellFields.flatMap((field) => numberProblem(values, field)),
    ...(isMoved && x + w > mostColumns ? [tooFarRight(x, w)] : []),
    ...(changes.series ?? []).flatMap((change) => whereProblem(change, values, tile)),
    ...addedProblem(changes),
    ...countProblems(changes, tile),
  ];
}

function addedProblem({ added }: TileChanges): FormProblem[] {
  const message = filterProblem(added?.where ?? "");
  return message === undefined ? [] : [{ field: seriesField("where", "New"), message }];
}

/** A tile shows something, and a ratio is of two. */
function countProblems({ added, removed = [], asRatio }: TileChanges, tile: Tile | undefined): FormProblem[] {
  const count = (tile?.series?.length ?? 1) - removed.length + (added ? 1 : 0);
  const isCounted = added !== undefined || removed.length > 0;
  const isChanged = isCounted || asRatio === true;
  const needsTwo = isChanged && (asRatio ?? tile?.asRatio === true) && count !== 2;
  return [
    ...(isCounted && count === 0
      ? [{ field: "addSeries", message: "A tile keeps at least one series. Leave one, or add another." }]
      : []),
    ...(needsTwo
      ? [{ field: "asRatio", message: `A ratio takes two series, and this tile would have ${count}.` }]
      : []),
  ];
}

/** True where the filter of one of a tile's series is SQL, whose rules are other ones. */
export function isSqlFilter(tile: Tile | undefined, index: number): boolean {
  return tile?.series?.[index]?.["whereLanguage"] === "sql";
}

function numberProblem(values: FormValues, field: string): FormProblem[] {
  const value = values[field];
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1)) return [];
  return [{ field, message: "Write a whole number, 1 or more." }];
}

function tooFarRight(x: number, w: number): FormProblem {
  const field = x >= mostColumns ? "column" : "width";
  return {
    field,
    message: `There are ${mostColumns} columns, and this tile would end in column ${x + w}.`,
  };
}

function whereProblem(
  { index, changes }: NonNullable<TileChanges["series"]>[number],
  values: FormValues,
  tile: Tile | undefined,
): FormProblem[] {
  const message = isSqlFilter(tile, index) ? undefined : filterProblem(changes.where ?? "");
  if (message === undefined) return [];
  // A field that does not show can bear no message.
  return index === seriesIndexIn({ values })
    ? [{ field: seriesField("where", index), message }]
    : [{ field: "series", message: `The filter of series ${index + 1} cannot be read. ${message}` }];
}

/** What a tile must have to be a new one. */
export function newTileProblems(values: FormValues): FormProblem[] {
  return textIn(values, "name") === ""
    ? [{ field: "name", message: "Give it a name, such as Errors by host." }]
    : [];
}
