import { type Box, card } from "../svg.ts";
import { fitsAtTop, header } from "./card-header.ts";
import { motif, typeLine } from "./card-type.ts";
import { glyphAt, glyphPx } from "./glyphs.ts";
import { type Label, alertLabel, labelPx } from "./labels.ts";
import { ink } from "./looks.ts";
import { tileTypeOf } from "./tile-type.ts";
import type { TileFacts } from "./tiles-facts.ts";

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
