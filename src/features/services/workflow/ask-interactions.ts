import type { WorkflowAnswer } from "./ask-record.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import { asSentences } from "../../../lib/text.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { notKept } from "../approval/decide.ts";
import { approvalNeeded } from "../approval/needed.ts";
import { type Submission, acceptRequest, findSubmission, requestToSend } from "../provisioning/submission.ts";
import { whyDenied } from "../hard-limits/denied.ts";
import { claimName } from "../form/taken-name.ts";
import { limitProblems, limitsOf } from "../form/limits.ts";
import * as texts from "./texts.ts";
import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";

const createActionId = "workflow-create";
const declineActionId = "workflow-decline";

/** The requester's buttons. They carry an id only. A click checks the person's right. */
export function askButtons(requestId: string): Button[] {
  return [
    { ...button({ text: "Create", actionId: createActionId, value: requestId }), style: "primary" },
    button({ text: "Don't create", actionId: declineActionId, value: requestId }),
  ];
}

/** “Create”: the requester agrees to a workflow's request. Their role, limits and approvals apply. */
export const workflowCreateAction: Action<ServicesContext> = {
  actionId: createActionId,
  access: "operator",
  run: create,
};

/** “Don't create”: ends the workflow's step. */
export const workflowDeclineAction: Action<ServicesContext> = {
  actionId: declineActionId,
  access: "viewer",
  run: decline,
};

async function create(interaction: Interaction, context: ServicesContext): Promise<Reply | undefined> {
  const { value: requestId, userId, userName } = interaction;
  const submission = await asked(interaction, context);
  if ("text" in submission) return submission;
  const request = requestToSend(submission, context);
  const problems = limitProblems(await limitsOf({ userId }, context), request);
  if (problems.length > 0) {
    const detail = asSentences(problems.map(({ message }) => message));
    await record(interaction, submission, { action: "service.request", result: "refused", detail }, context);
    return say(texts.notCreated(escapeMrkdwn(detail)));
  }
  const denial = await whyDenied({ ...submission, request }, context);
  if (denial !== undefined) {
    const refused = { action: "service.request", result: "refused", detail: denial } as const;
    await record(interaction, submission, refused, context);
    return say(texts.notCreated(escapeMrkdwn(denial)));
  }
  // The workflow claimed the name when it asked, but a claim lasts an hour.
  const taken = await claimName(requestId, submission, context);
  if (taken !== undefined) return say(`${texts.notCreated(escapeMrkdwn(taken))} ${texts.runAgain}`);
  const needed = await approvalNeeded({ request, connection: submission.connection, userId }, context);
  const kind = needed ? "approval" : "create";
  const late = await answer(requestId, { kind, userName }, context);
  if (late) return late;
  if (needed) {
    await context.creations.wake(requestId, submission);
    return undefined;
  }
  // The request is in the queue already and stays unchanged. This records its person, and queues it again if it was lost.
  const { executionId } = submission.workflow;
  await acceptRequest(requestId, { ...submission, userName, workflow: { executionId } }, context);
  await context.creations.wake(requestId, submission);
  return undefined;
}

async function decline(interaction: Interaction, context: ServicesContext): Promise<Reply | undefined> {
  const submission = await asked(interaction, context);
  if ("text" in submission) return submission;
  const { value: requestId, userName } = interaction;
  const late = await answer(requestId, { kind: "declined", userName }, context);
  if (late) return late;
  await record(interaction, submission, { action: "service.decline", result: "done" }, context);
  await context.creations.wake(requestId, submission);
  return undefined;
}

type Asking = Submission & { workflow: NonNullable<Submission["workflow"]> };

/** Returns the open question to this person, or a reply that says why there is none. */
async function asked(interaction: Interaction, context: ServicesContext): Promise<Asking | Reply> {
  const { value: requestId, userId } = interaction;
  const submission = await findSubmission(requestId, context);
  const { workflow } = submission ?? {};
  if (!submission || !workflow?.asksUntil) return say(notKept);
  if (submission.userId !== userId) {
    const detail = texts.onlyRequesterReason;
    await record(interaction, submission, { action: "service.request", result: "refused", detail }, context);
    return say(texts.onlyRequester);
  }
  const isOver = Date.parse(workflow.asksUntil) <= context.now().getTime();
  if (isOver) return say(texts.tooLate);
  return { ...submission, workflow };
}

/** Saves an answer; returns a reply if there is one already. */
async function answer(
  requestId: string,
  given: Pick<WorkflowAnswer, "kind" | "userName">,
  context: ServicesContext,
): Promise<Reply | undefined> {
  const isFirst = await context.workflowAsks.answer(requestId, { ...given, at: context.now().toISOString() });
  return isFirst ? undefined : say(texts.answeredAlready);
}

async function record(
  { value: requestId, userId }: Interaction,
  { request: { name } }: Submission,
  what: { action: string; result: "done" | "refused"; detail?: string },
  { audit, now }: ServicesContext,
): Promise<void> {
  await audit.record({
    at: now().toISOString(),
    userId,
    subject: name,
    requestId,
    ...what,
  });
}
