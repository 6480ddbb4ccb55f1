import type { KnownBlock } from "@slack/types";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import type { Accepted, Form, FormProblem, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { acceptChange } from "../changes/accept.ts";
import { boldName } from "../dashboards/read-words.ts";
import { beginAbout, findAbout, notRead, readIn, readingIntro } from "../dashboards/form-facts.ts";
import { newTile, newTileValues } from "./new-tile.ts";
import { newTileSections } from "./fields.ts";
import { tileHints } from "./hints.ts";
import { isNewerTile } from "./format-tile.ts";
import { newTileProblems, tileProblems } from "./problems.ts";

/** The form that puts a new tile on a dashboard. */
export const addTileForm: Form<ObservabilityContext> = {
  name: "add-tile",
  access: "operator",
  title: "Add a tile",
  submit: "Add",
  begin: beginAbout,
  lookUp: (_about, state, context) =>
    findAbout(state, { sources: true }, context, ({ dashboard }) => newTileValues(dashboard.tiles ?? [])),
  steps: [{ name: "tile", title: "Tile", intro, sections: newTileSections }],
  problems,
  accept,
};

function intro(state: FormState): KnownBlock[] {
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

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const read = readIn(submitted);
  if (!read) return { problems: [...notRead] };
  const { dashboard, place } = read;
  const edit = { act: "add-tile", tile: newTile(submitted.values) } as const;
  const wanted = { kind: "update-dashboard", id: dashboard.id, seen: dashboard, edit } as const;
  return acceptChange(submitted, place, wanted, context);
}
