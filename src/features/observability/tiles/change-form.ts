import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { ObservabilityContext } from "../context.ts";
import type {
  Accepted,
  Form,
  FormProblem,
  FormState,
  FormValues,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import { formatList } from "../../../lib/text.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { acceptChange } from "../changes/accept.ts";
import { beginAbout, findAbout, notRead, readingIntro } from "../dashboards/form-facts.ts";
import { boldName } from "../dashboards/read-words.ts";
import { tileChanges } from "./changes.ts";
import { hasOwnSeries, isNewerTile, nameOfTile } from "./format-tile.ts";
import { otherSeries, tileSections } from "./fields.ts";
import { readTileIn, seriesIndexIn, tileIn, tileValues } from "./values.ts";
import { tileHints, tileProblems } from "./problems.ts";

/** The form that changes one tile: its name, what it shows and where it stands. */
export const changeTileForm: Form<ObservabilityContext> = {
  name: "change-tile",
  access: "operator",
  title: "Change a tile",
  submit: "Save",
  begin: beginAbout,
  fetchFacts: (_about, state, context) =>
    findAbout(state, { sources: true }, context, (facts) => {
      const tile = tileIn({ facts });
      return tile ? tileValues(tile) : {};
    }),
  fixed: otherSeries,
  steps: [{ name: "tile", title: "Tile", intro, sections: tileSections }],
  problems,
  accept,
};

function intro(state: FormState): KnownBlock[] {
  const read = readTileIn(state);
  if (!read) return readingIntro(state);
  const { dashboard, tile } = read;
  return [
    section(`*${escapeName(nameOfTile(tile), 100)}* on ${boldName(dashboard)}.`),
    ...(hasOwnSeries(tile) ? [] : [smallPrint(isNewerTile(tile) ? newerTile : noSeries)]),
    ...alsoChanged(state.values, tile),
    ...tileHints(state.values, dashboard, tile),
  ];
}

/** What is saved of series that do not show. */
function alsoChanged(values: FormValues, tile: Tile): KnownBlock[] {
  const { series = [], removed = [] } = tileChanges(values, tile);
  const others = series.map(({ index }) => index).filter((index) => index !== seriesIndexIn({ values }));
  return [
    ...(others.length === 0
      ? []
      : [smallPrint(`You have changed series ${seriesNumbers(others)} too; that is saved as well.`)]),
    ...(removed.length === 0 ? [] : [smallPrint(`Saving removes series ${seriesNumbers(removed)}.`)]),
  ];
}

function seriesNumbers(indexes: number[]): string {
  return formatList(indexes.map((index) => String(index + 1)));
}

const newerTile =
  "This server says what the tile shows in the newer way, which is changed in the server's own console. Here you change its name, place and size; the rest stays as it is.";

const noSeries =
  "This tile has no series that could be changed here. Here you change its name, place and size; the rest stays as it is.";

function problems(state: FormState): FormProblem[] {
  const { values } = state;
  const tile = tileIn(state);
  if (!tile) return [...notRead];
  const changes = tileChanges(values, tile);
  if (Object.keys(changes).length === 0)
    return [{ field: "name", message: "Nothing is changed yet: this is how the tile is already." }];
  return [...nameProblem(tile, changes.name), ...tileProblems(values, changes, tile)];
}

function nameProblem({ name }: Tile, changed: string | undefined): FormProblem[] {
  return changed === "" ? [{ field: "name", message: `Give it a name, or leave “${name ?? ""}”.` }] : [];
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const read = readTileIn(submitted);
  if (!read) return { problems: [...notRead] };
  const { dashboard, target, tile } = read;
  const edit = {
    kind: "change-tile",
    tileId: tile.id ?? "",
    changes: tileChanges(submitted.values, tile),
  } as const;
  const wanted = { kind: "update-dashboard", id: dashboard.id, seen: dashboard, edit } as const;
  return acceptChange(submitted, target, wanted, context);
}
