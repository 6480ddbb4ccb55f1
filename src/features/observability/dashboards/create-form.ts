import { z } from "zod";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ObservabilityContext } from "../context.ts";
import type { Accepted, Form, FormProblem, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { acceptChange } from "../changes/accept.ts";
import { ObservabilityTarget } from "../target.ts";
import { tagsInText } from "./form-facts.ts";

const Facts = z.object({ target: ObservabilityTarget.extend({ name: z.string() }) });

/** The form that makes a dashboard without tiles. */
export const createDashboardForm: Form<ObservabilityContext> = {
  name: "create-dashboard",
  access: "operator",
  title: "Create a dashboard",
  submit: "Create",
  begin: async (given) => ({ values: {}, facts: Facts.parse(given) }),
  steps: [
    {
      name: "create",
      title: "Create a dashboard",
      intro: ({ facts }) => [
        section(
          `A new dashboard in *${escapeName(Facts.parse(facts).target.name)}*. Once it is there, “Add a tile” puts tiles on it.`,
        ),
      ],
      sections: [
        {
          fields: [
            { name: "name", label: "Name", input: "text", optional: false, placeholder: "Checkout" },
            {
              name: "tags",
              label: "Tags",
              help: "One on each line, or separated by commas. People find dashboards by them.",
              input: "lines",
              optional: true,
              placeholder: "checkout, production",
            },
          ],
        },
      ],
    },
  ],
  problems,
  accept,
};

function problems({ values }: FormState): FormProblem[] {
  return textIn(values, "name") === ""
    ? [{ field: "name", message: "Give it a name, such as Checkout." }]
    : [];
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const { target } = Facts.parse(submitted.facts);
  const { values } = submitted;
  const body = { name: textIn(values, "name"), tiles: [], tags: tagsInText(textIn(values, "tags"), []) };
  return acceptChange(submitted, target, { kind: "create-dashboard", body }, context);
}
