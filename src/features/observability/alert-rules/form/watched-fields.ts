import { limits } from "../../../../platform/blocks/limits.ts";
import type { Choice, FormField, FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { foldName } from "../../../../lib/text.ts";
import { shownName } from "../../shown-name.ts";
import { watchesSearch } from "./values.ts";
import { factsOf, isStandalone, withChosen } from "./facts.ts";

/** What an alert watches: a tile of a dashboard or, where the server takes that, a saved search. */
export const watchedFields: readonly FormField[] = [
  {
    name: "source",
    label: "Watches",
    input: "select",
    optional: false,
    initial: "tile",
    choices: () => [
      { value: "tile", text: "A tile of a dashboard" },
      { value: "saved_search", text: "A saved search" },
    ],
    shows: (state) => isNew(state) && isStandalone(factsOf(state)),
  },
  {
    name: "find",
    label: "Find a dashboard",
    help: `There are more than ${limits.select.options}: type a part of its name, and choose it below.`,
    input: "text",
    optional: true,
    maxLength: 100,
    shows: (state) => watchesTile(state) && factsOf(state).dashboards.length > limits.select.options,
  },
  {
    name: "dashboardId",
    label: "Dashboard",
    input: "select",
    optional: false,
    choices: dashboardChoices,
    rest: "Find others by name above.",
    emptyText: "There is no dashboard by that name.",
    shows: watchesTile,
  },
  {
    name: "tileId",
    label: "Tile",
    input: "select",
    optional: false,
    choices: tileChoices,
    rest: "For another one, begin from the menu beside it on its dashboard.",
    emptyText: noTiles,
    shows: (state) => watchesTile(state) && textIn(state.values, "dashboardId") !== "",
    follows: ({ values }) => textIn(values, "dashboardId"),
  },
  {
    name: "savedSearch",
    label: "Saved search",
    help: "Those that other alerts watch; the API does not tell what searches are called.",
    input: "select",
    optional: true,
    noneText: "Another one",
    choices: searchChoices,
    rest: "Choose “Another one” to give the link of any other.",
    shows: (state) => isNew(state) && watchesSearch(state) && factsOf(state).searches.length > 0,
  },
  {
    name: "savedSearchLink",
    label: "Id or link of the saved search",
    help: "Open it in the console, and copy the page's address.",
    input: "text",
    optional: false,
    maxLength: 1_000,
    shows: (state) => isNew(state) && watchesSearch(state) && textIn(state.values, "savedSearch") === "",
  },
];

function isNew(state: FormState): boolean {
  const { isRead, seen } = factsOf(state);
  return isRead && seen === undefined;
}

/** An alert that watches something else goes on watching it. */
function watchesTile(state: FormState): boolean {
  const { isRead, seen, dashboards } = factsOf(state);
  if (!isRead) return false;
  return seen === undefined ? !watchesSearch(state) : seen.source === "tile" && dashboards.length > 0;
}

function dashboardChoices(state: FormState): Choice[] {
  const wanted = foldName(textIn(state.values, "find"));
  const chosen = textIn(state.values, "dashboardId");
  const choices = factsOf(state)
    .dashboards.filter(({ id, name }) => id === chosen || foldName(name).includes(wanted))
    .map(({ id, name }) => ({ value: id, text: name }));
  return withChosen(choices, chosen);
}

function tileChoices(state: FormState): Choice[] {
  const { tiles } = factsOf(state);
  if (tiles?.dashboardId !== textIn(state.values, "dashboardId")) return [];
  const choices = tiles.tiles.flatMap(({ id, name }, index) =>
    id ? [{ value: id, text: shownName(name, `Tile ${index + 1}, without a name`) }] : [],
  );
  return withChosen(choices, textIn(state.values, "tileId"));
}

function noTiles(state: FormState): string {
  const { tiles } = factsOf(state);
  return tiles?.dashboardId === textIn(state.values, "dashboardId")
    ? "This dashboard has no tiles yet. Add one first, or choose another dashboard."
    : "Reading its tiles…";
}

function searchChoices(state: FormState): Choice[] {
  return factsOf(state).searches.map(({ id, name }) => ({ value: id, text: `The search of “${name}”` }));
}
