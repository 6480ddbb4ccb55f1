import { drawableText, fitText } from "../drawable-text.ts";
import { type Box, textAt } from "../svg.ts";
import { glyphAt, glyphPx } from "./glyphs.ts";
import { type Label, labelPx } from "./labels.ts";
import { fontPx, ink } from "./looks.ts";
import { tileTypeOf } from "./tile-type.ts";
import type { TileFacts } from "./tiles-facts.ts";

const gapPx = 6;
const leastMotifPx = 36;
const mostMotifPx = 72;

/**
 * What a tile shows at the bottom of a room, as a drawing and a word, and a label at the other end: as much of them as
 * there is room for. Where the label has none, the words above the grid still count it.
 */
export function typeLine({ type }: TileFacts, room: Box, last?: Label): string[] {
  const topPx = room.topPx + room.heightPx - labelPx;
  if (last && last.widthPx <= room.widthPx) {
    const widthPx = room.widthPx - last.widthPx - gapPx;
    return [
      ...kind(type, { ...room, topPx, widthPx }),
      last.at(room.leftPx + room.widthPx - last.widthPx, topPx),
    ];
  }
  return kind(type, { ...room, topPx });
}

function kind(type: string, { leftPx, topPx, widthPx }: Box): string[] {
  if (widthPx < glyphPx) return [];
  const { glyph, words } = tileTypeOf(type);
  const drawing = glyphAt(leftPx, topPx + (labelPx - glyphPx) / 2, glyph, { color: ink.accent });
  const wordPx = widthPx - glyphPx - gapPx;
  if (wordPx < 2 * fontPx.type) return [drawing];
  const word = drawableText(words, "unknown type");
  const fitting = fitText(word.charAt(0).toUpperCase() + word.slice(1), wordPx, fontPx.type * 0.97, 0);
  const letters = { sizePx: fontPx.type, fill: ink.label };
  return [drawing, textAt(leftPx + glyphPx + gapPx, topPx + labelPx / 2 + 5.5, fitting, letters)];
}

/** The same drawing, large and faint, in the middle of a room that would be left empty. */
export function motif({ type }: TileFacts, room: Box): string[] {
  const sizePx = Math.min(mostMotifPx, room.heightPx - 12, room.widthPx * 0.5);
  if (sizePx < leastMotifPx) return [];
  const leftPx = room.leftPx + (room.widthPx - sizePx) / 2;
  const topPx = room.topPx + (room.heightPx - sizePx) / 2;
  return [glyphAt(leftPx, topPx, tileTypeOf(type).glyph, { color: ink.line, scale: sizePx / glyphPx })];
}
