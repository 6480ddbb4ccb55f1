import type { ServicesContext } from "../context.ts";
import type { ApprovalOutcome, KeptApproval } from "./approvals.ts";
import { type ApprovalItem, recordApproval } from "./ask.ts";

/** Ends one for a reason of the app's own; answers how it ended, which may be by somebody who was faster. */
export async function endByApp(
  kept: KeptApproval,
  { kind, reason }: { kind: "expired" | "void"; reason?: string },
  context: ServicesContext,
): Promise<ApprovalOutcome> {
  const at = context.now().toISOString();
  const outcome: ApprovalOutcome = { kind, at, ...(reason === undefined ? {} : { reason }) };
  const decided = await context.approvals.end(kept, outcome);
  if (decided === "ended") {
    const verb = kind === "expired" ? "expire" : "void";
    await recordApproval(kept.id, { verb, userId: "app", result: "done", detail: reason }, context);
    await carryOn(kept.id, context);
    return outcome;
  }
  return (await context.approvals.find(kept.id))?.outcome ?? outcome;
}

/** Has what follows from a decision done now: the message, the requester, the effect. */
export async function carryOn(
  approvalId: string,
  { approvalQueue, workspaceId }: Pick<ServicesContext, "approvalQueue" | "workspaceId">,
): Promise<void> {
  const item: ApprovalItem = { workspaceId, approvalId };
  await approvalQueue.wake(approvalId, item);
}
