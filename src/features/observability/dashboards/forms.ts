import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import type { FormField, FormState, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { withoutLeftOut } from "../../../lib/json.ts";
import { linesOf } from "../../../lib/text.ts";
import { inputTags, inputText } from "../names.ts";
import type { DashboardBody } from "../observability-client.ts";
import { type DashboardEdit, dashboardBody } from "./edit.ts";
import { dashboardForm, editChange, readIn } from "./form.ts";
import { alertsThatGo, boldName, formatTiles, nameOfDashboard } from "./format-dashboard.ts";
import * as texts from "./texts.ts";

const isRead = (state: FormState) => readIn(state) !== undefined;

/** The field of a dashboard's name. */
export const nameField: FormField = { name: "name", label: "Name", input: "text", optional: false };
/** The field of a dashboard's tags. */
export const tagsField: FormField = {
  name: "tags",
  label: "Tags",
  help: "To find dashboards by. One on each line, or separated by commas.",
  input: "lines",
  optional: true,
  placeholder: "checkout, production",
};

/** The problem of a missing name. */
export const noName = { field: "name", message: texts.problems.name };

/** The tags in a text: one on each line or between commas, each once. A present tag may hold a comma. */
export function tagsInText(text: string, present: readonly string[]): string[] {
  const tags = linesOf(text).flatMap(({ line }) =>
    present.includes(line) ? [line] : line.split(",").map((part) => part.trim()),
  );
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** The form that gives a dashboard another name or other tags. */
export const editDashboardForm = dashboardForm({
  name: "edit-dashboard",
  title: texts.formTitles.edit,
  submit: "Save",
  readIn,
  valuesOf: ({ dashboard: { name, tags } }) => ({ name: inputText(name), tags: inputTags(tags ?? []) }),
  step: {
    name: "edit",
    title: texts.formTitles.edit,
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
  intro: ({ dashboard }) => [section(texts.renames(boldName(dashboard)))],
  problems({ dashboard }, values) {
    if (textIn(values, "name") === "") return [noName];
    const { name, tags } = describedBy(values, dashboard);
    if (name !== undefined || tags !== undefined) return [];
    return [{ field: "name", message: texts.problems.unchanged }];
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
  title: texts.formTitles.duplicate,
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
        texts.duplicates(boldName(dashboard), dashboard.tiles?.length ?? 0),
        ...formatUnreadable("tile", unreadableTiles(dashboard)).map(texts.notCopied),
      ].join("\n"),
    ),
  ],
  problems: (_read, values) =>
    textIn(values, "name") === "" ? [{ field: "name", message: texts.problems.nameOfCopy }] : [],
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
  title: texts.formTitles.remove,
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
            label: "Type its name to confirm",
            help: "Exactly as above.",
            input: "text",
            optional: false,
            shows: isRead,
          },
        ],
      },
    ],
  },
  intro: ({ dashboard, alerts, unreadableAlerts }) => [
    section(texts.deletes(boldName(dashboard), formatTiles(dashboard))),
    section(alertsThatGo(alerts, unreadableAlerts)),
    section(texts.typeThis(nameOfDashboard(dashboard))),
  ],
  problems({ dashboard }, values) {
    const name = nameOfDashboard(dashboard);
    if (textIn(values, "typedName") === name) return [];
    return [{ field: "typedName", message: texts.typeName(name) }];
  },
  wanted: ({ dashboard: { id, name } }) => ({ kind: "delete-dashboard", id, name: name ?? "" }),
});
