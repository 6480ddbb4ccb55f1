import { oneLine, plural, truncate } from "../../../lib/text.ts";
import { type DrawnTile, drawnTiles } from "./drawn.ts";
import { tileTypeOf } from "./type.ts";
import type { TilesFacts } from "./facts.ts";

// https://docs.slack.dev/reference/block-kit/blocks/image-block
const mostCharacters = 2000;
/** So long a name is cut. */
const nameCharacters = 80;

/** A dashboard's grid in words, for those who do not see it: plain text of at most 2000 characters. */
export function tilesAltText(facts: TilesFacts): string {
  const { tiles, summary, note } = drawnTiles(facts);
  const beginning = `Dashboard “${name(facts.title)}”: ${summary}.`;
  const end = note ? ` ${note}` : "";
  const room = mostCharacters - beginning.length - end.length;
  return `${beginning}${listed(tiles.map(inWords), room)}${end}`;
}

/** As many tiles as have room, and how many more there are. */
function listed(tiles: readonly string[], room: number): string {
  for (let count = tiles.length; count > 0; count -= 1) {
    const rest = tiles.length - count;
    const more = rest > 0 ? `; and ${plural(rest, "more tile")} in the picture` : "";
    const text = ` ${tiles.slice(0, count).join("; ")}${more}.`;
    if (text.length <= room) return text;
  }
  return "";
}

function inWords({ tile, x, y, w, h }: DrawnTile): string {
  const place = `${cells("column", x, w)}, ${cells("row", y, h)}`;
  const alert = tile.alerting === undefined ? "" : tile.alerting === "firing" ? ", alert firing" : ", alert";
  return `${tile.number} ${name(tile.name)} (${name(tileTypeOf(tile.type).words)}, ${place}${alert}${tile.highlighted ? ", highlighted" : ""})`;
}

function cells(noun: string, from: number, count: number): string {
  return count === 1 ? `${noun} ${from + 1}` : `${noun}s ${from + 1} to ${from + count}`;
}

function name(text: string): string {
  return truncate(oneLine(text.toWellFormed()), nameCharacters) || "unnamed";
}
