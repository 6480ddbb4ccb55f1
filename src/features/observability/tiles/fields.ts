import type { FormField, FormSection, FormState, Fixed } from "../../../platform/forms/form.ts";
import { hasOwnSeries } from "./format-tile.ts";
import { factsOf, readIn } from "../dashboards/form.ts";
import {
  aggregationChoices,
  groupsInForm,
  mostSeries,
  seriesChoices,
  sourceChoices,
  typeChoices,
} from "./series.ts";
import {
  type SeriesIndex,
  removeField,
  seriesField,
  seriesFieldNames,
  seriesIndexIn,
  tileIn,
} from "./values.ts";

const isRead = (state: FormState) => readIn(state) !== undefined;

/** A tile without series of its own can only be moved and renamed here. */
function hasSeries(state: FormState): boolean {
  const tile = tileIn(state);
  return isRead(state) && (!tile || hasOwnSeries(tile));
}

const whichSeries: FormField = {
  name: "series",
  label: "Series",
  help: "This tile has several. Choose one to change. Changes to all of them are saved together.",
  input: "select",
  optional: false,
  numeric: true,
  shows: (state) => hasSeries(state) && (tileIn(state)?.series?.length ?? 0) > 1,
  choices: (state) => seriesChoices(tileIn(state) ?? {}),
};

/** The fields of one series, which show while it is the one to change. */
function seriesFields(index: SeriesIndex): FormField[] {
  const isNew = index === "New";
  const shows = (state: FormState) =>
    hasSeries(state) && (isNew ? state.values["addSeries"] === true : seriesIndexIn(state) === index);
  const present = (state: FormState) => (isNew ? undefined : tileIn(state)?.series?.[index]);
  const initial = (value: string) => (isNew ? { initial: value } : {});
  const type = seriesField("type", index);
  return [
    {
      name: type,
      label: "Type",
      input: "select",
      ...initial("time"),
      optional: false,
      shows,
      choices: (state) => typeChoices(present(state)),
    },
    {
      name: seriesField("dataSource", index),
      label: "Data source",
      input: "select",
      ...initial("events"),
      optional: false,
      shows,
      rest: "Choose any other one in the server's console.",
      choices: (state) => sourceChoices(factsOf(state), present(state)),
    },
    {
      name: seriesField("aggFn", index),
      label: "Aggregation",
      ...initial("count"),
      help: "The API documents Count. Others may need a field, which you set in the server's console.",
      input: "select",
      optional: false,
      shows,
      choices: (state) => aggregationChoices(present(state)),
    },
    {
      name: seriesField("where", index),
      label: "Filter",
      help: "field:value, such as level:error or service:checkout level:error. Leave it empty to count everything.",
      input: "text",
      optional: true,
      placeholder: "level:error",
      shows,
    },
    {
      name: seriesField("groupBy", index),
      label: "Group by",
      help: "One line for each value of a field, such as host. Separate fields with commas. Leave it empty for one line.",
      input: "text",
      optional: true,
      placeholder: "host",
      shows: (state) =>
        shows(state) && state.values[type] === "time" && groupsInForm(present(state)?.groupBy) !== undefined,
    },
  ];
}

function seriesCount(state: FormState): number {
  return tileIn(state)?.series?.length ?? 1;
}

function removal(index: number): FormField {
  return {
    name: removeField(index),
    label: "Remove",
    toggleText: "Remove this series",
    input: "toggle",
    optional: true,
    shows: (state) => hasSeries(state) && seriesIndexIn(state) === index && seriesCount(state) > 1,
  };
}

const asRatio: FormField = {
  name: "asRatio",
  label: "As a ratio",
  toggleText: "Divide the first series by the second",
  input: "toggle",
  optional: true,
  shows: hasSeries,
};

const addSeries: FormField = {
  name: "addSeries",
  label: "Another series",
  toggleText: "Add a series to this tile",
  input: "toggle",
  optional: true,
  shows: (state) => hasSeries(state) && seriesCount(state) < mostSeries,
};

const content: readonly FormField[] = [
  whichSeries,
  ...Array.from({ length: mostSeries }, (_, index) => [...seriesFields(index), removal(index)]).flat(),
  asRatio,
  addSeries,
];

const position: readonly FormField[] = [
  cells("column", "First column", "From the left, starting at 1."),
  cells("row", "First row", "From the top, starting at 1."),
  cells("width", "Width", "In columns. Most servers have 24."),
  cells("height", "Height", "In rows."),
];

function cells(field: string, label: string, help: string): FormField {
  return { name: field, label, help, input: "number", optional: false, min: 1, shows: isRead };
}

/** The sections of a new tile's form. */
export const newTileSections: readonly FormSection[] = [
  {
    fields: [
      {
        name: "name",
        label: "Name",
        input: "text",
        optional: false,
        placeholder: "Errors by host",
        shows: isRead,
      },
    ],
  },
  { title: "What it shows", fields: content },
  { title: "The series to add", fields: seriesFields("New") },
  { title: "Place and size", fields: position },
];

/** The same for a present tile. It may lack any of the fields, and an empty one stays as it is. */
export const tileSections: readonly FormSection[] = newTileSections.map(({ fields, ...section }) => ({
  ...section,
  fields: fields.map((field) => ({ ...field, optional: field.name !== "series" })),
}));

/** Fixes the fields of the series that do not show at the moment, because hidden fields would not count. */
export function otherSeries({ values }: Pick<FormState, "values">): Record<string, Fixed> {
  const shown = seriesIndexIn({ values });
  const others = Array.from({ length: mostSeries }, (_, index) => index).filter((index) => index !== shown);
  const fields = others.flatMap((index) => [
    ...seriesFieldNames.map((field) => seriesField(field, index)),
    removeField(index),
  ]);
  // A field that does not show needs no reason.
  return Object.fromEntries(fields.map((field) => [field, { value: values[field], because: "" }]));
}
