import type { ObservabilityContext } from "../context.ts";
import type { Accepted, SubmittedForm } from "../../../platform/forms/form.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import type { NamedTarget } from "../target.ts";
import type { SubmittedChange, WantedChange } from "./change.ts";
import { hashJson } from "../../../lib/hash.ts";
import { savingView } from "./views.ts";

/**
 * Accepts a form's change: from then on it survives crashes and is made once. Its person reads the outcome in the
 * form's modal, or where they asked. The same submission again changes nothing.
 */
export async function acceptChange(
  { formId, form, attempt, viewId, userId, userName, channelId }: SubmittedForm,
  { connection, serviceId, name }: NamedTarget,
  wanted: WantedChange,
  { changes, workspaceId }: Pick<ObservabilityContext, "changes" | "workspaceId">,
): Promise<Accepted> {
  const submitted: SubmittedChange = {
    workspaceId,
    userId,
    userName,
    channelId,
    target: { connection, serviceId, name },
    wanted,
    viewId,
    form: { name: form, formId, attempt },
  };
  // After a crash the form may not know that it was accepted. Other content in it is then another change.
  await changes.accept(`${formId}-${attempt}-${hashJson(wanted)}`, submitted, slackShowsWithinMs);
  return { view: savingView(wanted) };
}
