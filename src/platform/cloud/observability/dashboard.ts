import { z } from "zod";
import { asRead } from "../answer-fields.ts";
import { type Unreadable, isRecord, leftOutOf, unreadable, withLeftOut } from "../../../lib/json.ts";
import { orUnreadable } from "../lists.ts";
import { managed, resourceOperations, standalone } from "./resource.ts";

// Known fields read as they are, null included, and unknown ones are kept, because an update writes everything back.

/** One line or number of a tile. Servers have more values than the specification shows. */
const Series = z.looseObject({
  /** The specification shows `time` and `number`. */
  type: z.string().nullish(),
  /** The specification shows `events`. */
  dataSource: z.string().nullish(),
  /** The specification shows `count`. */
  aggFn: z.string().nullish(),
  /** A filter in the form `field:value`. */
  where: z.string().nullish(),
  /** For `time` series: a list of names in the specification; a list of records or a text on some servers. */
  groupBy: z.union([z.array(z.unknown()), z.string()]).nullish(),
});

/** A tile of a dashboard. A new one has no id. Some servers have `config` in place of `series`. */
const Tile = z.looseObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  /** Position and size on the grid: x, y, w and h. */
  x: z.number().nullish(),
  y: z.number().nullish(),
  w: z.number().nullish(),
  h: z.number().nullish(),
  asRatio: z.boolean().nullish(),
  series: z.array(Series).nullish(),
});

/** A dashboard as servers answer it. */
export const Dashboard = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  tiles: z.array(Tile).nullish(),
  tags: z.array(z.string()).nullish(),
});

export type Dashboard = z.output<typeof Dashboard>;

/** The unreadable tiles of a dashboard. An update writes them back as they came. */
export function unreadableTiles(dashboard: Pick<Dashboard, "id">): Unreadable[] {
  return leftOutOf(dashboard, "tiles").map(unreadable);
}

const tileFields = { numbers: ["x", "y", "w", "h"], texts: ["id", "name"] };

/** A dashboard as a server sends it. Tiles are read one by one, and unreadable ones are kept aside. */
const SentDashboard = z.preprocess((sent) => {
  if (!isRecord(sent) || !Array.isArray(sent["tiles"])) return asRead(sent, { texts: ["id", "name"] });
  const all: unknown[] = sent["tiles"];
  const tiles = all.map((tile) => asRead(tile, tileFields));
  const isOdd = tiles.map((tile) => !Tile.safeParse(tile).success);
  const dashboard = { ...sent, tiles: tiles.filter((_, index) => !isOdd[index]) };
  const leftOut = [...all.entries()].filter(([index]) => isOdd[index]);
  return asRead(withLeftOut(dashboard, "tiles", leftOut), { texts: ["id", "name"] });
}, Dashboard);

/** The body that creates or replaces a dashboard. */
export const DashboardContent = z.looseObject({
  name: z.string("Name must be text"),
  tiles: z.array(Tile, "Tiles must be a list"),
  tags: z.array(z.string(), "Tags must be a list of words").nullish(),
});

const resource = {
  item: SentDashboard,
  listed: orUnreadable(SentDashboard),
  creation: DashboardContent,
  update: DashboardContent,
} as const;

/** The dashboards of a managed service. The specification shows the list. */
export const managedDashboards = resourceOperations(managed("dashboards"), {
  ...resource,
  documented: ["list"],
});

/** The dashboards of a stand-alone server. The specification shows the update. */
export const standaloneDashboards = resourceOperations(standalone("dashboards"), {
  ...resource,
  documented: ["update"],
});
