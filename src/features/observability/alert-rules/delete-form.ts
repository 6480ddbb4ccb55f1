import { z } from "zod";
import { escapeName, exactCode } from "../../../platform/blocks/escape.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ObservabilityContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import type {
  Accepted,
  Finding,
  Form,
  FormProblem,
  FormState,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { acceptChange } from "../changes/accept.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { shownName } from "../shown-name.ts";
import { AlertFormStart } from "./form/facts.ts";

const Facts = AlertFormStart.required({ alertId: true }).extend({
  /** As the server has it, which is held against its name when it is deleted; absent until it is read. */
  name: z.string().optional(),
  trouble: z.string().optional(),
});

/** The small form that deletes an alert, once its name is typed. */
export const deleteAlertForm: Form<ObservabilityContext> = {
  name: "delete-alert",
  access: "operator",
  title: "Delete an alert",
  submit: "Delete",
  // No field shows which alert it is about, and only what shows counts as a value.
  begin: async (given) => ({ values: {}, facts: given }),
  fetchFacts,
  steps: [
    {
      name: "delete",
      title: "Delete",
      intro,
      sections: [
        {
          fields: [
            {
              name: "typed",
              label: "Type its name to delete it",
              input: "text",
              optional: false,
              maxLength: 3_000,
              shows: ({ facts }) => Facts.parse(facts).name !== undefined,
            },
          ],
        },
      ],
    },
  ],
  problems,
  accept,
};

async function fetchFacts(
  _about: string,
  { facts }: FormState,
  context: ObservabilityContext,
): Promise<Finding | undefined> {
  const { target, alertId, name } = Facts.parse(facts);
  if (name !== undefined) return undefined;
  try {
    const alert = await observabilityClientOf(target, context).getAlert(alertId);
    return { facts: { name: alert.name ?? "", trouble: undefined } };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return { facts: { trouble: explain(error) } };
  }
}

function intro({ facts }: FormState) {
  const { target, alertId, name, trouble } = Facts.parse(facts);
  if (trouble !== undefined) return [section(`:warning: ${trouble}`)];
  if (name === undefined) return [section("Reading the alert…")];
  return [
    section(
      `The alert ${exactCode(shownName(name, alertId))} of *${escapeName(target.name)}* is deleted for everybody, and nobody is told any more when its rule is met. What it brought here stays.`,
    ),
  ];
}

function problems({ values, facts }: FormState): FormProblem[] {
  const { alertId, name, trouble } = Facts.parse(facts);
  if (name === undefined) {
    const message = trouble === undefined ? "Wait until it is read." : "I am reading it anew.";
    return [{ field: "typed", message }];
  }
  const typed = shownName(name, alertId);
  if (textIn(values, "typed") === typed) return [];
  return [{ field: "typed", message: `That is not its name. Type exactly: ${typed}` }];
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const { target, alertId, name = "" } = Facts.parse(submitted.facts);
  return acceptChange(submitted, target, { kind: "delete-alert", id: alertId, name }, context);
}
