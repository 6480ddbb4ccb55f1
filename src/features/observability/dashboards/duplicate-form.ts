import type { KnownBlock } from "@slack/types";
import { section } from "../../../platform/blocks/text.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import type {
  Accepted,
  Form,
  FormField,
  FormProblem,
  FormState,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { withoutLeftOut } from "../../../lib/json.ts";
import { plural } from "../../../lib/text.ts";
import { acceptChange } from "../changes/accept.ts";
import type { DashboardBody } from "../observability-client.ts";
import { dashboardBody } from "./edit.ts";
import { boldName, nameOfDashboard } from "./read-words.ts";
import { beginAbout, findAbout, notRead, readIn, readingIntro } from "./form-facts.ts";

const field: FormField = {
  name: "name",
  label: "Name of the copy",
  input: "text",
  optional: false,
  shows: (state) => readIn(state) !== undefined,
};

/** The form that makes a second dashboard like one. */
export const duplicateDashboardForm: Form<ObservabilityContext> = {
  name: "duplicate-dashboard",
  access: "operator",
  title: "Duplicate a dashboard",
  submit: "Duplicate",
  begin: beginAbout,
  fetchFacts: (_about, state, context) =>
    findAbout(state, {}, context, ({ dashboard }) => ({ name: `${nameOfDashboard(dashboard)} (copy)` })),
  steps: [{ name: "duplicate", title: "Duplicate", intro, sections: [{ fields: [field] }] }],
  problems,
  accept,
};

function intro(state: FormState): KnownBlock[] {
  const dashboard = readIn(state)?.dashboard;
  if (!dashboard) return readingIntro(state);
  const tiles = plural(dashboard.tiles?.length ?? 0, "tile");
  const unread = formatUnreadable("tile", unreadableTiles(dashboard)).map((note) => `${note} Not copied.`);
  return [
    section(
      [
        `A second dashboard like ${boldName(dashboard)}, with its ${tiles} and tags. Alerts are not copied.`,
        ...unread,
      ].join("\n"),
    ),
  ];
}

function problems(state: FormState): FormProblem[] {
  if (!readIn(state)) return [...notRead];
  return textIn(state.values, "name") === "" ? [{ field: "name", message: "Give the copy a name." }] : [];
}

/** All that the other has, but what is that one's own: tiles without ids get new ones. */
function copyOf(dashboard: Dashboard, name: string): DashboardBody {
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...body } = withoutLeftOut(dashboardBody(dashboard));
  return { ...body, name, tiles: body.tiles.map(({ id: _id, ...tile }) => tile) };
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const read = readIn(submitted);
  if (!read) return { problems: [...notRead] };
  const { dashboard, target } = read;
  const body = copyOf(dashboard, textIn(submitted.values, "name"));
  return acceptChange(submitted, target, { kind: "create-dashboard", body }, context);
}
