import { savePreset } from "./presets.ts";
import type { ServicesContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Draft } from "../../../platform/forms/drafts.ts";
import { changeDraft, findDraft } from "../../../platform/forms/save.ts";
import type { Accepted, Form, FormField, SubmittedForm } from "../../../platform/forms/form.ts";
import { effective, textIn } from "../../../platform/forms/state.ts";
import { redraw } from "../../../platform/forms/page.ts";
import { createServiceForm } from "../form/form.ts";
import { requestIn } from "../form/request.ts";
import type { ModalView } from "@slack/types";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { closedView } from "../../../platform/forms/notice.ts";
import { factsOf } from "../form/facts.ts";
import { presetFieldsOf, savePresetActionId } from "./fields.ts";
import * as texts from "./texts.ts";
import { formAskedIn, startForm } from "../../../platform/forms/open.ts";

/** “Save as preset”: asks for the preset's name, on top of the form that it is made from. */
export const savePresetAction: Action<ServicesContext> = {
  actionId: savePresetActionId,
  access: "operator",
  askedIn: formAskedIn,
  opens: () => true,
  run,
};

async function run(
  { value: formId, userId, triggerId }: Interaction,
  context: ServicesContext,
): Promise<undefined> {
  const show = (view: ModalView) => context.messenger.openModal(triggerId, view);
  const kept = await findDraft(createServiceForm, { formId, userId }, context);
  if (!kept || kept.submitted) return void (await show(closedView(kept)));
  if (!(await isFirstClick(kept, context))) return;
  await startForm(savePresetForm, { source: formId }, kept, show, context);
}

/** A second click may come before the first one's window shows, and would open another. */
const doubleClickMs = 1_500;

async function isFirstClick(draft: Draft, context: ServicesContext): Promise<boolean> {
  const now = context.now();
  const asked = await changeDraft(createServiceForm, draft, context, (latest) => {
    const before = Date.parse(factsOf(latest.facts).presetAskedAt ?? "");
    if (now.getTime() - before < doubleClickMs) return undefined;
    return { ...latest, facts: { ...latest.facts, presetAskedAt: now.toISOString() } };
  });
  return asked !== undefined;
}

const fields: FormField[] = [
  {
    name: "presetName",
    label: "Name of the preset",
    help: texts.nameHelp,
    input: "text",
    optional: false,
    maxLength: 50,
    placeholder: "small staging",
  },
  {
    name: "description",
    label: "Description",
    help: texts.descriptionHelp,
    input: "text",
    optional: true,
    maxLength: 150,
  },
];

/** The small form that asks for a preset's name. It saves the current values of the form below it. */
export const savePresetForm: Form<ServicesContext> = {
  name: "save-preset",
  access: "operator",
  title: "Save as preset",
  submit: "Save",
  // Only shown fields count as values, and no field shows the form that the preset is made from.
  begin: async (given) => ({ values: {}, facts: given }),
  steps: [{ name: "preset", title: "Preset", sections: [{ fields }] }],
  problems: ({ values }) =>
    textIn(values, "presetName") === "" ? [{ field: "presetName", message: texts.enterName }] : [],
  accept,
};

async function accept(
  { values, facts, userId, userName }: SubmittedForm,
  context: ServicesContext,
): Promise<Accepted> {
  const formId = textIn(facts, "source");
  const draft = await findDraft(createServiceForm, { formId, userId }, context);
  const request = draft && requestIn(effective(createServiceForm, draft).values);
  if (!request) return refused(texts.formGone);
  const name = textIn(values, "presetName");
  const description = textIn(values, "description");
  const preset = {
    name,
    fields: presetFieldsOf(request),
    savedBy: userId,
    savedByName: userName,
    savedAt: context.now().toISOString(),
    description: description || undefined,
  };
  try {
    await savePreset(preset, context);
  } catch (error) {
    if (!isAppError(error, "conflict", "user")) throw error;
    return refused(error.message);
  }
  await showSaved(name, draft, context);
  return "close";
}

async function showSaved(savedAs: string, draft: Draft, context: ServicesContext): Promise<void> {
  const saved = await changeDraft(createServiceForm, draft, context, (latest) =>
    latest.submitted ? undefined : { ...latest, facts: { ...latest.facts, savedAs } },
  );
  if (saved) await redraw(createServiceForm, saved, context);
}

function refused(message: string): Accepted {
  return { problems: [{ field: "presetName", message }] };
}
