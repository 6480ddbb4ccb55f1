import { z } from "zod";
import { type Dashboard, DashboardContent } from "../contract.ts";
import { newId } from "./new-id.ts";
import { readAs } from "./read-body.ts";

const Tile = DashboardContent.shape.tiles.element;

const Start = z.number().min(0).nullish();
const Extent = z.number().min(1).nullish();
const StrictTile = Tile.extend({
  id: z.string("must be text").min(1, "must not be empty").nullish(),
  x: Start,
  y: Start,
  w: Extent,
  h: Extent,
});

/** A dashboard that a running server accepts: with unknown fields, but without two tiles of one id. */
const StrictContent = DashboardContent.extend({
  tiles: z.array(StrictTile, "must be a list of tiles").superRefine((tiles, context) => {
    for (const [index, { id }] of tiles.entries()) {
      if (!id || tiles.findIndex((tile) => tile.id === id) === index) continue;
      context.addIssue({ code: "custom", path: [index, "id"], message: `"${id}" is another tile's id too` });
    }
  }),
});

/** The dashboard of a body. Every tile keeps its id, and one without gets a new one. */
export function dashboardFrom(body: unknown, id: string): Dashboard {
  const { id: _inPath, name, tiles, tags, ...others } = readAs(StrictContent, body);
  const withIds = tiles.map(({ id: known, ...tile }) => ({ id: known ?? newId(), ...tile }));
  return { id, name, tiles: withIds, tags: tags ?? [], ...others };
}
