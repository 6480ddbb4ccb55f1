import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import type { Accepted, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { idOfUnreadable } from "../../../lib/unreadable.ts";
import { acceptChange } from "../changes/accept.ts";
import { type TargetRead, fetchFacts } from "./form/fetch.ts";
import { notifySections } from "./form/notify-fields.ts";
import { preview } from "./form/preview.ts";
import { problemsOf } from "./form/problems.ts";
import { ruleFields } from "./form/rule-fields.ts";
import { nameLength, textFields } from "./form/text-fields.ts";
import { watchedFields } from "./form/watched-fields.ts";
import { type AlertFormFacts, begin, factsOf, ourHooks } from "./form/facts.ts";
import { bodyIn, tileIn, watchesSearch, webhookIn } from "./form/values.ts";
import { copyOf } from "./form/not-copied.ts";

const notifyStep = "notify";

/** The form behind `/db alerts create` and `duplicate`: first when it fires, then whom it tells. */
export const createAlertForm: Form<ObservabilityContext> = {
  name: "create-alert",
  access: "operator",
  title: "Create an alert",
  submit: "Create",
  begin,
  steps: [
    {
      name: "rule",
      title: "When it fires",
      intro: preview,
      sections: [{ fields: watchedFields }, { fields: ruleFields }],
    },
    {
      name: notifyStep,
      title: "Whom it tells",
      intro: preview,
      sections: [...notifySections(notifyStep), { fields: textFields }],
    },
  ],
  problems: problemsOf,
  prepare: (step, state, context) =>
    step === notifyStep ? prepareNotify(state, context) : Promise.resolve(undefined),
  fetchFacts: (about, state, context) => fetchFacts(about, state, context, fill),
  accept,
};

/** Hooks may have been made meanwhile; and an alert is called as its tile until somebody says otherwise. */
async function prepareNotify(state: FormState, context: ObservabilityContext): Promise<Partial<FormState>> {
  const { filledName = "" } = factsOf(state);
  const facts = { hooks: await ourHooks(context) };
  const name = textIn(state.values, "name");
  const usual = watchesSearch(state) ? "" : (tileIn(state)?.name ?? "").trim().slice(0, nameLength);
  if (name !== filledName || usual === "" || usual === name) return { facts };
  return { facts: { ...facts, filledName: usual }, values: { name: usual } };
}

function fill({ dashboards, alert }: TargetRead, facts: AlertFormFacts): Partial<FormState> {
  if (alert) return copyOf(alert, facts);
  const { given } = facts;
  const [only, ...others] = dashboards;
  const dashboardId = given.dashboardId ?? (others.length === 0 ? only?.id : undefined);
  const trouble = troubleOf(
    dashboards.find(({ id }) => id === dashboardId),
    given.tileId,
  );
  return { values: { dashboardId, tileId: given.tileId }, ...(trouble && { facts: { trouble } }) };
}

/** Why a tile that was asked for cannot be watched; undefined for one that can. */
function troubleOf(dashboard: Dashboard | undefined, tileId: string | undefined): string | undefined {
  if (tileId === undefined || dashboard?.tiles?.some(({ id }) => id === tileId)) return undefined;
  const odd = dashboard ? unreadableTiles(dashboard) : [];
  return odd.some((tile) => idOfUnreadable(tile) === tileId)
    ? "What the server says of the tile is in a form not known here. Choose another one."
    : "The tile is not there any more. Choose another one.";
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const { target } = factsOf(submitted);
  const hookId = webhookIn(submitted)?.hookId;
  const wanted = { kind: "create-alert", body: bodyIn(submitted), hookId } as const;
  return acceptChange(submitted, target, wanted, context);
}
