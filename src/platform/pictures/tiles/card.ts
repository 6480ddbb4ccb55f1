import type { TileFacts } from "../facts.ts";
import { type Box, ink, rect, textAt } from "../svg.ts";
import { drawableText, fitText, textWidthPx, wrappedText } from "../text.ts";
import { type Label, alertLabel, boldWidth, fontPx, labelPx, numberLabel } from "./styles.ts";
import { glyphAt, glyphPx, tileTypeOf } from "./type.ts";

/** A smaller area holds no letters. */
const leastPx = 16;
const gapPx = 6;

/** A tile: its number, name and alert at the top, what it shows below, and its type at the bottom, as far as they fit. */
export function tileCard(tile: TileFacts, box: Box): string {
  const edge = tile.highlighted ? `stroke="${ink.accent}" stroke-width="3"` : `stroke="${ink.edge}"`;
  const outline = rect(box, `rx="8" fill="${ink.card}" ${edge}`);
  return [outline, ...content(tile, within(box))].join("\n");
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

function content(tile: TileFacts, area: Box): string[] {
  if (area.widthPx < leastPx || area.heightPx < leastPx) return [];
  const alert = tile.alerting && alertLabel(tile.alerting);
  if (area.heightPx < 2 * labelPx) return inOneRow(tile, area, alert);
  const upper = { ...area, heightPx: area.heightPx - labelPx - gapPx };
  const isAtTop = alert !== undefined && fitsAtTop(alert, upper);
  const top = header(tile, upper, isAtTop ? alert : undefined);
  const body = {
    ...area,
    topPx: area.topPx + top.heightPx,
    heightPx: area.heightPx - top.heightPx - labelPx,
  };
  return [...top.drawn, ...shown(tile, body), ...typeLine(tile, area, isAtTop ? undefined : alert)];
}

/** A low tile shows its type as a drawing after its name. */
function inOneRow(tile: TileFacts, area: Box, alert: Label | undefined): string[] {
  const row = { ...area, topPx: area.topPx + (area.heightPx - labelPx) / 2, heightPx: labelPx };
  const widthPx = row.widthPx - glyphPx - 2 * gapPx;
  if (widthPx < 60) return header(tile, row, alert).drawn;
  const glyphBox = { leftPx: row.leftPx + row.widthPx - glyphPx, topPx: row.topPx + (labelPx - glyphPx) / 2 };
  return [...header(tile, { ...row, widthPx }, alert).drawn, typeGlyph(tile, glyphBox)];
}

function typeGlyph({ type }: TileFacts, { leftPx, topPx }: Pick<Box, "leftPx" | "topPx">): string {
  return glyphAt(leftPx, topPx, tileTypeOf(type).glyph, ink.accent);
}

/** A tile's type at the bottom left, and a label at the bottom right. The summary above the grid counts all labels. */
function typeLine(tile: TileFacts, area: Box, last?: Label): string[] {
  const topPx = area.topPx + area.heightPx - labelPx;
  if (!last || last.widthPx > area.widthPx) return typeWithWord(tile, { ...area, topPx });
  return [
    ...typeWithWord(tile, { ...area, topPx, widthPx: area.widthPx - last.widthPx - gapPx }),
    last.at(area.leftPx + area.widthPx - last.widthPx, topPx),
  ];
}

function typeWithWord(tile: TileFacts, { leftPx, topPx, widthPx }: Box): string[] {
  if (widthPx < glyphPx) return [];
  const drawing = typeGlyph(tile, { leftPx, topPx: topPx + (labelPx - glyphPx) / 2 });
  const wordPx = widthPx - glyphPx - gapPx;
  if (wordPx < 2 * fontPx.type) return [drawing];
  const word = drawableText(tileTypeOf(tile.type).words, "unknown type");
  const fitting = fitText(word.charAt(0).toUpperCase() + word.slice(1), wordPx, fontPx.type * 0.97, 0);
  const letters = { sizePx: fontPx.type, fill: ink.label };
  return [drawing, textAt(leftPx + glyphPx + gapPx, topPx + labelPx / 2 + 5.5, fitting, letters)];
}

const factHeightPx = 20;
const factGapPx = 6;

/** What a tile shows, one fact after the other, as far as they fit. The alternative text has more of them. */
function shown({ shows = [] }: TileFacts, area: Box): string[] {
  if (area.widthPx < 6 * fontPx.fact) return [];
  const most = Math.floor((area.heightPx - factGapPx) / factHeightPx);
  const lines: string[] = [];
  for (const fact of shows) {
    const left = most - lines.length;
    if (left > 0)
      lines.push(...wrappedText(drawableText(fact), area.widthPx, fontPx.fact, Math.min(2, left)));
  }
  const letters = { sizePx: fontPx.fact, fill: ink.label } as const;
  return lines.map((line, index) =>
    textAt(area.leftPx, area.topPx + factGapPx + 14 + index * factHeightPx, line, letters),
  );
}

const headerGapPx = 8;
const lineHeightPx = 22;
const mostLines = 3;
/** From the top of the labels to a name below them. */
const belowPx = labelPx + 2;
/** A longer name with less width between the labels goes below them, if it fits. */
const leastNamePx = 96;

/** The drawing at the top of an area, and the height that it takes. */
interface Header {
  heightPx: number;
  drawn: string[];
}

/** True if a label fits at the top of an area and leaves enough for the name beside or below it. */
function fitsAtTop(last: Label, area: Box): boolean {
  const leftPx = area.widthPx - labelPx - headerGapPx - last.widthPx;
  return leftPx >= leastNamePx || (leftPx >= 0 && fitsBelow(area));
}

/** The tile's number, a label at the other end, and its name between or below them, on up to three lines. */
function header(tile: TileFacts, area: Box, last?: Label): Header {
  const { drawn, between } = ends(numberLabel(tile.number, tile.highlighted), last, area);
  // The alternative text has the names that our font cannot draw.
  const name = drawableText(tile.name, `Tile ${tile.number}`);
  const isTight = between.widthPx < Math.min(leastNamePx, nameWidthPx(name));
  if (drawn.length === 0 || !isTight || !fitsBelow(area)) {
    const lines = linesOf(name, between);
    return {
      heightPx: Math.max(labelPx, lines.length * lineHeightPx),
      drawn: [...drawn, ...written(lines, between)],
    };
  }
  const below = { ...area, topPx: area.topPx + belowPx, heightPx: area.heightPx - belowPx };
  const lines = linesOf(name, below);
  return { heightPx: belowPx + lines.length * lineHeightPx, drawn: [...drawn, ...written(lines, below)] };
}

function fitsBelow({ heightPx }: Box): boolean {
  return heightPx >= belowPx + lineHeightPx;
}

/** The labels at both ends, if they fit, and the area between them. */
function ends(first: Label, last: Label | undefined, area: Box): { drawn: string[]; between: Box } {
  const drawn: string[] = [];
  const between = { ...area };
  if (first.widthPx <= between.widthPx) {
    drawn.push(first.at(between.leftPx, area.topPx));
    between.leftPx += first.widthPx + headerGapPx;
    between.widthPx -= first.widthPx + headerGapPx;
  }
  if (last && last.widthPx <= between.widthPx) {
    between.widthPx -= last.widthPx + headerGapPx;
    drawn.push(last.at(between.leftPx + between.widthPx + headerGapPx, area.topPx));
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
