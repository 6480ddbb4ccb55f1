import { isAtLeast } from "../../../access/role.ts";
import type { WorkspaceContext } from "../../../context.ts";
import { type Submission, sealedRequest } from "../life/submission.ts";
import { createServiceForm } from "../form.ts";
import { recordApproval } from "./audit.ts";
import type { OpenedApproval } from "./record.ts";

/**
 * Sends an approved request on its way to be created, once: its id follows from the approval's. Answers "sent", or why it
 * could not be, in plain text; undefined where it was not approved.
 */
export async function takeEffect(
  approval: OpenedApproval,
  context: WorkspaceContext,
): Promise<string | undefined> {
  const { id, outcome, notes } = approval;
  if (outcome?.kind !== "approved") return undefined;
  if (notes.effect !== undefined) return notes.effect;
  const effect = (await obstacle(approval, context)) ?? (await send(approval, context));
  const result = effect === "sent" ? "done" : "refused";
  const { name } = approval.content.request;
  const what = { name, requestId: requestIdOf(id), detail: effect };
  await recordApproval(id, { act: "carry-out", userId: "app", result, ...what }, context);
  await context.approvals.note(id, { effect });
  return effect;
}

/** What was allowed when it was asked for may not be by now. */
async function obstacle(
  { content: { requesterId: userId, channelId } }: OpenedApproval,
  { access }: WorkspaceContext,
): Promise<string | undefined> {
  const role = await access.roleOf({ userId, channelId }, { fresh: true });
  if (isAtLeast(role, createServiceForm.access)) return undefined;
  return "It was approved, but its requester may not create services here any more.";
}

/** Of the request to create a service that an approval leads to, and of no other. */
function requestIdOf(approvalId: string): string {
  return `approval-${approvalId}`;
}

async function send({ id, content }: OpenedApproval, context: WorkspaceContext): Promise<"sent"> {
  const { requesterId, requesterName, channelId, connection, form, request } = content;
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId: requesterId,
    userName: requesterName,
    ...(channelId === undefined ? {} : { channelId }),
    connection,
    form,
    ...sealedRequest(request, context),
  };
  await context.creations.accept(requestIdOf(id), submission);
  return "sent";
}
