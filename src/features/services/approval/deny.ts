import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { newDraft } from "../../../platform/forms/new-draft.ts";
import { showNew } from "../../../platform/forms/show-draft.ts";
import { denyActionId } from "./buttons.ts";
import { denyForm } from "./deny-form.ts";
import { ended } from "./format-outcome.ts";
import { openApproval } from "./record.ts";

/** “Deny”: asks for the reason; who may is looked at when that is sent. */
export const denyAct: Act<ServicesContext> = {
  actionId: denyActionId,
  access: "viewer",
  opens: () => true,
  press,
};

async function press(
  { value: approvalId, userId, channelId, triggerId }: Press,
  context: ServicesContext,
): Promise<Reply | undefined> {
  const kept = await context.approvals.find(approvalId);
  if (!kept) return say("There is no such request here, or it is not kept any more.");
  if (kept.outcome) return say(`This is decided already. ${ended(kept.outcome, kept.approvedBy)}`);
  if (openApproval(kept, context)?.content.requesterId === userId)
    return say("You asked for this yourself. You can take it back in our direct messages.");
  const asker = { workspaceId: context.workspaceId, userId, channelId };
  const draft = await newDraft(denyForm, { approvalId }, asker, context);
  await showNew(denyForm, draft, (view) => context.messenger.openModal(triggerId, view), context);
  return undefined;
}
