import type { ObservabilityContext } from "../context.ts";
import type { Accepted, SubmittedForm } from "../../../platform/forms/form.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import type { NamedTarget } from "../target.ts";
import type { WantedChange } from "./change.ts";
import { hashJson } from "../../../lib/hash.ts";
import type { SubmittedChange } from "./advance.ts";
import { savingView } from "./views.ts";

/**
 * Accepts a change that a form asked for: from here on it is carried through crashes and done once, and its person is
 * told what became of it in the form's modal, or where they asked. The same click again changes nothing.
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
  // Where a crash kept the form from knowing that it was accepted, other content in it is another change.
  await changes.accept(`${formId}-${attempt}-${hashJson(wanted)}`, submitted, slackShowsWithinMs);
  return { view: savingView(wanted) };
}
