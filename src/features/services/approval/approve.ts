import type { ModalView } from "@slack/types";
import type { ServicesContext } from "../context.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { approveActionId, denyActionId, takeBackActionId } from "./buttons.ts";
import { decide } from "./decide.ts";
import { startForm, reopenForm } from "../../../platform/forms/open.ts";
import { denyForm } from "./deny-form.ts";
import { openApproval } from "./record.ts";
import { createServiceForm } from "../form/form.ts";
import { wakeApproval } from "./end.ts";
import { ended } from "./message.ts";
import { recordApproval } from "./ask.ts";

/** “Deny”: asks for the reason. Sending the reason checks the person's right. */
export const denyAction: Action<ServicesContext> = {
  actionId: denyActionId,
  access: "viewer",
  opens: () => true,
  run,
};

async function run(
  { value: approvalId, userId, channelId, triggerId }: Interaction,
  context: ServicesContext,
): Promise<Reply | undefined> {
  const kept = await context.approvals.find(approvalId);
  if (!kept) return say("There is no such request here, or it is not kept any more.");
  if (kept.outcome) return say(`This is decided already. ${ended(kept.outcome, kept.approvedBy)}`);
  if (openApproval(kept, context)?.content.requesterId === userId)
    return say("You asked for this yourself. You can take it back in our direct messages.");
  const show = (view: ModalView) => context.messenger.openModal(triggerId, view);
  await startForm(denyForm, { approvalId }, { userId, channelId }, show, context);
  return undefined;
}

/** “Take it back and change it”: ends the requester's own request, and opens its form again. */
export const takeBackAction: Action<ServicesContext> = {
  actionId: takeBackActionId,
  access: "operator",
  run: takeBack,
};

async function takeBack(interaction: Interaction, context: ServicesContext): Promise<Reply | undefined> {
  const { value: approvalId, userId } = interaction;
  const kept = await context.approvals.find(approvalId);
  const approval = kept && openApproval(kept, context);
  if (!approval) return say("There is no such request here, or it is not kept any more.");
  const { requesterId, form } = approval.content;
  if (requesterId !== userId) return say("Only the person who asked for approval can take it back.");
  const at = context.now().toISOString();
  const decided = await context.approvals.end(approval, { kind: "withdrawn", at, userId });
  if (decided !== "ended") {
    const now = await context.approvals.find(approvalId);
    return say(`This is decided already. ${now?.outcome ? ended(now.outcome, now.approvedBy) : ""}`);
  }
  // The form comes first, because the trigger lives 3 s.
  const answer = form
    ? await reopenForm([createServiceForm], { ...interaction, value: form.formId }, context)
    : say("You took it back. Nothing is created, and the workflow's step ends.");
  await wakeApproval(approvalId, context);
  await recordApproval(approvalId, { action: "withdraw", userId, result: "done" }, context);
  return answer;
}

/** “Approve”: counts the person's approval if they are in the group and are not the requester. */
export const approveAction: Action<ServicesContext> = {
  actionId: approveActionId,
  // The group decides who may approve, whatever their role.
  access: "viewer",
  run: async ({ value: approvalId, userId, message }, context) =>
    message
      ? decide({ approvalId, userId, message }, { action: "approve" }, context)
      : say("Press the button in the message about the request, where you see all of it."),
};
