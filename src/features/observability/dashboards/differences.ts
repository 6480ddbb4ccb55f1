import { isDeepStrictEqual } from "node:util";
import { escapeName } from "../../../platform/blocks/escape.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { asJson } from "../../../lib/json.ts";
import type { DashboardBody } from "../observability-client.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { type Difference, fieldDifference, somethingElse } from "../changes/format-change.ts";
import type { Series } from "../tiles/series.ts";

type State = Dashboard | DashboardBody;

/** True if a dashboard is as it was seen, apart from the server's own fields. */
export function isSameDashboard(now: Dashboard, seen: Dashboard): boolean {
  return isDeepStrictEqual(contentOf(now), contentOf(seen));
}

/** The differences between two states of a dashboard, for people. */
export function dashboardDifferences(before: State, after: State): Difference[] {
  const { id: _a, name, tags, tiles, ...others } = contentOf(before);
  const { id: _b, name: nameAfter, tags: tagsAfter, tiles: tilesAfter, ...othersAfter } = contentOf(after);
  return [
    ...(isDeepStrictEqual(name, nameAfter) ? [] : [fieldDifference("Name", "name", name, nameAfter)]),
    ...(isDeepStrictEqual(tags, tagsAfter) ? [] : [fieldDifference("Tags", "tags", tags, tagsAfter)]),
    ...listDifferences(tiles ?? [], tilesAfter ?? []),
    ...(isDeepStrictEqual(others, othersAfter) ? [] : [somethingElse]),
  ];
}

function contentOf({ updatedAt: _times, ...content }: State): State {
  return asJson(content);
}

function listDifferences(before: readonly Tile[], after: readonly Tile[]): Difference[] {
  const [old, present] = [byId(before), byId(after)];
  const removed = before.filter(({ id }) => !present.has(id));
  const added = after.filter(({ id }) => !old.has(id));
  const kept = after.filter(({ id }) => old.has(id));
  const inOldOrder = before.filter(({ id }) => present.has(id));
  const isReordered = !isDeepStrictEqual(kept.map(idOf), inOldOrder.map(idOf));
  return [
    ...kept.flatMap((tile) => tileDifferences(old.get(tile.id) ?? tile, tile)),
    ...added.map((tile) => ({
      what: `Tile ${named(tile)} was added`,
      field: { name: "tile", after: tile.name ?? "without a name" },
    })),
    ...removed.map((tile) => ({
      what: `Tile ${named(tile)} was removed`,
      field: { name: "tile", before: tile.name ?? "without a name" },
    })),
    ...(isReordered ? [{ what: "The tiles stand in another order" }] : []),
  ];
}

function byId(tiles: readonly Tile[]): ReadonlyMap<Tile["id"], Tile> {
  return new Map(tiles.map((tile) => [tile.id, tile]));
}

function idOf({ id }: Tile): Tile["id"] {
  return id;
}

function named({ name }: Tile): string {
  return name ? `“${escapeName(name)}”` : "without a name";
}

/** The named fields of a tile. Columns and rows are counted from 1. */
const words: Readonly<Record<string, { label: string; shown?: (value: unknown) => unknown }>> = {
  name: { label: "name" },
  x: { label: "first column", shown: fromOne },
  y: { label: "first row", shown: fromOne },
  w: { label: "width" },
  h: { label: "height" },
  asRatio: { label: "as ratio" },
};

const seriesWords: Readonly<Record<string, { label: string }>> = {
  type: { label: "type" },
  dataSource: { label: "data source" },
  aggFn: { label: "aggregation" },
  where: { label: "filter" },
  groupBy: { label: "group by" },
};

/** The differences between two states of one tile, for people. */
function tileDifferences(before: Tile, after: Tile): Difference[] {
  const { series, ...own } = before;
  const { series: seriesAfter, ...ownAfter } = after;
  const found = [
    ...fieldDifferences(own, ownAfter, words),
    ...allSeriesDifferences(series ?? [], seriesAfter ?? []),
  ];
  // If the number of series differs, only that is said about them.
  const isCounted = (series ?? []).length !== (seriesAfter ?? []).length;
  const [rest, restAfter] = isCounted ? [own, ownAfter] : [before, after];
  const isKnown = isDeepStrictEqual(unworded(rest), unworded(restAfter));
  const tile = after.name ?? before.name ?? undefined;
  const called = tile ? `Tile “${escapeName(tile)}”` : "A tile without a name";
  const others = isKnown ? [] : [{ what: "something else that is not shown here" }];
  return [...found, ...others].map((difference) => ({
    ...difference,
    what: `${called}: ${difference.what}`,
    ...(tile ? { tile } : {}),
  }));
}

function fieldDifferences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  known: typeof words,
): Difference[] {
  return Object.entries(known).flatMap(([field, { label, shown = (value: unknown) => value }]) => {
    const [was, is] = [before[field], after[field]];
    return isDeepStrictEqual(was, is) ? [] : [fieldDifference(label, camel(label), shown(was), shown(is))];
  });
}

function allSeriesDifferences(before: readonly Series[], after: readonly Series[]): Difference[] {
  if (before.length !== after.length)
    return [fieldDifference("number of series", "numberOfSeries", before.length, after.length)];
  return after.flatMap((series, index) =>
    fieldDifferences(before[index] ?? {}, series, seriesWords).map((difference) => ({
      ...difference,
      what: after.length === 1 ? difference.what : `${difference.what} of series ${index + 1}`,
    })),
  );
}

/** A tile without its named fields. */
function unworded({ series, ...tile }: Tile) {
  return [without(words, tile), series?.map((one) => without(seriesWords, one))];
}

function without(known: object, fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in known)));
}

function fromOne(value: unknown): unknown {
  return typeof value === "number" ? value + 1 : value;
}

/** "data source" as "dataSource". */
function camel(label: string): string {
  return label.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}
