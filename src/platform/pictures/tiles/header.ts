import { drawableText, textWidthPx, wrappedText } from "../drawable-text.ts";
import { type Box, textAt } from "../svg.ts";
import { type Label, boldWidth, fontPx, ink, labelPx, numberLabel } from "./styles.ts";
import type { TileFacts } from "./facts.ts";

const gapPx = 8;
const lineHeightPx = 22;
const mostLines = 3;
/** Between the labels and a name below them. */
const belowPx = labelPx + 2;
/** A longer name that has less room between the labels stands below them, where it can. */
const leastNamePx = 96;

/** What is drawn at the top of a room, and how much of its height it takes. */
interface Header {
  heightPx: number;
  drawn: string[];
}

/** Whether a label has its place at the top of a room, with enough left for the name beside or below. */
export function fitsAtTop(last: Label, room: Box): boolean {
  const leftPx = room.widthPx - labelPx - gapPx - last.widthPx;
  return leftPx >= leastNamePx || (leftPx >= 0 && hasRoomBelow(room));
}

/** The number of a tile, a label at the other end, and its name between them or below, on up to three lines. */
export function header(tile: TileFacts, room: Box, last?: Label): Header {
  const { drawn, between } = ends(numberLabel(tile.number, tile.highlighted), last, room);
  // A name in an alphabet that we cannot draw is a name still, which stands in the words beside the picture.
  const name = drawableText(tile.name, `Tile ${tile.number}`);
  const isTight = between.widthPx < Math.min(leastNamePx, nameWidthPx(name));
  if (drawn.length === 0 || !isTight || !hasRoomBelow(room)) {
    const lines = linesOf(name, between);
    return {
      heightPx: Math.max(labelPx, lines.length * lineHeightPx),
      drawn: [...drawn, ...written(lines, between)],
    };
  }
  const below = { ...room, topPx: room.topPx + belowPx, heightPx: room.heightPx - belowPx };
  const lines = linesOf(name, below);
  return { heightPx: belowPx + lines.length * lineHeightPx, drawn: [...drawn, ...written(lines, below)] };
}

function hasRoomBelow({ heightPx }: Box): boolean {
  return heightPx >= belowPx + lineHeightPx;
}

/** The labels at both ends as far as there is room for them, and the room that they leave. */
function ends(first: Label, last: Label | undefined, room: Box): { drawn: string[]; between: Box } {
  const drawn: string[] = [];
  const between = { ...room };
  if (first.widthPx <= between.widthPx) {
    drawn.push(first.at(between.leftPx, room.topPx));
    between.leftPx += first.widthPx + gapPx;
    between.widthPx -= first.widthPx + gapPx;
  }
  if (last && last.widthPx <= between.widthPx) {
    between.widthPx -= last.widthPx + gapPx;
    drawn.push(last.at(between.leftPx + between.widthPx + gapPx, room.topPx));
  }
  return { drawn, between };
}

function nameWidthPx(name: string): number {
  return textWidthPx(name.slice(0, 100), fontPx.name * boldWidth);
}

function linesOf(name: string, { widthPx, heightPx }: Box): string[] {
  if (widthPx < 1.5 * fontPx.name) return [];
  const lines = Math.max(1, Math.min(mostLines, Math.floor((heightPx + 2) / lineHeightPx)));
  return wrappedText(name, widthPx, fontPx.name * boldWidth, lines);
}

function written(lines: readonly string[], { leftPx, topPx }: Box): string[] {
  const letters = { sizePx: fontPx.name, weight: 600, fill: ink.name } as const;
  return lines.map((line, index) => textAt(leftPx, topPx + 18 + index * lineHeightPx, line, letters));
}
