import { escapeName, exactCode } from "../../../platform/blocks/escape.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import type { Form, FormField, FormState, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { withoutLeftOut } from "../../../lib/json.ts";
import { linesOf, plural } from "../../../lib/text.ts";
import { acceptChange } from "../changes/accept.ts";
import type { ObservabilityContext } from "../context.ts";
import { inputTags, inputText } from "../names.ts";
import type { DashboardBody } from "../observability-client.ts";
import { NamedTarget } from "../target.ts";
import { z } from "zod";
import { type DashboardEdit, dashboardBody } from "./edit.ts";
import { dashboardForm, editChange, readIn } from "./form.ts";
import { alertsThatGo, boldName, formatTiles, nameOfDashboard } from "./format-dashboard.ts";

const isRead = (state: FormState) => readIn(state) !== undefined;

const nameField: FormField = { name: "name", label: "Name", input: "text", optional: false };
const tagsField: FormField = {
  name: "tags",
  label: "Tags",
  help: "One on each line, or separated by commas. People find dashboards by them.",
  input: "lines",
  optional: true,
  placeholder: "checkout, production",
};

const noName = { field: "name", message: "Give it a name, such as Checkout." };

/** The tags in a text: one on each line or between commas, each once. A present tag may hold a comma. */
export function tagsInText(text: string, present: readonly string[]): string[] {
  const tags = linesOf(text).flatMap(({ line }) =>
    present.includes(line) ? [line] : line.split(",").map((part) => part.trim()),
  );
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

const NewFacts = z.object({ target: NamedTarget });

/** The form that makes a dashboard without tiles. */
export const createDashboardForm: Form<ObservabilityContext> = {
  name: "create-dashboard",
  access: "operator",
  title: "Create a dashboard",
  submit: "Create",
  begin: async (given) => ({ values: {}, facts: NewFacts.parse(given) }),
  steps: [
    {
      name: "create",
      title: "Create a dashboard",
      intro: ({ facts }) => [
        section(
          `A new dashboard in *${escapeName(NewFacts.parse(facts).target.name)}*. Once it is there, “Add a tile” puts tiles on it.`,
        ),
      ],
      sections: [{ fields: [{ ...nameField, placeholder: "Checkout" }, tagsField] }],
    },
  ],
  problems: ({ values }) => (textIn(values, "name") === "" ? [noName] : []),
  async accept(submitted, context) {
    const { target } = NewFacts.parse(submitted.facts);
    const { values } = submitted;
    const body = { name: textIn(values, "name"), tiles: [], tags: tagsInText(textIn(values, "tags"), []) };
    return acceptChange(submitted, target, { kind: "create-dashboard", body }, context);
  },
};

/** The form that gives a dashboard another name or other tags. */
export const editDashboardForm = dashboardForm({
  name: "edit-dashboard",
  title: "Rename or retag",
  submit: "Save",
  readIn,
  valuesOf: ({ dashboard: { name, tags } }) => ({ name: inputText(name), tags: inputTags(tags ?? []) }),
  step: {
    name: "edit",
    title: "Rename or retag",
    sections: [
      {
        fields: [
          { ...nameField, shows: isRead },
          {
            ...tagsField,
            shows: (state) => isRead(state) && inputTags(readIn(state)?.dashboard.tags ?? []) !== undefined,
          },
        ],
      },
    ],
  },
  intro: ({ dashboard }) => [section(`${boldName(dashboard)}. Its tiles stay as they are.`)],
  problems({ dashboard }, values) {
    if (textIn(values, "name") === "") return [noName];
    const { name, tags } = describedBy(values, dashboard);
    if (name !== undefined || tags !== undefined) return [];
    return [{ field: "name", message: "Nothing is changed yet: this is what it says already." }];
  },
  wanted: (read, values) => editChange(read, describedBy(values, read.dashboard)),
});

/** Names only what was changed: a text that was left as shown changes nothing, however the server wrote it. */
function describedBy(
  values: FormValues,
  { name, tags }: Dashboard,
): Extract<DashboardEdit, { kind: "describe" }> {
  const [typedName, typedTags] = [textIn(values, "name"), textIn(values, "tags")];
  const present = tags ?? [];
  const shownTags = inputTags(present);
  return {
    kind: "describe",
    ...(typedName === inputText(name) ? {} : { name: typedName }),
    // The form does not ask for more tags than it can hold, so they stay.
    ...(shownTags === undefined || typedTags === shownTags ? {} : { tags: tagsInText(typedTags, present) }),
  };
}

/** The form that makes a second dashboard like one. */
export const duplicateDashboardForm = dashboardForm({
  name: "duplicate-dashboard",
  title: "Duplicate a dashboard",
  submit: "Duplicate",
  readIn,
  valuesOf: ({ dashboard }) => ({ name: `${nameOfDashboard(dashboard)} (copy)` }),
  step: {
    name: "duplicate",
    title: "Duplicate",
    sections: [{ fields: [{ ...nameField, label: "Name of the copy", shows: isRead }] }],
  },
  intro: ({ dashboard }) => [
    section(
      [
        `A second dashboard like ${boldName(dashboard)}, with its ${plural(dashboard.tiles?.length ?? 0, "tile")} and tags. Alerts are not copied.`,
        ...formatUnreadable("tile", unreadableTiles(dashboard)).map((note) => `${note} Not copied.`),
      ].join("\n"),
    ),
  ],
  problems: (_read, values) =>
    textIn(values, "name") === "" ? [{ field: "name", message: "Give the copy a name." }] : [],
  wanted: ({ dashboard }, values) => ({
    kind: "create-dashboard",
    body: copyOf(dashboard, textIn(values, "name")),
  }),
});

/** The copy leaves out the server's own times. Tiles without ids get new ones. */
function copyOf(dashboard: Dashboard, name: string): DashboardBody {
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...body } = withoutLeftOut(dashboardBody(dashboard));
  return { ...body, name, tiles: body.tiles.map(({ id: _id, ...tile }) => tile) };
}

/** The form that deletes a dashboard, once its name is typed. */
export const deleteDashboardForm = dashboardForm({
  name: "delete-dashboard",
  title: "Delete a dashboard",
  submit: "Delete",
  reads: { alerts: true },
  readIn,
  step: {
    name: "delete",
    title: "Delete",
    sections: [
      {
        fields: [
          {
            name: "typedName",
            label: "Its name, to be sure",
            help: "Exactly as it stands above.",
            input: "text",
            optional: false,
            shows: isRead,
          },
        ],
      },
    ],
  },
  intro: ({ dashboard, alerts, unreadableAlerts }) => [
    section(
      `${boldName(dashboard)} is deleted for everybody, with its ${formatTiles(dashboard)}. This cannot be undone.`,
    ),
    section(alertsThatGo(alerts, unreadableAlerts)),
    section(`Type its name: ${exactCode(nameOfDashboard(dashboard))}`),
  ],
  problems({ dashboard }, values) {
    const name = nameOfDashboard(dashboard);
    if (textIn(values, "typedName") === name) return [];
    return [{ field: "typedName", message: `Type the name exactly: ${name}` }];
  },
  wanted: ({ dashboard: { id, name } }) => ({ kind: "delete-dashboard", id, name: name ?? "" }),
});
