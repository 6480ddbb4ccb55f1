import { formatList, plural } from "../../../lib/text.ts";
import { type PlacedTile, placementOf, rowsOf } from "./placement.ts";
import type { TileFacts, TilesFacts } from "../facts.ts";
import { median } from "../../../lib/median.ts";

/** A dashboard with few enough tiles to tell apart, and words about the rest. */
export interface DrawnTiles {
  columns: number;
  rows: number;
  rowPx: number;
  /** In drawing order. A tile that continues below the picture is cut. */
  tiles: readonly DrawnTile[];
  /** As in "6 tiles, 3 with an alert, 1 of them firing". */
  summary: string;
  /** What the picture does not show. Undefined if it shows everything. */
  note: string | undefined;
}

/** A tile, and the number of earlier tiles that lie under it. */
export interface DrawnTile extends PlacedTile {
  over: number;
}

/** More tiles look alike. */
const mostTiles = 60;

/** A tile is drawn if at least this much of it is within the picture. */
const leastSeenPx = 64;

/** Prepares a dashboard's tiles: those at the top, up to 60, each on cells of the grid. */
export function drawnTiles({ tiles }: Pick<TilesFacts, "tiles">): DrawnTiles {
  const placement = placementOf(tiles);
  const first = topmost(placement.tiles);
  const { rows: most, rowPx } = gridScale(first, rowsOf(first));
  const seen = first
    .filter(({ y, h }) => y + Math.min(h, leastSeenPx / rowPx) <= most)
    .map((tile) => ({ ...tile, h: Math.min(tile.h, most - tile.y) }));
  const drawn = seen.map((tile, index) => ({ ...tile, over: overlaps(tile, seen.slice(0, index)) }));
  const covered = seen.filter((tile, index) => overlaps(tile, seen.slice(index + 1)) > 0).length;
  return {
    columns: placement.columns,
    rows: rowsOf(drawn),
    rowPx,
    tiles: drawn,
    summary: summaryOf(tiles),
    note: noteOf(tiles.length - drawn.length, covered),
  };
}

/** The tiles nearest to the top, in drawing order. */
function topmost(tiles: readonly PlacedTile[]): PlacedTile[] {
  const chosen = new Set(tiles.toSorted((a, b) => a.y - b.y || a.x - b.x).slice(0, mostTiles));
  return tiles.filter((tile) => chosen.has(tile));
}

function overlaps(tile: PlacedTile, others: readonly PlacedTile[]): number {
  return others.filter(
    ({ x, y, w, h }) => x < tile.x + tile.w && tile.x < x + w && y < tile.y + tile.h && tile.y < y + h,
  ).length;
}

function summaryOf(tiles: readonly TileFacts[]): string {
  const alerting = tiles.filter(({ alerting }) => alerting !== undefined).length;
  const firing = tiles.filter(({ alerting }) => alerting === "firing").length;
  const parts = [plural(tiles.length, "tile")];
  if (alerting > 0) parts.push(`${alerting} with an alert`);
  if (firing > 0) parts.push(alerting === 1 ? "firing" : `${firing} of them firing`);
  return parts.join(", ");
}

function noteOf(left: number, covered: number): string | undefined {
  const notes = [
    ...(left > 0 ? [`${plural(left, "more tile")} further down ${left === 1 ? "is" : "are"} not drawn`] : []),
    ...(covered > 0
      ? [`${plural(covered, "tile")} ${covered === 1 ? "lies" : "lie"} partly under others`]
      : []),
  ];
  return notes.length === 0 ? undefined : `${formatList(notes)}.`;
}

/** Of a longer dashboard the top is drawn. */
const mostGridPx = 1200;

/** Good and least heights of the median tile, the highest and the lowest. */
const tilePx = {
  middle: 160,
  highest: 220,
  low: 110,
  aboveLow: 260,
  leastMiddle: 68,
  leastLow: 74,
  lowest: 40,
};

/**
 * The height of a row in px, and the number of drawn rows. Grids have low or high rows, and no server says which, so
 * tiles get a legible height and keep their proportions.
 */
function gridScale(tiles: readonly PlacedTile[], rows: number): { rowPx: number; rows: number } {
  const heights = tiles.map(({ h }) => h);
  const middle = median(heights) ?? 1;
  const lowest = Math.min(...heights, middle);
  const highest = Math.max(...heights, middle);
  const good = Math.max(
    Math.min(tilePx.middle / middle, tilePx.highest / highest),
    Math.min(tilePx.low / lowest, tilePx.aboveLow / highest),
    tilePx.leastLow / lowest,
  );
  const least = Math.min(good, Math.max(tilePx.leastMiddle / middle, tilePx.lowest / lowest));
  const rowPx = Math.max(least, Math.min(good, mostGridPx / Math.max(1, rows)));
  return { rowPx, rows: Math.min(rows, Math.max(1, Math.floor(mostGridPx / rowPx))) };
}
