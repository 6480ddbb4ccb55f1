import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError, attempt } from "../../../lib/errors.ts";
import { idOfUnreadable } from "../../../lib/json.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import type { Form, FormProblem, FormState } from "../../../platform/forms/form.ts";
import { readOnce, textIn } from "../../../platform/forms/state.ts";
import { acceptChange } from "../changes/views.ts";
import type { ObservabilityContext } from "../context.ts";
import { shownName } from "../names.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { copyOf } from "./form/copy.ts";
import {
  type AlertFormFacts,
  AlertFormStart,
  type TargetRead,
  begin,
  canChooseWebhook,
  factsOf,
  fetchFacts,
  ourHooks,
} from "./form/facts.ts";
import { ruleFields, textFields, watchedFields } from "./form/fields.ts";
import { notifySections } from "./form/notify-fields.ts";
import { problemsOf } from "./form/problems.ts";
import {
  bodyIn,
  editIn,
  isMessageCut,
  nameLength,
  ruleIn,
  tileIn,
  valuesOf,
  watchesSearch,
  webhookIn,
} from "./form/values.ts";
import { formatAlertRule, formatNotifies, takesMax } from "./format-rule.ts";
import { tileOf } from "./format-watched.ts";
import * as texts from "./texts.ts";

const notifyStep = "notify";

/** The text above the fields: that the form is reading, what is wrong, or the rule as far as it is filled in. */
export function preview(state: FormState): KnownBlock[] {
  const facts = factsOf(state);
  const { isRead, trouble, target } = facts;
  const warning = trouble === undefined ? [] : [section(`:warning: ${trouble}`)];
  if (!isRead) {
    return trouble === undefined ? [section(texts.reading(target.name))] : warning;
  }
  return [...warning, ruleLine(state)];
}

function ruleLine(state: FormState): KnownBlock {
  if (!isRuleWhole(state)) return smallPrint(texts.previewLater);
  return section(`Fires ${formatAlertRule(ruleIn(state), watchedTile(state))}.${formatNotified(state)}`);
}

function watchedTile(state: FormState) {
  const { seen, tiles } = factsOf(state);
  const chosen = tileIn(state);
  if (chosen || !seen || !tiles) return chosen;
  return tileOf(seen, [{ id: tiles.dashboardId, tiles: tiles.tiles }]);
}

function isRuleWhole(state: FormState): boolean {
  const { threshold, thresholdMax, thresholdType, savedSearchId } = ruleIn(state);
  if (threshold === undefined || (takesMax(thresholdType) && thresholdMax === undefined)) return false;
  if (factsOf(state).seen) return true;
  return watchesSearch(state) ? savedSearchId !== undefined : tileIn(state) !== undefined;
}

function formatNotified(state: FormState): string {
  const facts = factsOf(state);
  if (facts.seen && !canChooseWebhook(facts))
    return texts.previewNotifies(formatNotifies(facts.seen, facts.webhooks), true);
  const webhook = webhookIn(state);
  if (!webhook) return "";
  const channel = { type: "webhook", webhookId: webhook.webhookId };
  return texts.previewNotifies(formatNotifies({ id: "", channel }, [webhook]));
}

/** The form of `/db alerts create` and `duplicate`: first when it fires, then whom it notifies. */
export const createAlertForm: Form<ObservabilityContext> = {
  name: "create-alert",
  access: "operator",
  title: texts.formTitles.create,
  submit: "Create",
  begin,
  steps: [
    {
      name: "rule",
      title: texts.stepTitles.rule,
      intro: preview,
      sections: [{ fields: watchedFields }, { fields: ruleFields }],
    },
    {
      name: notifyStep,
      title: texts.stepTitles.notify,
      intro: preview,
      sections: [...notifySections(notifyStep), { fields: textFields }],
    },
  ],
  problems: problemsOf,
  prepare: async (step, state, context) => (step === notifyStep ? prepareNotify(state, context) : undefined),
  fetchFacts: (about, state, context) => fetchFacts(about, state, context, fillNew),
  async accept(submitted, context) {
    const { target } = factsOf(submitted);
    const hookId = webhookIn(submitted)?.hookId;
    return acceptChange(
      submitted,
      target,
      { kind: "create-alert", body: bodyIn(submitted), hookId },
      context,
    );
  },
};

/** Hooks may have been made meanwhile. The alert has the name of its tile until its person types another. */
async function prepareNotify(state: FormState, context: ObservabilityContext): Promise<Partial<FormState>> {
  const { filledName = "" } = factsOf(state);
  const facts = { hooks: await ourHooks(context) };
  const name = textIn(state.values, "name");
  const usual = watchesSearch(state) ? "" : (tileIn(state)?.name ?? "").trim().slice(0, nameLength);
  if (name !== filledName || usual === "" || usual === name) return { facts };
  return { facts: { ...facts, filledName: usual }, values: { name: usual } };
}

