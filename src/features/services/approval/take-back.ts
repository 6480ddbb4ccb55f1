import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { reopenAct } from "../../../platform/forms/reopen.ts";
import { createServiceForm } from "../form/form.ts";
import { recordApproval } from "./audit.ts";
import { takeBackActionId } from "./buttons.ts";
import { carryOn } from "./end.ts";
import { ended } from "./format-outcome.ts";
import { openApproval } from "./record.ts";

/** “Take it back and change it”: ends the requester's own request, and opens its form again. */
export const takeBackAct: Act<ServicesContext> = { actionId: takeBackActionId, access: "operator", press };

async function press(pressed: Press, context: ServicesContext): Promise<Reply | undefined> {
  const { value: approvalId, userId } = pressed;
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
  // The trigger lives 3 s, so the form comes first.
  const answer = form
    ? await reopenAct([createServiceForm]).press({ ...pressed, value: form.formId }, context)
    : say("You took it back. Nothing is created, and the workflow's step ends.");
  await carryOn(approvalId, context);
  await recordApproval(approvalId, { act: "withdraw", userId, result: "done" }, context);
  return answer;
}
