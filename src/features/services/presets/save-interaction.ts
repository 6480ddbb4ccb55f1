import type { ModalView } from "@slack/types";
import type { ServicesContext } from "../context.ts";
import type { Draft } from "../../../platform/forms/kept-drafts.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { formAskedIn } from "../../../platform/forms/asked-in.ts";
import { changeDraft, findDraft } from "../../../platform/forms/drafts.ts";
import { newDraft } from "../../../platform/forms/new-draft.ts";
import { closedView } from "../../../platform/forms/notice.ts";
import { showNew } from "../../../platform/forms/show-draft.ts";
import { factsOf } from "../form/facts.ts";
import { createServiceForm } from "../form/form.ts";
import { savePresetActionId } from "./save-button.ts";
import { savePresetForm } from "./save-form.ts";

/** “Save as preset”: asks for the preset's name, on top of the form that it is made of. */
export const savePresetAct: Act<ServicesContext> = {
  actionId: savePresetActionId,
  access: "operator",
  askedIn: formAskedIn,
  opens: () => true,
  press,
};

async function press(
  { value: formId, userId, triggerId }: Press,
  context: ServicesContext,
): Promise<undefined> {
  const { messenger, workspaceId } = context;
  const show = (view: ModalView) => messenger.pushModal(triggerId, view);
  const kept = await findDraft(createServiceForm, { formId, userId }, context);
  if (!kept || kept.submitted) return void (await show(closedView(kept)));
  if (!(await isFirstPress(kept, context))) return;
  const asker = { workspaceId, userId, ...(kept.channelId && { channelId: kept.channelId }) };
  const draft = await newDraft(savePresetForm, { source: formId }, asker, context);
  await showNew(savePresetForm, draft, show, context);
}

/** A second click comes before the first one's window; each would open one of its own. */
const doubleClickMs = 1_500;

async function isFirstPress(draft: Draft, context: ServicesContext): Promise<boolean> {
  const now = context.now();
  const asked = await changeDraft(createServiceForm, draft, context, (latest) => {
    const before = Date.parse(factsOf(latest.facts).presetAskedAt ?? "");
    if (now.getTime() - before < doubleClickMs) return undefined;
    return { ...latest, facts: { ...latest.facts, presetAskedAt: now.toISOString() } };
  });
  return asked !== undefined;
}
