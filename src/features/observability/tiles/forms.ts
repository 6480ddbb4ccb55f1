import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { formatList } from "../../../lib/text.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import type { DashboardEdit } from "../dashboards/edit.ts";
import { dashboardForm, editChange, readIn } from "../dashboards/form.ts";
import { alertsOnTile, alertsThatGo, boldName } from "../dashboards/format-dashboard.ts";
import { newTileSections, otherSeries, tileSections } from "./fields.ts";
import {
  formatContent,
  formatPosition,
  formatType,
  hasOwnSeries,
  isNewerTile,
  nameOfTile,
} from "./format-tile.ts";
import * as texts from "./texts.ts";
import { tileHints, tileProblems } from "./problems.ts";
import {
  cellsIn,
  readTileIn,
  seriesField,
  seriesIn,
  seriesIndexIn,
  tileChanges,
  tileValues,
} from "./values.ts";

type NewTile = Extract<DashboardEdit, { kind: "add-tile" }>["tile"];

// Half of the 24 columns of running servers.
const usualSize = { w: 12, h: 6 };

/** The first values of a new tile's form: it is below all others, and as large as most of them. */
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

/** The most frequent size; the first of several. */
function mostUsual(sizes: readonly (number | null | undefined)[]): number | undefined {
  const whole = sizes.filter((size): size is number => Number.isSafeInteger(size) && Number(size) >= 1);
  const bySize = [...Map.groupBy(whole, (size) => size)];
  return bySize.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** The tile of a form's values, in the order of the specification. The server gives it its id. */
export function newTile(values: FormValues): NewTile {
  const { x = 0, y = 0, w = usualSize.w, h = usualSize.h } = cellsIn(values);
  const added = values["addSeries"] === true ? [seriesIn(values, "New")] : [];
  const asRatio = values["asRatio"] === true;
  return { name: textIn(values, "name"), x, y, w, h, asRatio, series: [seriesIn(values, 0), ...added] };
}

/** The form that puts a new tile on a dashboard. */
export const addTileForm = dashboardForm({
  name: "add-tile",
  title: texts.formTitles.add,
  submit: "Add",
  reads: { sources: true },
  readIn,
  valuesOf: ({ dashboard }) => newTileValues(dashboard.tiles ?? []),
  step: { name: "tile", title: "Tile", sections: newTileSections },
  intro: ({ dashboard }, values) => [
    section(texts.adds(boldName(dashboard))),
    ...(dashboard.tiles?.some((tile) => isNewerTile(tile)) ? [smallPrint(texts.newerServer)] : []),
    ...tileHints(values, dashboard),
  ],
  problems(_read, values) {
    const { series, ...tile } = newTile(values);
    const [first, added] = series;
    const changes = { ...tile, series: first ? [{ index: 0, changes: first }] : [], added };
    return [
      ...(tile.name === "" ? [{ field: "name", message: texts.problems.name }] : []),
      ...tileProblems(values, changes),
    ];
  },
  wanted: (read, values) => editChange(read, { kind: "add-tile", tile: newTile(values) }),
});

/** The form that changes one tile: its name, what it shows, its position and size. */
export const changeTileForm = dashboardForm({
  name: "change-tile",
  title: texts.formTitles.change,
  submit: "Save",
  reads: { sources: true },
  readIn: readTileIn,
  valuesOf: ({ tile }) => tileValues(tile),
  fixed: otherSeries,
  step: { name: "tile", title: "Tile", sections: tileSections },
  intro: ({ dashboard, tile }, values) => [
    section(`*${escapeName(nameOfTile(tile), 100)}* on ${boldName(dashboard)}.`),
    ...(hasOwnSeries(tile) ? [] : [smallPrint(isNewerTile(tile) ? texts.newerTile : texts.noSeries)]),
    ...alsoChanged(values, tile),
    ...tileHints(values, dashboard, tile),
  ],
  problems({ tile }, values) {
    const changes = tileChanges(values, tile);
    if (Object.keys(changes).length === 0) return [{ field: "name", message: texts.problems.unchanged }];
    const named = { field: "name", message: texts.nameOrLeave(tile.name ?? "") };
    return [...(changes.name === "" ? [named] : []), ...tileProblems(values, changes, tile)];
  },
  wanted: (read, values) =>
    editChange(read, {
      kind: "change-tile",
      tileId: read.tile.id ?? "",
      changes: tileChanges(values, read.tile),
    }),
});

/** The changes of series that do not show at the moment. */
function alsoChanged(values: FormValues, tile: Tile): KnownBlock[] {
  const { series = [], removed = [] } = tileChanges(values, tile);
  const others = series.map(({ index }) => index).filter((index) => index !== seriesIndexIn({ values }));
  return [
    ...(others.length === 0 ? [] : [smallPrint(texts.alsoChanged(seriesNumbers(others)))]),
    ...(removed.length === 0 ? [] : [smallPrint(texts.removesSeries(seriesNumbers(removed)))]),
  ];
}

function seriesNumbers(indexes: readonly number[]): string {
  return formatList(indexes.map((index) => String(index + 1)));
}

/** The form that removes a tile from a dashboard, once it says what goes with it. */
export const removeTileForm = dashboardForm({
  name: "remove-tile",
  title: texts.formTitles.remove,
  submit: "Remove",
  reads: { alerts: true },
  readIn: readTileIn,
  step: { name: "tile", title: "Tile", sections: [] },
  intro({ dashboard, tile, alerts, unreadableAlerts }) {
    const facts = [formatType(tile), formatPosition(tile), formatContent(tile)].filter((fact) => fact !== "");
    const sentence = texts.removes(`*${escapeName(nameOfTile(tile), 100)}*`, boldName(dashboard));
    return [
      section([sentence, facts.join(" · ")].join("\n")),
      section(alertsThatGo(alerts && alertsOnTile(tile, alerts), unreadableAlerts)),
    ];
  },
  problems: () => [],
  wanted: (read) => editChange(read, { kind: "remove-tile", tileId: read.tile.id ?? "" }),
});
