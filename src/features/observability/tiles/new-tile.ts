import type { FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import type { DashboardEdit } from "../dashboards/edit.ts";
import { cellsIn, seriesIn } from "./changes.ts";
import { seriesField } from "./in-form.ts";

type NewTile = Extract<DashboardEdit, { act: "add-tile" }>["tile"];

// Half of the 24 columns of running servers.
const usualSize = { w: 12, h: 6 };

/** What the form of a new tile begins with: it stands below all others, and is as large as most of them. */
export function newTileValues(tiles: readonly Tile[]): FormValues {
  const below = Math.max(0, ...tiles.map(({ y, h }) => (y ?? 0) + (h ?? 0)).filter(Number.isSafeInteger));
  return {
    [seriesField("type", 0)]: "time",
    [seriesField("dataSource", 0)]: "events",
    [seriesField("aggFn", 0)]: "count",
    column: 1,
    row: below + 1,
    width: mostUsual(tiles.map(({ w }) => w)) ?? usualSize.w,
    height: mostUsual(tiles.map(({ h }) => h)) ?? usualSize.h,
  };
}

/** The tile that a form's values make, in the order of the specification; without an id, which the server gives it. */
export function newTile(values: FormValues): NewTile {
  const { x = 0, y = 0, w = usualSize.w, h = usualSize.h } = cellsIn(values);
  const added = values["addSeries"] === true ? [seriesIn(values, "New")] : [];
  const asRatio = values["asRatio"] === true;
  return { name: textIn(values, "name"), x, y, w, h, asRatio, series: [seriesIn(values, 0), ...added] };
}

/** The whole size that most have, of two the one that comes first. */
function mostUsual(sizes: readonly (number | null | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const size of sizes)
    if (Number.isSafeInteger(size) && Number(size) >= 1)
      counts.set(Number(size), (counts.get(Number(size)) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
