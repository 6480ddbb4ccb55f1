import type { ModalView } from "@slack/types";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { newDraft } from "../../../platform/forms/new-draft.ts";
import { showNew } from "../../../platform/forms/show-draft.ts";
import { wasCreatedActionId } from "./question.ts";
import { serviceIdForm } from "./service-id-form.ts";
import { askedIn } from "./asked-in.ts";
import { stillAsked } from "./still-asked.ts";

/** “It was created: here is its id”: asks for the id, on top of the modal that the button stands in. */
export const wasCreatedAct: Act<ServicesContext> = {
  actionId: wasCreatedActionId,
  access: "operator",
  askedIn,
  opens: () => true,
  press,
};

async function press(pressed: Press, context: ServicesContext): Promise<Reply | undefined> {
  const asked = await stillAsked(pressed, context);
  if ("text" in asked) return asked;
  const { userId, triggerId, viewId } = pressed;
  const { channelId } = asked.wish.submission;
  const { workspaceId, messenger } = context;
  const given = { requestId: asked.wish.requestId };
  const draft = await newDraft(
    serviceIdForm,
    given,
    { workspaceId, userId, ...(channelId && { channelId }) },
    context,
  );
  const show = (view: ModalView) =>
    viewId === undefined ? messenger.openModal(triggerId, view) : messenger.pushModal(triggerId, view);
  await showNew(serviceIdForm, draft, show, context);
  return undefined;
}
