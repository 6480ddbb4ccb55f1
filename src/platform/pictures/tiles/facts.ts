import type { ImageBlock } from "@slack/types";
import type { Pictures } from "../pictures.ts";

/** What a picture of a dashboard shows: its tiles on the grid that they form. */
export interface TilesFacts {
  kind: "tiles";
  /** The dashboard's name. */
  title: string;
  /** In the order of the dashboard; a later one is drawn over an earlier one where both want the same place. */
  tiles: readonly TileFacts[];
}

/** One tile, as far as a picture shows it. Its numbers may be anything that a server answers, or be missing. */
export interface TileFacts {
  /** By which the tile is known in the list beside the picture. */
  number: number;
  name: string;
  /** As the server has it, as in "time" or "number"; unknown ones are shown by their own word. */
  type: string;
  /** In cells from the left edge of the grid. */
  x?: number | null;
  /** In cells from the top of the grid. */
  y?: number | null;
  /** In cells. */
  w?: number | null;
  /** In cells. */
  h?: number | null;
  /** Drawn apart from the others, as the one that is spoken of. */
  highlighted?: boolean;
  /** Whether an alert that stands on the tile fires; absent where none stands on it. */
  alerting?: "firing" | "quiet";
}

/** A dashboard's tiles as a picture; undefined where it has none, or where there is no picture in time: it never fails. */
export async function tilesBlock(
  pictures: Pick<Pictures, "blockOf">,
  { title, tiles }: Omit<TilesFacts, "kind">,
  waitMs: number,
): Promise<ImageBlock | undefined> {
  return tiles.length === 0 ? undefined : pictures.blockOf({ kind: "tiles", title, tiles }, waitMs);
}
