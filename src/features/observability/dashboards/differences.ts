import { isDeepStrictEqual } from "node:util";
import { escapeName } from "../../../platform/blocks/escape.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { asJson } from "../../../lib/json.ts";
import type { DashboardBody } from "../observability-client.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { tileDifferences } from "../tiles/differences.ts";
import { type Difference, fieldDifference, somethingElse } from "../changes/format-change.ts";

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
