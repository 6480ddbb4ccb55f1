import type { KnownBlock } from "@slack/types";
import { escapeName, exactCode } from "../../../platform/blocks/escape.ts";
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
import { boldName, nameOfDashboard, formatTiles } from "./read-words.ts";
import { beginAbout, findAbout, notRead, readIn, readingIntro } from "./form-facts.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { formatList, plural } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";

const mostNames = 5;

/** What goes with a tile or a dashboard that is deleted, in mrkdwn; undefined alerts are those of a server that does not list them. */
export function alertsThatGo(
  alerts: readonly Alert[] | undefined,
  unreadable: readonly Unreadable[] = [],
): string {
  const [unread] = formatUnreadable("alert", unreadable);
  const known = knownToGo(alerts);
  if (!unread) return known;
  return `${alerts?.length ? `${known} ` : ""}${unread} What stands on it of those goes with it too.`;
}

function knownToGo(alerts: readonly Alert[] | undefined): string {
  if (!alerts) return "Alerts that stand on it go with it; this server did not say which there are.";
  if (alerts.length === 0) return "No alert stands on it.";
  const names = alerts.slice(0, mostNames).map(({ name }) => `“${escapeName(name ?? "") || "unnamed"}”`);
  const more = alerts.length - names.length;
  const all = formatList([...names, ...(more > 0 ? [`${more} more`] : [])]);
  const [verb, stand] = alerts.length === 1 ? ["goes", "stands"] : ["go", "stand"];
  return `:warning: *${plural(alerts.length, "alert")}* that ${stand} on it ${verb} with it: ${all}.`;
}

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
  fetchFacts: (_about, state, context) => findAbout(state, { alerts: true }, context),
  steps: [{ name: "delete", title: "Delete", intro, sections: [{ fields: [field] }] }],
  problems,
  accept,
};

function intro(state: FormState): KnownBlock[] {
  const read = readIn(state);
  if (!read) return readingIntro(state);
  const { dashboard, alerts, unreadableAlerts } = read;
  const tiles = formatTiles(dashboard);
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
  const { dashboard, target } = read;
  const wanted = { kind: "delete-dashboard", id: dashboard.id, name: dashboard.name ?? "" } as const;
  return acceptChange(submitted, target, wanted, context);
}
