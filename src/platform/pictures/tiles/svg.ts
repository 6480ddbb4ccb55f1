import type { TilesFacts } from "../facts.ts";
import { type Box, edgePx, framed, ink, picture, px, rect, textAt, titlePx } from "../svg.ts";
import { drawableText, fitText } from "../text.ts";
import { tileCard } from "./card.ts";
import { type DrawnTiles, drawnTiles } from "./drawn.ts";
import type { PlacedTile } from "./placement.ts";
import { boldWidth, fontPx } from "./styles.ts";

const headerPx = 92;
const notePx = 32;
const gapPx = 4;
/** Between the edge of the grid and its cells. */
const framePx = 6;

/** The top left corner of the first cell. */
const grid = { leftPx: edgePx + framePx, topPx: headerPx + framePx } as const;
/** Only some rows have a line if rows are lower than this. */
const leastRowPx = 28;

const innerPx = picture.widthPx - 2 * edgePx;

/** The dashboard's grid as an SVG, as high as its rows need and at most 1,400 px. */
export function tilesSvg(facts: TilesFacts): string {
  const drawn = drawnTiles(facts);
  const gridPx = drawn.rows * drawn.rowPx + 2 * framePx;
  const heightPx = Math.ceil(headerPx + gridPx + (drawn.note ? notePx : 0) + edgePx);
  const title = fitText(drawableText(facts.title, "Dashboard"), innerPx, titlePx * boldWidth, 0);
  return framed(heightPx, title, [
    textAt(edgePx, 73, `Layout of ${drawn.summary}`, { sizePx: fontPx.summary, fill: ink.label }),
    emptyGrid(drawn, gridPx),
    // The ground under a tile hides the lines around it.
    ...drawn.tiles.map((tile) => rect(boxOf(tile, drawn, -1), `fill="${ink.ground}"`)),
    // A tile over others is smaller, so their edges are visible.
    ...drawn.tiles.map((tile) =>
      tileCard(tile.tile, boxOf(tile, drawn, gapPx + Math.min(tile.over, 3) * 6, gapPx)),
    ),
    ...(drawn.note
      ? [textAt(edgePx, heightPx - edgePx - 1, drawn.note, { sizePx: fontPx.note, fill: ink.label })]
      : []),
  ]);
}

function columnPxOf({ columns }: DrawnTiles): number {
  return (innerPx - 2 * framePx) / columns;
}

/** Faint lines between cells, visible between tiles. */
function emptyGrid(drawn: DrawnTiles, gridPx: number): string {
  const ground: Box = { leftPx: edgePx, topPx: headerPx, widthPx: innerPx, heightPx: gridPx };
  const { leftPx, topPx } = grid;
  const rightPx = leftPx + innerPx - 2 * framePx;
  const bottomPx = topPx + drawn.rows * drawn.rowPx;
  const lines: string[] = [];
  for (let column = 1; column < drawn.columns; column += 1) {
    lines.push(`M${px(leftPx + column * columnPxOf(drawn))} ${px(topPx)}V${px(bottomPx)}`);
  }
  const every = Math.ceil(leastRowPx / drawn.rowPx);
  for (let row = every; row < drawn.rows; row += every) {
    lines.push(`M${px(leftPx)} ${px(topPx + row * drawn.rowPx)}H${px(rightPx)}`);
  }
  return `${rect(ground, `rx="10" fill="${ink.ground}"`)}\n<path d="M0 0${lines.join("")}" stroke="${ink.line}" fill="none"/>`;
}

/** A tile's cells, smaller by so many px at the top left and the bottom right. */
function boxOf({ x, y, w, h }: PlacedTile, drawn: DrawnTiles, startPx: number, endPx = startPx): Box {
  const columnPx = columnPxOf(drawn);
  return {
    leftPx: grid.leftPx + x * columnPx + startPx,
    topPx: grid.topPx + y * drawn.rowPx + startPx,
    widthPx: Math.max(1, w * columnPx - endPx - startPx),
    heightPx: Math.max(1, h * drawn.rowPx - endPx - startPx),
  };
}
