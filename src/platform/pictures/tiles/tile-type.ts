import { oneLine, truncate } from "../../../lib/text.ts";

/** The small drawings of what a tile shows; `other` stands for what is not known here. */
export type TileGlyph = "line" | "bars" | "number" | "table" | "text" | "search" | "other";

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

/** What kind a tile is, as people say it and as it is drawn; unknown ones keep their word, on one line. */
export function tileTypeOf(type: string): TileType {
  const own = oneLine(type.toWellFormed().replaceAll("_", " "));
  return (
    known.get(type.trim().toLowerCase()) ?? {
      glyph: "other",
      words: truncate(own, mostCharacters) || "unknown type",
    }
  );
}
