import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Draft } from "../../../platform/forms/kept-drafts.ts";
import { changeDraft, findDraft } from "../../../platform/forms/drafts.ts";
import type { Accepted, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { effective, textIn } from "../../../platform/forms/state.ts";
import { redraw } from "../../../platform/forms/page.ts";
import { presetFieldsOf } from "./fields.ts";
import { createServiceForm } from "../form/form.ts";
import { readRequest } from "../form/request.ts";

/** The small form that asks for a preset's name; it saves what the form below it says at that moment. */
export const savePresetForm: Form<ServicesContext> = {
  name: "save-preset",
  access: "operator",
  title: "Save as preset",
  submit: "Save",
  // No field shows which form it is made of, and only what shows counts as a value.
  begin: async (given) => ({ values: {}, facts: given }),
  steps: [
    {
      name: "preset",
      title: "Preset",
      sections: [
        {
          fields: [
            {
              name: "presetName",
              label: "Name of the preset",
              help: "Everybody in the workspace can start from it: /db create and this name.",
              input: "text",
              optional: false,
              maxLength: 50,
              placeholder: "small staging",
            },
            {
              name: "description",
              label: "Description",
              help: "What it is for. The service's name, backup and encryption key are not saved.",
              input: "text",
              optional: true,
              maxLength: 150,
            },
          ],
        },
      ],
    },
  ],
  problems: ({ values }) =>
    textIn(values, "presetName") === "" ? [{ field: "presetName", message: "A preset needs a name." }] : [],
  accept,
};

async function accept(
  { values, facts, userId, userName }: SubmittedForm,
  context: ServicesContext,
): Promise<Accepted> {
  const formId = textIn(facts, "source");
  const draft = await findDraft(createServiceForm, { formId, userId }, context);
  const request = draft && requestIn(effective(createServiceForm, draft));
  if (!request) return refused("The form it is made of is no longer kept, or not right. Open it anew.");
  const name = textIn(values, "presetName");
  const description = textIn(values, "description");
  const fields = presetFieldsOf(request);
  const savedAt = context.now().toISOString();
  try {
    await context.presets.save({
      name,
      fields,
      savedBy: userId,
      savedByName: userName,
      savedAt,
      ...(description ? { description } : {}),
    });
  } catch (error) {
    if (!isAppError(error, "conflict", "user")) throw error;
    return refused(error.message);
  }
  await saySaved(name, draft, context);
  return "close";
}

async function saySaved(savedAs: string, draft: Draft, context: ServicesContext): Promise<void> {
  const saved = await changeDraft(createServiceForm, draft, context, (latest) =>
    latest.submitted ? undefined : { ...latest, facts: { ...latest.facts, savedAs } },
  );
  if (saved) await redraw(createServiceForm, saved, context);
}

function refused(message: string): Accepted {
  return { problems: [{ field: "presetName", message }] };
}

/** Undefined where it was changed in another window since, into something that is not right yet. */
function requestIn({ values }: FormState): ServiceRequest | undefined {
  return ServiceRequest.safeParse(readRequest(values).request).data;
}