function fillNew({ dashboards, alert }: TargetRead, facts: AlertFormFacts): Partial<FormState> {
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

/** Why the given tile cannot be watched; undefined if it can. */
function troubleOf(dashboard: Dashboard | undefined, tileId: string | undefined): string | undefined {
  if (tileId === undefined || dashboard?.tiles?.some(({ id }) => id === tileId)) return undefined;
  const odd = dashboard ? unreadableTiles(dashboard) : [];
  return odd.some((tile) => idOfUnreadable(tile) === tileId) ? texts.tileUnreadable : texts.tileGone;
}

const editStep = "alert";

/** The form of `/db alerts edit`. What it does not show of an alert stays as it is. */
export const editAlertForm: Form<ObservabilityContext> = {
  name: "edit-alert",
  access: "operator",
  title: texts.formTitles.edit,
  submit: "Save",
  begin,
  steps: [
    {
      name: editStep,
      title: texts.stepTitles.edit,
      intro: preview,
      sections: [
        { fields: watchedFields },
        { fields: ruleFields },
        ...notifySections(editStep),
        { fields: textFields },
      ],
    },
  ],
  problems: (state) => [...problemsOf(state), ...nothingChanged(state)],
  prepare: async (_step, _state, context) => ({ facts: { hooks: await ourHooks(context) } }),
  fetchFacts: (about, state, context) => fetchFacts(about, state, context, fillSeen),
  async accept(submitted, context) {
    const { target, seen } = factsOf(submitted);
    if (!seen) return { problems: problemsOf(submitted) };
    const edit = editIn(submitted, seen);
    const hookId = edit.webhookId === undefined ? undefined : webhookIn(submitted)?.hookId;
    return acceptChange(
      submitted,
      target,
      { kind: "update-alert", id: seen.id, seen, edit, hookId },
      context,
    );
  },
};

function fillSeen({ alert: seen }: TargetRead): Partial<FormState> {
  if (!seen) return {};
  const trouble = isMessageCut(seen) ? texts.cutMessage : undefined;
  return { facts: { seen, trouble }, values: valuesOf(seen) };
}

function nothingChanged(state: FormState): FormProblem[] {
  const { seen } = factsOf(state);
  if (!seen || Object.keys(editIn(state, seen)).length > 0) return [];
  return [{ field: "name", message: texts.problems.unchanged }];
}

const DeleteFacts = AlertFormStart.required({ alertId: true }).extend({
  /** The server's name of it, which must be the same when it is deleted; absent until it is read. */
  name: z.string().optional(),
  trouble: z.string().optional(),
});

const deleteFactsIn = readOnce((facts) => DeleteFacts.parse(facts));

/** The form that deletes an alert, once its name is typed. */
export const deleteAlertForm: Form<ObservabilityContext> = {
  name: "delete-alert",
  access: "operator",
  title: texts.formTitles.remove,
  submit: "Delete",
  // The alert's id is not a value, because no field shows it.
  begin: async (given) => ({ values: {}, facts: given }),
  async fetchFacts(_about, { facts }, context) {
    const { target, alertId, name } = deleteFactsIn(facts);
    if (name !== undefined) return undefined;
    const alert = await attempt(() => observabilityClientOf(target, context).alerts.get(alertId));
    if (alert instanceof AppError) return { facts: { trouble: explain(alert) } };
    return { facts: { name: alert.name ?? "", trouble: undefined } };
  },
  steps: [
    {
      name: "delete",
      title: texts.stepTitles.remove,
      intro({ facts }) {
        const { target, alertId, name, trouble } = deleteFactsIn(facts);
        if (trouble !== undefined) return [section(`:warning: ${trouble}`)];
        if (name === undefined) return [section(texts.reading(target.name))];
        return [section(texts.deletes(shownName(name, alertId), target.name))];
      },
      sections: [
        {
          fields: [
            {
              name: "typed",
              label: "Type its name to confirm",
              input: "text",
              optional: false,
              maxLength: 3_000,
              shows: ({ facts }) => deleteFactsIn(facts).name !== undefined,
            },
          ],
        },
      ],
    },
  ],
  problems({ values, facts }) {
    const { alertId, name, trouble } = deleteFactsIn(facts);
    if (name === undefined) {
      const message = trouble === undefined ? texts.problems.wait : texts.problems.readingAgain;
      return [{ field: "typed", message }];
    }
    const typed = shownName(name, alertId);
    if (textIn(values, "typed") === typed) return [];
    return [{ field: "typed", message: texts.typeName(typed) }];
  },
  async accept(submitted, context) {
    const { target, alertId, name = "" } = deleteFactsIn(submitted.facts);
    return acceptChange(submitted, target, { kind: "delete-alert", id: alertId, name }, context);
  },
};
