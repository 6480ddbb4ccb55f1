import type { ObservabilityContext } from "../context.ts";
import type { Accepted, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { acceptChange } from "../changes/accept.ts";
import { isMessageCut, valuesOf } from "./form/alert-values.ts";
import { begin, ourHooks } from "./form/begin.ts";
import { editIn } from "./form/edit.ts";
import { factsOf } from "./form/facts.ts";
import { type PlaceRead, lookUp } from "./form/look-up.ts";
import { notifySections } from "./form/notify-fields.ts";
import { preview } from "./form/preview.ts";
import { problemsOf } from "./form/problems.ts";
import { ruleFields } from "./form/rule-fields.ts";
import { textFields } from "./form/text-fields.ts";
import { webhookIn } from "./form/values.ts";
import { watchedFields } from "./form/watched-fields.ts";

const step = "alert";

/** The form behind `/db alerts edit`: what it does not show of an alert stays as it is. */
export const editAlertForm: Form<ObservabilityContext> = {
  name: "edit-alert",
  access: "operator",
  title: "Edit an alert",
  submit: "Save",
  begin,
  steps: [
    {
      name: step,
      title: "Alert",
      intro: preview,
      sections: [
        { fields: watchedFields },
        { fields: ruleFields },
        ...notifySections(step),
        { fields: textFields },
      ],
    },
  ],
  problems: (state) => [...problemsOf(state), ...nothingChanged(state)],
  prepare: async (_step, _state, context) => ({ facts: { hooks: await ourHooks(context) } }),
  lookUp: (about, state, context) => lookUp(about, state, context, fill),
  accept,
};

function fill({ alert: seen }: PlaceRead): Partial<FormState> {
  if (!seen) return {};
  const trouble = isMessageCut(seen) ? cutMessage : undefined;
  return { facts: { seen, trouble }, values: valuesOf(seen) };
}

const cutMessage =
  "Its message is longer than this form can hold, and only its beginning stands here. Leave that, and the whole message stays; change it, and the rest is gone.";

function nothingChanged(state: FormState) {
  const { seen } = factsOf(state);
  if (!seen || Object.keys(editIn(state, seen)).length > 0) return [];
  return [{ field: "name", message: "Nothing is changed yet. Change something, or press Cancel." }];
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const { place, seen } = factsOf(submitted);
  if (!seen) return { problems: problemsOf(submitted) };
  const edit = editIn(submitted, seen);
  const hookId = edit.webhookId === undefined ? undefined : webhookIn(submitted)?.hookId;
  const wanted = { kind: "update-alert", id: seen.id, seen, edit, hookId } as const;
  return acceptChange(submitted, place, wanted, context);
}
