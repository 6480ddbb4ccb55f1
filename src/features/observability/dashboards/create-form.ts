import { z } from "zod";
import { section } from "../../../platform/blocks/text.ts";
import { type Source, Source as SourceRecord } from "../../../platform/cloud/observability/source.ts";
import type { Form, FormField, FormProblem, FormState, FormValues } from "../../../platform/forms/form.ts";
import { readOnce, textIn } from "../../../platform/forms/state.ts";
import { formatList } from "../../../lib/text.ts";
import { acceptChange } from "../changes/views.ts";
import type { ObservabilityContext } from "../context.ts";
import { type DashboardBody, observabilityClientOf } from "../observability-client.ts";
import { ifReadable } from "../readable.ts";
import { NamedTarget } from "../target.ts";
import { type Series, sourceChoices, sourceOfChoice } from "../tiles/series.ts";
import { filterProblem } from "../tiles/problems.ts";
import { nameField, noName, tagsField, tagsInText } from "./forms.ts";
import * as texts from "./texts.ts";

const Facts = z.object({
  target: NamedTarget,
  /** Absent until they are read, and if the server does not list them. */
  sources: z.array(SourceRecord).optional(),
});

const factsIn = readOnce((facts) => Facts.parse(facts));

/** The tiles to start with, each by its toggle. */
const starters = ["everything", "matching", "grouped", "number"] as const;
type Starter = (typeof starters)[number];

const toggles: Record<Starter, { label: string; toggleText: string; initial?: true }> = {
  everything: { label: "First tiles", toggleText: "Everything over time", initial: true },
  matching: { label: "Matching", toggleText: "What matches the filter, over time", initial: true },
  grouped: { label: "By field", toggleText: "What matches, a line for each value of a field" },
  number: { label: "Number", toggleText: "How many match, as one number", initial: true },
};

function isOn({ values }: Pick<FormState, "values">, starter: Starter): boolean {
  return values[starter] === true;
}

function hasFilter(state: FormState): boolean {
  return isOn(state, "matching") || isOn(state, "grouped") || isOn(state, "number");
}

const starterFields = starters.map((name): FormField => ({
  name,
  ...toggles[name],
  input: "toggle",
  optional: true,
}));

const contentFields: readonly FormField[] = [
  {
    name: "dataSource",
    label: "Data source",
    input: "select",
    optional: false,
    initial: "events",
    choices: ({ facts }) => sourceChoices(factsIn(facts), undefined),
    follows: ({ facts }) => String(factsIn(facts).sources?.length ?? 0),
  },
  ...starterFields,
  {
    name: "where",
    label: "Filter",
    help: (state) => `As field:value.${knownFields(state)}`,
    input: "text",
    optional: false,
    initial: "level:error",
    shows: hasFilter,
  },
  {
    name: "groupBy",
    label: "Field to group by",
    input: "text",
    optional: false,
    initial: "service",
    shows: (state) => isOn(state, "grouped"),
  },
];

/** The form that makes a dashboard, with tiles to start with. */
export const createDashboardForm: Form<ObservabilityContext> = {
  name: "create-dashboard",
  access: "operator",
  title: texts.formTitles.create,
  submit: "Create",
  begin: async (given) => ({ values: {}, facts: Facts.parse(given) }),
  async fetchFacts(about, { facts }, context) {
    if (about !== "") return undefined;
    const { target } = factsIn(facts);
    const sources = await ifReadable(observabilityClientOf(target, context).sources.list());
    return sources && { facts: { sources } };
  },
  steps: [
    {
      name: "create",
      title: texts.formTitles.create,
      intro: ({ facts }) => [section(texts.creates(factsIn(facts).target.name))],
      sections: [
        { fields: [{ ...nameField, placeholder: "Checkout" }] },
        { fields: contentFields },
        { fields: [tagsField] },
      ],
    },
  ],
  problems,
  async accept(submitted, context) {
    const { target } = factsIn(submitted.facts);
    return acceptChange(
      submitted,
      target,
      { kind: "create-dashboard", body: bodyIn(submitted.values) },
      context,
    );
  },
};

function problems(state: FormState): FormProblem[] {
  const { values } = state;
  const where = textIn(values, "where");
  const wrong = hasFilter(state) && where !== "" ? filterProblem(where) : undefined;
  return [
    ...(textIn(values, "name") === "" ? [noName] : []),
    ...(hasFilter(state) && where === "" ? [{ field: "where", message: texts.problems.filter }] : []),
    ...(wrong === undefined ? [] : [{ field: "where", message: wrong }]),
    ...(isOn(state, "grouped") && textIn(values, "groupBy") === ""
      ? [{ field: "groupBy", message: texts.problems.groupBy }]
      : []),
  ];
}

// Running servers have 24 columns. Two tiles fit side by side.
const size = { w: 12, h: 6 };

/** The body of a new dashboard as a form's values make it, with its tiles two in a row. */
export function bodyIn(values: FormValues): DashboardBody {
  const dataSource = textIn(values, "dataSource") || "events";
  const [where, field] = [textIn(values, "where"), textIn(values, "groupBy")];
  const what = /^\S*:"?errors?"?$/i.test(where) ? "Errors" : where;
  const count = { dataSource, aggFn: "count", where };
  const tiles: Record<Starter, { name: string; series: Series[] }> = {
    everything: {
      name: texts.starterNames.everything,
      series: [{ type: "time", ...count, where: "", groupBy: [] }],
    },
    matching: { name: texts.starterNames.matching(what), series: [{ type: "time", ...count, groupBy: [] }] },
    grouped: {
      name: texts.starterNames.grouped(what, field),
      series: [{ type: "time", ...count, groupBy: [field] }],
    },
    number: { name: texts.starterNames.number(what), series: [{ type: "number", ...count }] },
  };
  return {
    name: textIn(values, "name"),
    tiles: starters
      .filter((starter) => isOn({ values }, starter))
      .map((starter, index) => ({
        ...tiles[starter],
        x: (index % 2) * size.w,
        y: Math.floor(index / 2) * size.h,
        ...size,
        asRatio: false,
      })),
    tags: tagsInText(textIn(values, "tags"), []),
  };
}

const mostFields = 6;

/** The fields that the chosen source names, as a sentence; "" if it names none. */
function knownFields({ values, facts }: FormState): string {
  const source = sourceOfChoice(factsIn(facts).sources ?? [], textIn(values, "dataSource"));
  const names = source ? fieldsOf(source).slice(0, mostFields) : [];
  return names.length === 0 ? "" : texts.fieldsOfSource(formatList(names));
}

/** Running servers name a source's fields in expressions, such as `severityTextExpression`. */
function fieldsOf(source: Source): string[] {
  const named = Object.entries(source).flatMap(([key, value]) =>
    key.endsWith("Expression") && typeof value === "string" && /^\w{1,60}$/.test(value) ? [value] : [],
  );
  return [...new Set(named)];
}
