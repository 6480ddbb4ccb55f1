import { z } from "zod";
import { asRead } from "../answer-fields.ts";
import { isRecord, leftOutOf, withLeftOut } from "../../../lib/exact-json.ts";
import { type Unreadable, unreadable } from "../../../lib/unreadable.ts";
import { orUnreadable } from "../lists.ts";
import { managed, resourceOperations, standalone } from "./resource.ts";

// Known fields are read as they are, null included, and unknown ones kept: an update writes back all that was read.

/** One line or number of a tile; servers know more values than the specification shows. */
const Series = z.looseObject({
  /** `time` and `number` are shown. */
  type: z.string().nullish(),
  /** `events` is shown. */
  dataSource: z.string().nullish(),
  /** `count` is shown. */
  aggFn: z.string().nullish(),
  /** A filter of the form `field:value`. */
  where: z.string().nullish(),
  /** For `time` series; a list of names in the specification, a list of records or a text on some servers. */
  groupBy: z.union([z.array(z.unknown()), z.string()]).nullish(),
});

/** A tile of a dashboard; one without an id is new. Some servers have `config` in place of `series`. */
const Tile = z.looseObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  /** Place and size on the grid, as are y, w and h. */
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

/** The tiles of a dashboard that cannot be read, which are written back as they came. */
export function unreadableTiles(dashboard: Pick<Dashboard, "id">): Unreadable[] {
  return leftOutOf(dashboard, "tiles").map(unreadable);
}

const tileFields = { numbers: ["x", "y", "w", "h"], texts: ["id", "name"] };

/** A dashboard as a server sends it: its tiles are read one by one, and those that cannot be read are kept aside. */
const SentDashboard = z.preprocess((sent) => {
  if (!isRecord(sent) || !Array.isArray(sent["tiles"])) return asRead(sent, { texts: ["id", "name"] });
  const all: unknown[] = sent["tiles"];
  const tiles = all.map((tile) => asRead(tile, tileFields));
  const isOdd = tiles.map((tile) => !Tile.safeParse(tile).success);
  const dashboard = { ...sent, tiles: tiles.filter((_, index) => !isOdd[index]) };
  const leftOut = [...all.entries()].filter(([index]) => isOdd[index]);
  return asRead(withLeftOut(dashboard, "tiles", leftOut), { texts: ["id", "name"] });
}, Dashboard);

/** What a dashboard is made of when it is created or replaced. */
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

/** Dashboards of a managed service; the specification shows the list. */
export const managedDashboards = resourceOperations(managed("dashboards"), {
  ...resource,
  documented: ["list"],
});

/** Dashboards of a stand-alone server; the specification shows the update. */
export const standaloneDashboards = resourceOperations(standalone("dashboards"), {
  ...resource,
  documented: ["update"],
});
