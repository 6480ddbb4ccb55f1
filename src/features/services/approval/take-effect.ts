import { isAtLeast } from "../../../platform/access/role.ts";
import type { ServicesContext } from "../context.ts";
import { asSentences } from "../../../lib/text.ts";
import { type Submission, sealedRequest } from "../provisioning/submission.ts";
import { createServiceForm } from "../form/form.ts";
import { claimName } from "../form/taken-name.ts";
import type { OpenedApproval } from "./record.ts";
import { recordApproval } from "./ask.ts";
import { limitProblems, limitsOf } from "../form/limits.ts";

/**
 * Accepts an approved request's creation, once, because its id follows from the approval's. Returns "sent", or in plain text
 * why not; undefined if it was not approved.
 */
export async function takeEffect(
  approval: OpenedApproval,
  context: ServicesContext,
): Promise<string | undefined> {
  const { id, outcome, notes } = approval;
  if (outcome?.kind !== "approved") return undefined;
  if (notes.effect !== undefined) return notes.effect;
  const effect =
    (await obstacle(approval, context)) ??
    (await nameObstacle(approval, context)) ??
    (await send(approval, context));
  const result = effect === "sent" ? "done" : "refused";
  const detail = effect === "sent" ? undefined : effect;
  const what = { requestId: requestIdOf(id), detail };
  await recordApproval(id, { action: "carry-out", userId: "app", result, ...what }, context);
  await context.approvals.note(id, { effect });
  return effect;
}

/** The requester's rights may have changed since they asked. */
async function obstacle(
  { content: { requesterId: userId, channelId, request } }: OpenedApproval,
  context: ServicesContext,
): Promise<string | undefined> {
  const role = await context.access.roleOf({ userId, channelId }, { fresh: true });
  if (!isAtLeast(role, createServiceForm.access))
    return "It was approved, but its requester may not create services here any more.";
  const problems = limitProblems(await limitsOf({ userId, channelId }, context), request);
  if (problems.length === 0) return undefined;
  const limits = asSentences(problems.map(({ message }) => message));
  return `It was approved, but it is beyond what its requester may create by now: ${limits}`;
}

/** Another service may have taken the name while the approvers decided. */
async function nameObstacle(
  { id, content }: OpenedApproval,
  context: ServicesContext,
): Promise<string | undefined> {
  const taken = await claimName(requestIdOf(id), content, context);
  return taken === undefined ? undefined : `It was approved, but its name is taken. ${taken}`;
}

/** The id of the only request to create a service that an approval leads to. */
function requestIdOf(approvalId: string): string {
  return `approval-${approvalId}`;
}

async function send({ id, content }: OpenedApproval, context: ServicesContext): Promise<"sent"> {
  const { requesterId, requesterName, channelId, connection, form, workflow, request } = content;
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId: requesterId,
    userName: requesterName,
    ...(channelId === undefined ? {} : { channelId }),
    connection,
    ...(form ? { form } : {}),
    ...(workflow ? { workflow } : {}),
    ...sealedRequest(request, context),
  };
  await context.creations.accept(requestIdOf(id), submission);
  return "sent";
}
