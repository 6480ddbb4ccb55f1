import { type Box, card, textAt } from "../svg.ts";
import { fitsAtTop, header } from "./header.ts";
import { glyphAt, glyphPx, tileTypeOf } from "./type.ts";
import { type Label, alertLabel, fontPx, ink, labelPx } from "./styles.ts";
import type { TileFacts } from "./facts.ts";
import { drawableText, fitText } from "../drawable-text.ts";

/** Less than this has room for no letters. */
const leastPx = 16;
const gapPx = 6;

/** A tile: its number, name and alert at the top and what it shows at the bottom, as far as there is room. */
export function tileCard(tile: TileFacts, box: Box): string {
  return [outline(tile, box), ...content(tile, within(box))].join("\n");
}

function outline({ highlighted }: TileFacts, box: Box): string {
  const edge = highlighted ? `stroke="${ink.accent}" stroke-width="3"` : `stroke="${ink.edge}"`;
  return card(box, 8, `fill="${ink.white}" ${edge}`);
}

function content(tile: TileFacts, room: Box): string[] {
  if (room.widthPx < leastPx || room.heightPx < leastPx) return [];
  const alert = tile.alerting && alertLabel(tile.alerting);
  if (room.heightPx < 2 * labelPx) return inOneRow(tile, room, alert);
  const upper = { ...room, heightPx: room.heightPx - labelPx - gapPx };
  const isAtTop = alert !== undefined && fitsAtTop(alert, upper);
  const top = header(tile, upper, isAtTop ? alert : undefined);
  const body = {
    ...room,
    topPx: room.topPx + top.heightPx,
    heightPx: room.heightPx - top.heightPx - labelPx,
  };
  return [...motif(tile, body), ...top.drawn, ...typeLine(tile, room, isAtTop ? undefined : alert)];
}

/** Of what it shows, a low tile has the drawing alone, behind the name. */
function inOneRow(tile: TileFacts, room: Box, alert: Label | undefined): string[] {
  const row = { ...room, topPx: room.topPx + (room.heightPx - labelPx) / 2, heightPx: labelPx };
  const widthPx = row.widthPx - glyphPx - 2 * gapPx;
  if (widthPx < 60) return header(tile, row, alert).drawn;
  const topPx = row.topPx + (labelPx - glyphPx) / 2;
  const glyph = glyphAt(row.leftPx + row.widthPx - glyphPx, topPx, tileTypeOf(tile.type).glyph, {
    color: ink.accent,
  });
  return [...header(tile, { ...row, widthPx }, alert).drawn, glyph];
}

function within({ leftPx, topPx, widthPx, heightPx }: Box): Box {
  const sidePx = widthPx < 150 ? 8 : 12;
  const endPx = Math.max(0, Math.min(10, (heightPx - 2 * labelPx) / 2));
  return {
    leftPx: leftPx + sidePx,
    topPx: topPx + endPx,
    widthPx: widthPx - 2 * sidePx,
    heightPx: heightPx - 2 * endPx,
  };
}

const leastMotifPx = 36;
const mostMotifPx = 72;

/**
 * What a tile shows at the bottom of a room, as a drawing and a word, and a label at the other end: as much of them as
 * there is room for. Where the label has none, the words above the grid still count it.
 */
function typeLine({ type }: TileFacts, room: Box, last?: Label): string[] {
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
function motif({ type }: TileFacts, room: Box): string[] {
  const sizePx = Math.min(mostMotifPx, room.heightPx - 12, room.widthPx * 0.5);
  if (sizePx < leastMotifPx) return [];
  const leftPx = room.leftPx + (room.widthPx - sizePx) / 2;
  const topPx = room.topPx + (room.heightPx - sizePx) / 2;
  return [glyphAt(leftPx, topPx, tileTypeOf(type).glyph, { color: ink.line, scale: sizePx / glyphPx })];
}
