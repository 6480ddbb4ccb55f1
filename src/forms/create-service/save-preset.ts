import type { ModalView } from "@slack/types";
import { button } from "../../blocks/button.ts";
import { ServiceRequest } from "../../cloud/service-request.ts";
import type { WorkspaceContext } from "../../context.ts";
import { isAppError } from "../../errors.ts";
import type { Draft } from "../../store/drafts.ts";
import type { Act, Press } from "../act.ts";
import { changeDraft, findDraft } from "../drafts.ts";
import type { Accepted, Form, FormFacts, FormState, SubmittedForm } from "../form.ts";
import { closedView } from "../notice.ts";
import { newDraft } from "../new-draft.ts";
import { showNew } from "../show-draft.ts";
import { effective, textIn } from "../state.ts";
import { redraw } from "../turn.ts";
import { presetFieldsOf } from "./preset-fields.ts";
import { readRequest } from "./request.ts";

const actionId = "preset-save";

/** The button that keeps what a form says as a preset. */
export function savePresetButton(formId: string) {
  return button({ text: "Save as preset", actionId, value: formId });
}

/** The small form that asks for a preset's name; it saves what `source` says at that moment. */
export function savePresetForm(source: () => Form): Form {
  return {
    name: "save-preset",
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
    accept: (submitted, context) => savePreset(source(), submitted, context),
  };
}

/** What that button does. */
export function savePresetAct(source: () => Form, asking: () => Form): Act {
  return {
    actionId,
    async press({ value: formId, userId, channelId, triggerId }: Press, context) {
      const show = (view: ModalView) => context.messenger.pushModal(triggerId, view);
      const kept = await findDraft(source(), { formId, userId }, context);
      if (!kept || kept.submitted) return void (await show(closedView(kept)));
      const asker = { workspaceId: context.workspaceId, userId, channelId };
      const draft = await newDraft(asking(), { source: formId }, asker, context);
      await showNew(asking(), draft, show, context);
      return undefined;
    },
  };
}

async function savePreset(
  source: Form,
  { values, facts, userId, userName }: SubmittedForm,
  context: WorkspaceContext,
): Promise<Accepted> {
  const formId = textIn(facts, "source");
  const draft = await findDraft(source, { formId, userId }, context);
  const request = draft && requestIn(effective(source, draft));
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
  await sayIn(source, { savedAs: name }, draft, context);
  return "close";
}

async function sayIn(source: Form, said: FormFacts, draft: Draft, context: WorkspaceContext): Promise<void> {
  const saved = await changeDraft(source, draft, context, (latest) =>
    latest.submitted ? undefined : { ...latest, facts: { ...latest.facts, ...said } },
  );
  if (saved) await redraw(source, saved, context);
}

function refused(message: string): Accepted {
  return { problems: [{ field: "presetName", message }] };
}

/** Undefined where it was changed in another window since, into something that is not right yet. */
function requestIn({ values }: FormState): ServiceRequest | undefined {
  return ServiceRequest.safeParse(readRequest(values).request).data;
}
