import { limits } from "../../../../platform/blocks/limits.ts";
import { alertIntervals, alertThresholdTypes } from "../../../../platform/cloud/observability/alert.ts";
import type { Choice, FormField, FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { foldName } from "../../../../lib/text.ts";
import { shownName } from "../../names.ts";
import { formatInterval, takesMax } from "../format-rule.ts";
import { factsOf, isStandalone, withChosen } from "./facts.ts";
import {
  isOtherInterval,
  isUnnamed,
  messageLength,
  nameLength,
  otherInterval,
  watchesSearch,
} from "./values.ts";

/** What an alert watches: a tile of a dashboard, or a saved search if the server takes that. */
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
    help: `There are more than ${limits.select.options}. Type part of its name, then choose it below.`,
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
    emptyText: "No dashboard has that name.",
    shows: watchesTile,
  },
  {
    name: "tileId",
    label: "Tile",
    input: "select",
    optional: false,
    choices: tileChoices,
    rest: "For another one, use the menu beside it on its dashboard.",
    emptyText: (state) =>
      isOfChosen(state)
        ? "This dashboard has no tiles yet. Add one, or choose another dashboard."
        : "Reading tiles…",
    shows: (state) => watchesTile(state) && textIn(state.values, "dashboardId") !== "",
    follows: ({ values }) => textIn(values, "dashboardId"),
  },
  {
    name: "savedSearch",
    label: "Saved search",
    help: "Saved searches that other rules watch. The API doesn't give their names.",
    input: "select",
    optional: true,
    noneText: "Another one",
    choices: (state) =>
      factsOf(state).searches.map(({ id, name }) => ({ value: id, text: `Search of “${name}”` })),
    rest: "For another one, choose “Another one” and enter its link.",
    shows: (state) => isNew(state) && watchesSearch(state) && factsOf(state).searches.length > 0,
  },
  {
    name: "savedSearchLink",
    label: "Saved search (id or link)",
    help: "Open it in the console and copy the page's address.",
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

/** A present alert that watches something else keeps watching it. */
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

/** True if the tiles that were read are those of the chosen dashboard. */
function isOfChosen(state: FormState): boolean {
  return factsOf(state).tiles?.dashboardId === textIn(state.values, "dashboardId");
}

function tileChoices(state: FormState): Choice[] {
  const tiles = isOfChosen(state) ? (factsOf(state).tiles?.tiles ?? []) : [];
  const choices = tiles.flatMap(({ id, name }, index) =>
    id ? [{ value: id, text: shownName(name, `Tile ${index + 1}, without a name`) }] : [],
  );
  return withChosen(choices, textIn(state.values, "tileId"));
}

const thresholdWords: Record<(typeof alertThresholdTypes)[number], string> = {
  above: "at or above the threshold",
  above_exclusive: "above the threshold",
  below: "below the threshold",
  below_or_equal: "at or below the threshold",
  equal: "exactly the threshold",
  not_equal: "not the threshold",
  between: "between two thresholds",
  not_between: "outside two thresholds",
};

const isRead = (state: FormState) => factsOf(state).isRead;

/** When an alert fires: the condition on its value, and the interval. */
export const ruleFields: readonly FormField[] = [
  {
    name: "thresholdType",
    label: "Fires if the value is",
    input: "select",
    optional: false,
    initial: "above",
    choices: thresholdChoices,
    shows: isRead,
  },
  {
    name: "threshold",
    label: "Threshold",
    input: "number",
    decimal: true,
    optional: false,
    shows: isRead,
  },
  {
    name: "thresholdMax",
    label: "Upper threshold",
    input: "number",
    decimal: true,
    optional: false,
    shows: (state) => isRead(state) && takesMax(String(state.values["thresholdType"])),
  },
  {
    name: "interval",
    label: "Time window",
    help: "How often the server checks, and how far back.",
    input: "select",
    optional: false,
    initial: "5m",
    choices: intervalChoices,
    shows: isRead,
  },
  {
    name: "otherInterval",
    label: "Other time window",
    help: "A number and a unit: 45m, 2h or 3d.",
    input: "text",
    optional: false,
    placeholder: "10m",
    maxLength: 10,
    shows: (state) => isRead(state) && isOtherInterval(state),
  },
];

/** The types of the specification's nine fields, those of stand-alone servers, and the alert's present one. */
function thresholdChoices(state: FormState): Choice[] {
  const facts = factsOf(state);
  const { seen, copied } = facts;
  const offered = alertThresholdTypes.filter(
    (type) => isStandalone(facts) || !takesMax(type) || type === seen?.thresholdType,
  );
  const known = offered.map((type) => ({ value: type as string, text: thresholdWords[type] }));
  const ofCopy = isStandalone(facts) || !takesMax(copied?.thresholdType) ? copied?.thresholdType : undefined;
  return withPresent(known, seen?.thresholdType ?? ofCopy ?? undefined);
}

function intervalChoices(state: FormState): Choice[] {
  const known = alertIntervals.map((interval) => ({
    value: interval as string,
    text: formatInterval(interval),
  }));
  const { seen, copied } = factsOf(state);
  const offered = withPresent(known, (seen ?? copied)?.interval ?? undefined);
  return [...offered, { value: otherInterval, text: "Another time…" }];
}

/** An unknown word of the server is offered if the alert has it, or the copied one. */
function withPresent(choices: readonly Choice[], present: string | undefined): Choice[] {
  const isKnown = !present || choices.some(({ value }) => value === present);
  return isKnown ? [...choices] : [...choices, { value: present, text: `${present} (as now)` }];
}

/** The name and the message of an alert. */
export const textFields: readonly FormField[] = [
  {
    name: "name",
    label: "Name",
    input: "text",
    optional: (state) => isUnnamed(factsOf(state).seen),
    maxLength: nameLength,
    shows: isRead,
  },
  {
    name: "message",
    label: "Message",
    help: "Sent with the alert: what it means and what to do. Empty it to send the name alone.",
    input: "lines",
    optional: true,
    maxLength: messageLength,
    shows: isRead,
  },
];
