import type { ImageBlock } from "@slack/types";
import type { Pictures } from "../pictures.ts";
import type { TilesFacts } from "./tiles-facts.ts";

/** A dashboard's tiles as a picture; undefined where it has none, or where there is no picture in time: it never fails. */
export async function tilesBlock(
  pictures: Pick<Pictures, "blockOf">,
  { title, tiles }: Omit<TilesFacts, "kind">,
  waitMs: number,
): Promise<ImageBlock | undefined> {
  return tiles.length === 0 ? undefined : pictures.blockOf({ kind: "tiles", title, tiles }, waitMs);
}
