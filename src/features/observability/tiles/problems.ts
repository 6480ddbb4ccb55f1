import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { type TileChanges, cellsIn } from "./changes.ts";
import { filterProblem, isFreeText } from "../dashboards/form-facts.ts";
import { seriesField, seriesIndexIn } from "./values.ts";
import type { KnownBlock } from "@slack/types";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint } from "../../../platform/blocks/text.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { formatList, truncate } from "../../../lib/text.ts";
import { nameOfTile } from "./format-tile.ts";

const mostNames = 3;

/** What is worth knowing of what stands in a tile's form, and is no mistake. */
export function tileHints(values: FormValues, { tiles }: Dashboard, tile?: Tile): KnownBlock[] {
  const index = seriesIndexIn({ values });
  const where = isSqlFilter(tile, index) ? "" : textIn(values, seriesField("where", index));
  const under = tileUnder(values, tile);
  const others = (tiles ?? []).filter((other) => other !== tile && other.id !== (tile?.id ?? ""));
  return [
    ...(isFreeText(where) ? [smallPrint(freeText(where))] : []),
    ...overlapHint(others.flatMap((other, index) => (overlaps(under, other) ? [{ other, index }] : []))),
  ];
}

function freeText(where: string): string {
  return `The filter ${code(truncate(where, 60))} names no field, so it is looked for in all text. With a field it is ${code("field:value")}.`;
}

function overlapHint(found: readonly { other: Tile; index: number }[]): KnownBlock[] {
  if (found.length === 0) return [];
  const names = found.slice(0, mostNames).map(({ other }) => `“${escapeName(nameOfTile(other))}”`);
  const more = found.length - names.length;
  const all = formatList([...names, ...(more > 0 ? [`${more} more`] : [])]);
  return [smallPrint(`Where it stands, it overlaps ${all}.`)];
}

function tileUnder(values: FormValues, tile: Tile | undefined): Tile {
  return { ...tile, ...cellsIn(values) };
}

function overlaps(one: Tile, other: Tile): boolean {
  return meet(one.x, one.w, other.x, other.w) && meet(one.y, one.h, other.y, other.h);
}

function meet(...spans: (number | null | undefined)[]): boolean {
  const [from = 0, size = 0, otherFrom = 0, otherSize = 0] = spans.map((span) => span ?? Number.NaN);
  return from < otherFrom + otherSize && otherFrom < from + size;
}

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
function isSqlFilter(tile: Tile | undefined, index: number): boolean {
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
