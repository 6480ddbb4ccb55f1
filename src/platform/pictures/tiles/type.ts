import { oneLine, truncate } from "../../../lib/text.ts";
import { px } from "../svg.ts";

/** The drawings of tile types. `other` is for unknown types. */
type TileGlyph = "line" | "bars" | "number" | "table" | "text" | "search" | "other";

interface TileType {
  glyph: TileGlyph;
  /** In lower case, as in "line chart". */
  words: string;
}

const line: TileType = { glyph: "line", words: "line chart" };
const bars: TileType = { glyph: "bars", words: "bars" };
const text: TileType = { glyph: "text", words: "text" };

/** `time` and `number` are in the specification, the others on running servers. */
const known = new Map<string, TileType>([
  ["time", line],
  ["line", line],
  ["bar", bars],
  ["bars", bars],
  ["stacked_bar", bars],
  ["histogram", bars],
  ["number", { glyph: "number", words: "number" }],
  ["table", { glyph: "table", words: "table" }],
  ["markdown", text],
  ["text", text],
  ["search", { glyph: "search", words: "search" }],
]);

const mostCharacters = 40;

/** A tile's type in words and as a drawing. An unknown type keeps its word, on one line. */
export function tileTypeOf(type: string): TileType {
  const own = oneLine(type.toWellFormed().replaceAll("_", " "));
  return (
    known.get(type.trim().toLowerCase()) ?? {
      glyph: "other",
      words: truncate(own, mostCharacters) || "unknown type",
    }
  );
}

/** The width and height of a glyph. */
export const glyphPx = 18;

// Strokes of 18 x 18 px with one width, so they look alike.
const strokes: Record<TileGlyph, string> = {
  line: "M2 2.5V15.5H16.5M5 11.5L8.5 7.5L11 9.5L16 4",
  bars: "M3.5 15.5V9.5M9 15.5V3M14.5 15.5V6.5",
  number: "M6.9 2.5L5.1 15.5M12.9 2.5L11.1 15.5M2.8 6.5H15.8M2.2 11.5H15.2",
  table:
    "M4 2.5H14A1.8 1.8 0 0 1 15.8 4.3V13.7A1.8 1.8 0 0 1 14 15.5H4A1.8 1.8 0 0 1 2.2 13.7V4.3A1.8 1.8 0 0 1 4 2.5ZM2.2 7H15.8M7.5 7V15.5",
  text: "M2.5 3.5H15.5M2.5 7.2H15.5M2.5 10.9H15.5M2.5 14.6H9.5",
  search: "M12.5 7.8A4.8 4.8 0 1 1 2.9 7.8A4.8 4.8 0 1 1 12.5 7.8ZM11.2 11.3L15.5 15.6",
  other:
    "M4 2.5H14A1.8 1.8 0 0 1 15.8 4.3V13.7A1.8 1.8 0 0 1 14 15.5H4A1.8 1.8 0 0 1 2.2 13.7V4.3A1.8 1.8 0 0 1 4 2.5ZM6 9H6.01M9 9H9.01M12 9H12.01",
};

/** A glyph from its top left corner. */
export function glyphAt(leftPx: number, topPx: number, glyph: TileGlyph, color: string): string {
  const placed = `translate(${px(leftPx)} ${px(topPx)})`;
  return `<path transform="${placed}" d="${strokes[glyph]}" fill="none" stroke="${color}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>`;
}
