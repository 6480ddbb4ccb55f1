import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { ObservabilityContext } from "../context.ts";
import type {
  Accepted,
  Form,
  FormProblem,
  FormState,
  FormValues,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import { acceptChange } from "../changes/accept.ts";
import { alertsOnTile, boldName } from "../dashboards/read-words.ts";
import { beginAbout, findAbout, notRead, readIn, readingIntro } from "../dashboards/form-facts.ts";
import { formatContent, isNewerTile, nameOfTile, formatPosition, formatType } from "./format-tile.ts";
import { alertsThatGo } from "../dashboards/delete-form.ts";
import { readTileIn, seriesField } from "./values.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { newTileSections } from "./fields.ts";
import { newTileProblems, tileHints, tileProblems } from "./problems.ts";
import { textIn } from "../../../platform/forms/state.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import type { DashboardEdit } from "../dashboards/edit.ts";
import { cellsIn, seriesIn } from "./changes.ts";

type NewTile = Extract<DashboardEdit, { kind: "add-tile" }>["tile"];

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

/** The form that puts a new tile on a dashboard. */
export const addTileForm: Form<ObservabilityContext> = {
  name: "add-tile",
  access: "operator",
  title: "Add a tile",
  submit: "Add",
  begin: beginAbout,
  fetchFacts: (_about, state, context) =>
    findAbout(state, { sources: true }, context, ({ dashboard }) => newTileValues(dashboard.tiles ?? [])),
  steps: [{ name: "tile", title: "Tile", intro: introAddForm, sections: newTileSections }],
  problems,
  accept: acceptAddForm,
};

function introAddForm(state: FormState): KnownBlock[] {
  const dashboard = readIn(state)?.dashboard;
  if (!dashboard) return readingIntro(state);
  return [
    section(`A new tile on ${boldName(dashboard)}. It stands below the others unless you say otherwise.`),
    ...newerNote(dashboard),
    ...tileHints(state.values, dashboard),
  ];
}

function newerNote({ tiles }: Dashboard): KnownBlock[] {
  if (!tiles?.some((tile) => isNewerTile(tile))) return [];
  return [
    smallPrint(
      "This server has tiles that say what they show in a newer way. A new one is sent the way that the API's documentation shows; look at it in the console afterwards.",
    ),
  ];
}

function problems(state: FormState): FormProblem[] {
  if (!readIn(state)) return [...notRead];
  const { values } = state;
  const { series, ...tile } = newTile(values);
  const [first, added] = series;
  const changes = { ...tile, series: first ? [{ index: 0, changes: first }] : [], added };
  return [...newTileProblems(values), ...tileProblems(values, changes)];
}

async function acceptAddForm(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const read = readIn(submitted);
  if (!read) return { problems: [...notRead] };
  const { dashboard, target } = read;
  const edit = { kind: "add-tile", tile: newTile(submitted.values) } as const;
  const wanted = { kind: "update-dashboard", id: dashboard.id, seen: dashboard, edit } as const;
  return acceptChange(submitted, target, wanted, context);
}

/** The form that takes a tile off a dashboard, once it is said what goes with it. */
export const removeTileForm: Form<ObservabilityContext> = {
  name: "remove-tile",
  access: "operator",
  title: "Remove a tile",
  submit: "Remove",
  begin: beginAbout,
  fetchFacts: (_about, state, context) => findAbout(state, { alerts: true }, context),
  steps: [{ name: "tile", title: "Tile", intro, sections: [] }],
  problems: (state): FormProblem[] => (readTileIn(state) ? [] : [...notRead]),
  accept,
};

function intro(state: FormState): KnownBlock[] {
  const read = readTileIn(state);
  if (!read) return readingIntro(state);
  const { dashboard, tile, alerts, unreadableAlerts } = read;
  const facts = [formatType(tile), formatPosition(tile), formatContent(tile)].filter((fact) => fact !== "");
  const sentence = `*${escapeName(nameOfTile(tile), 100)}* is removed from ${boldName(dashboard)}.`;
  return [
    section([sentence, facts.join(" · ")].join("\n")),
    section(alertsThatGo(alerts && alertsOnTile(tile, alerts), unreadableAlerts)),
  ];
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const read = readTileIn(submitted);
  if (!read) return { problems: [...notRead] };
  const { dashboard, target, tile } = read;
  const edit = { kind: "remove-tile", tileId: tile.id ?? "" } as const;
  const wanted = { kind: "update-dashboard", id: dashboard.id, seen: dashboard, edit } as const;
  return acceptChange(submitted, target, wanted, context);
}
