import type { ServicesContext } from "../context.ts";
import type { ApprovalOutcome, KeptApproval } from "./approvals.ts";
import { type ApprovalItem, recordApproval } from "./ask.ts";

/** Ends a request for the app's own reason. Returns its outcome, which may be a faster person's decision. */
export async function endByApp(
  kept: KeptApproval,
  { kind, reason }: { kind: "expired" | "void"; reason?: string },
  context: ServicesContext,
): Promise<ApprovalOutcome> {
  const at = context.now().toISOString();
  const outcome: ApprovalOutcome = { kind, at, ...(reason === undefined ? {} : { reason }) };
  const decided = await context.approvals.end(kept, outcome);
  if (decided === "ended") {
    const action = kind === "expired" ? "expire" : "void";
    await recordApproval(kept.id, { action, userId: "app", result: "done", detail: reason }, context);
    await wakeApproval(kept.id, context);
    return outcome;
  }
  return (await context.approvals.find(kept.id))?.outcome ?? outcome;
}

/** Wakes the request's job, which shows and carries out a decision. */
export async function wakeApproval(
  approvalId: string,
  { approvalQueue, workspaceId }: Pick<ServicesContext, "approvalQueue" | "workspaceId">,
): Promise<void> {
  const item: ApprovalItem = { workspaceId, approvalId };
  await approvalQueue.wake(approvalId, item);
}
