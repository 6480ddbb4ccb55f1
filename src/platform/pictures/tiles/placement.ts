import { median } from "../../../lib/median.ts";
import type { TileFacts } from "../facts.ts";

/** A tile with its cells, counted from 0. They are whole and within the grid. */
export interface PlacedTile {
  tile: TileFacts;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Tiles on a grid. Two tiles may have the same cells. */
interface Placement {
  columns: 12 | 24;
  /** In drawing order. */
  tiles: readonly PlacedTile[];
}

// Consoles have no higher tiles and no longer dashboards, so larger numbers are mistakes.
const mostRowsOfTile = 24;
const mostRows = 1_000_000;

const usualHeight = 3;

/**
 * Puts tiles on their console's grid, whatever their numbers are. Rounds fractions, moves tiles in from outside, gives
 * a usual size to those without one, and puts those without a position below all others. Keeps one of several empty rows.
 */
export function placementOf(tiles: readonly TileFacts[]): Placement {
  const columns = tiles.some(isBeyondTwelve) ? 24 : 12;
  const given = tiles.filter((tile) => isNumber(tile.x) && isNumber(tile.y));
  const lost = tiles.filter((tile) => !isNumber(tile.x) || !isNumber(tile.y));
  const height = median(given.map(({ h }) => h ?? 0).filter(isSize)) ?? usualHeight;
  const sized = (tile: TileFacts) => placed(tile, columns, height);
  const fixed = closedUp(given.map(sized));
  return {
    columns,
    tiles: [...fixed, ...inRows(lost.map(sized), columns, rowsOf(fixed))],
  };
}

/** Grids have 12 or 24 columns, and no server says how many. One tile that needs more than 12 shows it. */
function isBeyondTwelve({ x, w }: TileFacts): boolean {
  if (!isNumber(x) || x >= 24) return false;
  return x >= 12 || (isSize(w) && w <= 24 && x + w > 12);
}

function placed(tile: TileFacts, columns: number, usualRows: number): PlacedTile {
  const w = isSize(tile.w) ? whole(tile.w, 1, columns) : columns / 2;
  const h = whole(isSize(tile.h) ? tile.h : usualRows, 1, mostRowsOfTile);
  return { tile, x: whole(tile.x, 0, columns - w), y: whole(tile.y, 0, mostRows), w, h };
}

function closedUp(tiles: readonly PlacedTile[]): PlacedTile[] {
  const rowsOut = new Map<PlacedTile, number>();
  let end = 0;
  let out = 0;
  for (const tile of tiles.toSorted((a, b) => a.y - b.y)) {
    out += Math.max(0, tile.y - end - 1);
    rowsOut.set(tile, out);
    end = Math.max(end, tile.y + tile.h);
  }
  return tiles.map((tile) => ({ ...tile, y: tile.y - (rowsOut.get(tile) ?? 0) }));
}

/** Fills row after row. */
function inRows(tiles: readonly PlacedTile[], columns: number, top: number): PlacedTile[] {
  let [x, y, below] = [0, top, top];
  return tiles.map((tile) => {
    if (x + tile.w > columns) [x, y] = [0, below];
    const moved = { ...tile, x, y };
    x += tile.w;
    below = Math.max(below, y + tile.h);
    return moved;
  });
}

/** The number of rows from the top of the grid to the end of the lowest tile. */
export function rowsOf(tiles: readonly PlacedTile[]): number {
  return tiles.reduce((rows, { y, h }) => Math.max(rows, y + h), 0);
}

function isNumber(value: number | null | undefined): value is number {
  return Number.isFinite(value);
}

function isSize(value: number | null | undefined): value is number {
  return isNumber(value) && value > 0;
}

function whole(value: number | null | undefined, least: number, most: number): number {
  return isNumber(value) ? Math.min(most, Math.max(least, Math.round(value))) : least;
}
