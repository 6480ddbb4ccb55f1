import { median } from "../../../lib/median.ts";
import type { PlacedTile } from "./placement.ts";

/** A dashboard that is longer is drawn from its top: higher pictures are read by nobody. */
const mostGridPx = 1200;

/** How high tiles are drawn: the one in the middle, the highest and the lowest, as is good and as there is need. */
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
 * How high a row is, in px, and how many rows are drawn. Grids have low rows or high ones, and no server says which:
 * tiles are as high as is good to read, and keep their heights beside each other.
 */
export function gridScale(tiles: readonly PlacedTile[], rows: number): { rowPx: number; rows: number } {
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
