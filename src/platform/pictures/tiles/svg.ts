import { drawableText, fitText } from "../drawable-text.ts";
import { type Box, card, picture, px, textAt } from "../svg.ts";
import { type DrawnTile, type DrawnTiles, drawnTiles } from "./drawn.ts";
import { boldWidth, fontPx, ink } from "./styles.ts";
import { tileCard } from "./card.ts";
import type { TilesFacts } from "./facts.ts";

const edgePx = 24;
const headerPx = 92;
const notePx = 32;
const gapPx = 4;
/** Between the edge of the grid and its cells. */
const framePx = 6;

/** Where its first cell begins. */
const grid = { leftPx: edgePx + framePx, topPx: headerPx + framePx } as const;
/** Lower rows have a line for some of them. */
const leastRowPx = 28;

const innerPx = picture.widthPx - 2 * edgePx;

/** The dashboard's grid as an SVG, as high as its rows need and at most 1,400 px, whatever its facts are. */
export function tilesSvg(facts: TilesFacts): string {
  const drawn = drawnTiles(facts);
  const gridPx = drawn.rows * drawn.rowPx + 2 * framePx;
  const heightPx = Math.ceil(headerPx + gridPx + (drawn.note ? notePx : 0) + edgePx);
  const title = fitText(drawableText(facts.title, "Dashboard"), innerPx, fontPx.title * boldWidth, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.widthPx}" height="${heightPx}" font-family="Inter">
<rect x="0.5" y="0.5" width="${picture.widthPx - 1}" height="${heightPx - 1}" rx="10" fill="#fff" stroke="#DDDFE3"/>
${textAt(edgePx, 46, title, { sizePx: fontPx.title, weight: 600, fill: ink.name })}
${textAt(edgePx, 73, drawn.summary, { sizePx: fontPx.summary, fill: ink.label })}
${emptyGrid(drawn, gridPx)}
${drawn.tiles.map((tile) => tileSvg(tile, drawn)).join("\n")}
${drawn.tiles.map((tile) => tileCard(tile.tile, boxOf(tile, drawn))).join("\n")}
${drawn.note ? textAt(edgePx, heightPx - edgePx - 1, drawn.note, { sizePx: fontPx.note, fill: ink.label }) : ""}
</svg>`;
}

function columnPxOf({ columns }: DrawnTiles): number {
  return (innerPx - 2 * framePx) / columns;
}

/** Faint lines between cells, which are seen where no tile stands. */
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
  return `${card(ground, 10, `fill="${ink.ground}"`)}\n<path d="M0 0${lines.join("")}" stroke="${ink.line}" fill="none"/>`;
}

/** The ground under a tile, without the lines that would be seen around it. */
function tileSvg({ x, y, w, h }: DrawnTile, drawn: DrawnTiles): string {
  const columnPx = columnPxOf(drawn);
  const box = {
    leftPx: grid.leftPx + x * columnPx - 1,
    topPx: grid.topPx + y * drawn.rowPx - 1,
    widthPx: w * columnPx + 2,
    heightPx: h * drawn.rowPx + 2,
  };
  return card(box, 0, `fill="${ink.ground}"`);
}

/** A tile over others lies a little further in, so that their edges are seen. */
function boxOf({ x, y, w, h, over }: DrawnTile, drawn: DrawnTiles): Box {
  const columnPx = columnPxOf(drawn);
  const inPx = gapPx + Math.min(over, 3) * 6;
  return {
    leftPx: grid.leftPx + x * columnPx + inPx,
    topPx: grid.topPx + y * drawn.rowPx + inPx,
    widthPx: Math.max(1, w * columnPx - gapPx - inPx),
    heightPx: Math.max(1, h * drawn.rowPx - gapPx - inPx),
  };
}
