import type { KnownBlock } from "@slack/types";
import { exactCode } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
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
import { acceptChange } from "../changes/accept.ts";
import { alertsThatGo } from "./alerts-that-go.ts";
import { boldName, nameOfDashboard, tilesInWords } from "./read-words.ts";
import { beginAbout, findAbout, notRead, readIn, readingIntro } from "./form-facts.ts";

const field: FormField = {
  name: "typedName",
  label: "Its name, to be sure",
  help: "Exactly as it stands above.",
  input: "text",
  optional: false,
  shows: (state) => readIn(state) !== undefined,
};

/** The form that deletes a dashboard, once its name is typed. */
export const deleteDashboardForm: Form<ObservabilityContext> = {
  name: "delete-dashboard",
  access: "operator",
  title: "Delete a dashboard",
  submit: "Delete",
  begin: beginAbout,
  lookUp: (_about, state, context) => findAbout(state, { alerts: true }, context),
  steps: [{ name: "delete", title: "Delete", intro, sections: [{ fields: [field] }] }],
  problems,
  accept,
};

function intro(state: FormState): KnownBlock[] {
  const read = readIn(state);
  if (!read) return readingIntro(state);
  const { dashboard, alerts, unreadableAlerts } = read;
  const tiles = tilesInWords(dashboard);
  return [
    section(`${boldName(dashboard)} is deleted for everybody, with its ${tiles}. This cannot be undone.`),
    section(alertsThatGo(alerts, unreadableAlerts)),
    section(`Type its name: ${exactCode(nameOfDashboard(dashboard))}`),
  ];
}

function problems(state: FormState): FormProblem[] {
  const read = readIn(state);
  if (!read) return [...notRead];
  const name = nameOfDashboard(read.dashboard);
  if (textIn(state.values, field.name) === name) return [];
  return [{ field: field.name, message: `Type the name exactly: ${name}` }];
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const read = readIn(submitted);
  if (!read) return { problems: [...notRead] };
  const { dashboard, place } = read;
  const wanted = { kind: "delete-dashboard", id: dashboard.id, name: dashboard.name ?? "" } as const;
  return acceptChange(submitted, place, wanted, context);
}
