import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint } from "../../../platform/blocks/text.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { FormProblem, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { shortList, truncate } from "../../../lib/text.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import type { TileChanges } from "../dashboards/edit.ts";
import * as texts from "./texts.ts";
import { nameOfTile } from "./format-tile.ts";
import { cellFields, cellsIn, seriesField, seriesIndexIn } from "./values.ts";

const mostNames = 3;

/** Hints below a tile's form that are not mistakes: a filter without a field, and the tiles that it overlaps. */
export function tileHints(values: FormValues, { tiles }: Dashboard, tile?: Tile): KnownBlock[] {
  const index = seriesIndexIn({ values });
  const where = isSqlFilter(tile, index) ? "" : textIn(values, seriesField("where", index));
  const moved = { ...tile, ...cellsIn(values) };
  const others = (tiles ?? []).filter((other) => other !== tile && other.id !== (tile?.id ?? ""));
  const overlapped = others.filter((other) => overlaps(moved, other));
  const names = overlapped.map((other) => `“${escapeName(nameOfTile(other))}”`);
  return [
    ...(isFreeText(where) ? [smallPrint(texts.freeText(truncate(where, 60)))] : []),
    ...(names.length === 0 ? [] : [smallPrint(texts.overlaps(shortList(names, mostNames)))]),
  ];
}

function overlaps(one: Tile, other: Tile): boolean {
  return meet(one.x, one.w, other.x, other.w) && meet(one.y, one.h, other.y, other.h);
}

function meet(...spans: (number | null | undefined)[]): boolean {
  const [from = 0, size = 0, otherFrom = 0, otherSize = 0] = spans.map((span) => span ?? Number.NaN);
  return from < otherFrom + otherSize && otherFrom < from + size;
}

// Of running servers; the specification names no number.
const mostColumns = 24;

/** Problems of the changed numbers and filters of a tile. Present values are never refused. */
export function tileProblems(values: FormValues, changes: TileChanges, tile?: Tile): FormProblem[] {
  const { x = tile?.x ?? 0, w = tile?.w ?? 1 } = changes;
  const isMoved = changes.x !== undefined || changes.w !== undefined;
  const added = filterProblem(changes.added?.where ?? "");
  return [
    ...cellFields.flatMap((field) => numberProblem(values, field)),
    ...(isMoved && x + w > mostColumns ? [tooFarRight(x, w)] : []),
    ...(changes.series ?? []).flatMap((change) => whereProblem(change, values, tile)),
    ...(added === undefined ? [] : [{ field: seriesField("where", "New"), message: added }]),
    ...countProblems(changes, tile),
  ];
}

/** A tile has at least one series, and a ratio has two. */
function countProblems({ added, removed = [], asRatio }: TileChanges, tile: Tile | undefined): FormProblem[] {
  const count = (tile?.series?.length ?? 1) - removed.length + (added ? 1 : 0);
  const isCounted = added !== undefined || removed.length > 0;
  const isChanged = isCounted || asRatio === true;
  const needsTwo = isChanged && (asRatio ?? tile?.asRatio === true) && count !== 2;
  return [
    ...(isCounted && count === 0 ? [{ field: "addSeries", message: texts.problems.noSeries }] : []),
    ...(needsTwo ? [{ field: "asRatio", message: texts.ratioNeedsTwo(count) }] : []),
  ];
}

/** True if the filter of a series is SQL, which has other rules. */
function isSqlFilter(tile: Tile | undefined, index: number): boolean {
  return tile?.series?.[index]?.["whereLanguage"] === "sql";
}

function numberProblem(values: FormValues, field: string): FormProblem[] {
  const value = values[field];
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1)) return [];
  return [{ field, message: texts.problems.wholeNumber }];
}

function tooFarRight(x: number, w: number): FormProblem {
  const field = x >= mostColumns ? "column" : "width";
  return {
    field,
    message: texts.tooFarRight(mostColumns, x + w),
  };
}

function whereProblem(
  { index, changes }: NonNullable<TileChanges["series"]>[number],
  values: FormValues,
  tile: Tile | undefined,
): FormProblem[] {
  const message = isSqlFilter(tile, index) ? undefined : filterProblem(changes.where ?? "");
  if (message === undefined) return [];
  // A hidden field cannot show a message.
  return index === seriesIndexIn({ values })
    ? [{ field: seriesField("where", index), message }]
    : [{ field: "series", message: texts.filterOfSeries(index + 1, message) }];
}

/** The mistake in a filter of terms such as `field:value`, for its writer; undefined if a server can read it. */
export function filterProblem(filter: string): string | undefined {
  const unescaped = filter.replace(/\\./g, "x");
  if (countOf(unescaped, '"') % 2 === 1) return texts.problems.quote;
  const bare = unescaped.replace(/"[^"]*"/g, "quoted");
  if (countOf(bare, "(") !== countOf(bare, ")")) return texts.problems.parentheses;
  for (const term of termsOf(bare)) {
    if (term.startsWith(":")) return texts.problems.noField;
    if (/^[^:]+:$/.test(term)) return texts.problems.noValue;
  }
  return undefined;
}

/** True for words that name no field. Servers search for them in all text. */
export function isFreeText(filter: string): boolean {
  return filter.trim() !== "" && !filter.includes(":");
}

/** The terms without signs and parentheses. A group after a colon is a value. */
function termsOf(bare: string): string[] {
  return bare
    .replaceAll(":(", ":group (")
    .split(/[\s()]+/)
    .flatMap((term) => term.replace(/^[-+!]/, "") || []);
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}
